package io.headwater.spark.json

import io.headwater.spark.pushdown.StorePlan
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.sources.{EqualTo, Filter}
import org.apache.spark.sql.types.StructType
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertTrue}
import org.junit.jupiter.api.Test

/** What the store does for a scan of JSON lines, and what prevents it. */
class JsonPlanTest {
  private val Columns = "a INT, b DATE, _corrupt_record STRING"

  @Test
  def aProjectionIsPushed(): Unit = assertEquals(None, plan("a INT").obstacle)

  @Test
  def aScanOfEverythingIsPushedIfItsValuesAreExact(): Unit = {
    assertEquals(None, plan("a INT, b DATE").obstacle)
    assertEquals(
      Some("the query needs every row and column"),
      plan("a INT, b DATE", Nil, "dateFormat" -> "yyyy").obstacle
    )
  }

  @Test
  def partsOfColumnsAreExactToo(): Unit = {
    val zone = "timeZone" -> "Europe/Paris"
    for (
      (required, isTyped) <- Seq(
        ("a STRUCT<b: ARRAY<TIMESTAMP_NTZ>>", true),
        ("a STRUCT<b: ARRAY<TIMESTAMP>>", false),
        ("a MAP<STRING, TIMESTAMP>", false),
        ("a MAP<INT, STRING>", false),
        ("a ARRAY<BINARY>", false)
      )
    ) assertEquals(isTyped, plan(required, Nil, zone).typed.isDefined, required)
    assertTrue(plan("a STRUCT<b: ARRAY<TIMESTAMP>>", Nil, "timeZone" -> "+01:00").typed.isDefined)
    assertTrue(plan("a DATE", Nil, "dateFormat" -> "yyyy-MM-dd").typed.isDefined)
    assertFalse(plan("a ARRAY<DATE>", Nil, "dateFormat" -> "yyyyMMdd").typed.isDefined)
  }

  @Test
  def aFilterOfAllColumnsIsPushed(): Unit =
    assertEquals(None, plan("a INT, b DATE", Seq(EqualTo("a", 1))).obstacle)

  @Test
  def theObstacleNamesTheOption(): Unit =
    for (
      (option, value, obstacle) <- Seq(
        ("multiLine", "true", "multiLine"),
        ("encoding", "UTF-8", "encoding"),
        ("lineSep", "||", "lineSep"),
        ("maxStringLen", "9", "maxNestingDepth, maxNumLen, maxStringLen"),
        ("mode", "FAILFAST", "FAILFAST")
      )
    ) assertEquals(Some(obstacle), plan("a INT", Nil, option -> value).obstacle)

  @Test
  def theColumnOfMalformedRecordsPreventsPushdown(): Unit =
    assertEquals(
      Some("the query needs column _corrupt_record"),
      plan("a INT, _corrupt_record STRING").obstacle
    )

  @Test
  def aBinaryColumnPreventsPushdown(): Unit =
    for (columns <- Seq("a BINARY", "a ARRAY<STRUCT<b: BINARY>>"))
      assertEquals(Some("a column of type binary"), plan(columns).obstacle)

  @Test
  def aCustomFormatPreventsTheFilterAndTheAggregate(): Unit = {
    val filters = Seq(EqualTo("b", java.time.LocalDate.of(2015, 1, 1)))
    assertTrue(plan("b DATE", filters).selection.isDefined)
    assertTrue(plan("b DATE", filters).aggregates)
    val custom = plan("b DATE", filters, "dateFormat" -> "yyyy")
    assertEquals(None, custom.selection)
    assertFalse(custom.aggregates)
    assertTrue(plan("a INT", Nil, "dateFormat" -> "yyyy").aggregates)
  }

  @Test
  def aNameIsEscapedAsAPointer(): Unit = {
    val schema = StructType.fromDDL("`a/b~c` INT, d INT")
    val filters = Seq(EqualTo("a/b~c", 1))
    val options = JsonPlan.options(new SQLConf, Map.empty)
    val selection = new JsonPlan(new SQLConf, options, schema, schema, filters).selection.get
    assertEquals("/a~1b~0c", selection.tree.get("column").asText)
  }

  private def plan(
      required: String,
      filters: Seq[Filter],
      options: (String, String)*
  ): StorePlan = {
    val conf = new SQLConf
    val parsed = JsonPlan.options(conf, options.toMap)
    val schema = StructType.fromDDL(Columns)
    new JsonPlan(conf, parsed, schema, StructType.fromDDL(required), filters)
  }

  private def plan(required: String): StorePlan = plan(required, Nil)
}
