package io.headwater.spark.pushdown

import com.fasterxml.jackson.databind.JsonNode
import com.fasterxml.jackson.databind.node.IntNode
import io.headwater.spark.GoldenCases
import java.time.{Instant, LocalDate, LocalDateTime}
import java.util
import org.apache.spark.sql.sources._
import org.apache.spark.sql.types.StructType
import org.junit.jupiter.api.{DynamicTest, Test, TestFactory}
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import scala.jdk.CollectionConverters._

/** Spark's filters become the selections of `protocol/golden-selection`, which storlets evaluate in
  * their tests.
  */
class SelectionTest {
  import SelectionTest._

  @TestFactory
  def filtersBecomeTheGoldenSelections: util.List[DynamicTest] =
    Written.map { case (name, (columns, filters)) =>
      DynamicTest.dynamicTest(
        name,
        () => {
          check(GoldenCases.read(s"golden-selection/$name.json"), columns, filters)
        }
      )
    }.asJava

  @Test
  def wrongSelectionsAreRejected(): Unit =
    GoldenCases.wrongCases("golden-selection").foreach { case (name, _, golden) =>
      val (columns, filters) = Written.toMap.apply(name)
      assertThrows(classOf[AssertionError], () => check(golden, columns, filters))
    }

  @Test
  def everyGoldenSelectionIsWrittenOrListed(): Unit = {
    val names = GoldenCases.names("golden-selection").filterNot(_.startsWith("refused-"))
    assertEquals(names.toSet, Written.map(_._1).toSet ++ NotWritten)
  }

  @Test
  def aFilterThatNoStorletEvaluatesIsLeftOut(): Unit = {
    val pushable = EqualTo("a", 1)
    val pushed = selection("a INT, b BINARY").of(Seq(pushable, EqualTo("b", Array[Byte](1)))).get
    assertEquals(Seq(pushable), pushed.filters)
    assertEquals(None, selection("a INT").of(Seq(Or(pushable, AlwaysTrue()))))
    assertEquals(None, selection("a DOUBLE").of(Seq(GreaterThan("a", Double.NaN))))
    assertEquals(None, selection("a DATE").of(Seq(EqualTo("a", LocalDate.of(10000, 1, 1)))))
  }

  @Test
  def aColumnThatStorletsReadDifferentlyIsLeftOut(): Unit = {
    val schema = StructType.fromDDL("a INT")
    val filters = Seq[Filter](EqualTo("a", 1))
    assertEquals(None, new Selection(schema, IntNode.valueOf(_), _ => false).of(filters))
  }

  @Test
  def aListTooLongForARequestIsLeftOut(): Unit = {
    val list = In("a", Array.tabulate[Any](5000)(_ + 100000))
    val pushed = selection("a INT").of(Seq(EqualTo("a", 1), list)).get
    assertTrue(pushed.tree.toString.length < 1000)
    assertEquals(1, pushed.filters.length)
  }

  private def check(golden: JsonNode, columns: String, filters: Seq[Filter]): Unit = {
    val written = selection(columns).of(filters).map(_.tree)
    assertEquals(Some(golden.get("selection")), written)
  }

  private def selection(columns: String): Selection =
    new Selection(StructType.fromDDL(columns), IntNode.valueOf(_), _ => true)
}

object SelectionTest {
  private val Numbers = "a INT, b INT"
  private val Positive = Seq("a", "b").map(GreaterThan(_, 0))

  /** The golden selections that Spark writes: their names, with columns and filters. */
  private val Written: Seq[(String, (String, Seq[Filter]))] = Seq(
    "boolean" -> ("a BOOLEAN" -> Seq(EqualTo("a", true))),
    "byte" -> ("a TINYINT" -> Seq(LessThan("a", (-1).toByte))),
    "compare-eq" -> (Numbers -> Seq(EqualTo("b", 10))),
    "compare-ge" -> (Numbers -> Seq(GreaterThanOrEqual("b", 10))),
    "compare-gt" -> (Numbers -> Seq(GreaterThan("b", 10))),
    "compare-le" -> (Numbers -> Seq(LessThanOrEqual("b", 10))),
    "compare-lt" -> (Numbers -> Seq(LessThan("b", 10))),
    "contains" -> ("a STRING" -> Seq(StringContains("a", "x,y"))),
    "date" -> ("a DATE" -> Seq(LessThan("a", LocalDate.of(2016, 2, 29)))),
    "decimal-is-exact" ->
      ("a DECIMAL(20,2)" -> Seq(EqualTo("a", new java.math.BigDecimal("0.10")))),
    "double-with-exponent" -> ("a DOUBLE" -> Seq(GreaterThanOrEqual("a", 1e10))),
    "double" -> ("a DOUBLE" -> Seq(GreaterThanOrEqual("a", 0.1))),
    "doubtful-quotes" ->
      ("a STRING, b STRING, c STRING" -> Seq(EqualTo("a", "a"), EqualTo("c", "c"))),
    "empty-value" -> ("a STRING, b STRING" -> Seq(EqualTo("b", "(empty)"))),
    "float" -> ("a FLOAT" -> Seq(EqualTo("a", 0.1f))),
    "in-with-null" -> ("a INT" -> Seq(In("a", Array(10, null)))),
    "in" -> ("a INT" -> Seq(In("a", Array(30, 10, 20)))),
    "long-is-exact" -> ("a BIGINT" -> Seq(LessThan("a", Long.MaxValue))),
    "no-quote" -> ("a STRING, b STRING" -> Seq(EqualTo("b", "\"b"))),
    "not-in-with-null" -> ("a INT" -> Seq(Not(In("a", Array(10, null))))),
    "not-null-of-a-number" -> ("a INT" -> Seq(IsNotNull("a"))),
    "not-of-and" -> (Numbers -> Seq(Not(And(Positive.head, Positive.last)))),
    "null-of-a-number" -> ("a INT" -> Seq(IsNull("a"))),
    "null-of-a-text" -> ("a STRING, b STRING" -> Seq(IsNull("b"))),
    "null-safe-equality" -> ("a INT" -> Seq(EqualNullSafe("a", 1))),
    "null-value" -> ("a STRING, b STRING" -> Seq(EqualNullSafe("b", null))),
    "prefix" -> ("a STRING" -> Seq(StringStartsWith("a", "a"))),
    "short" -> ("a SMALLINT" -> Seq(GreaterThan("a", Short.MinValue))),
    "string-order" -> ("a STRING" -> Seq(GreaterThan("a", "é"))),
    "suffix" -> ("a STRING" -> Seq(StringEndsWith("a", "é"))),
    "three-valued-and" -> (Numbers -> Positive),
    "three-valued-not" -> (Numbers -> Seq(Not(Positive.head))),
    "three-valued-or" -> (Numbers -> Seq(Or(Positive.head, Positive.last))),
    "timestamp-ntz-with-microseconds" ->
      ("a TIMESTAMP_NTZ" ->
        Seq(LessThanOrEqual("a", LocalDateTime.parse("2015-01-01T00:00:00.5")))),
    "timestamp-with-microseconds" ->
      ("a TIMESTAMP" -> Seq(LessThan("a", Instant.parse("2015-01-01T00:00:00.000001Z")))),
    "trimming-an-end" -> (Numbers -> Seq(EqualTo("b", 1))),
    "trimming" -> (Numbers -> Seq(EqualTo("b", 1))),
    "width" -> ("a INT, b INT, c INT" -> Seq(GreaterThan("c", 0)))
  )

  /** Spark writes these in other forms: `ne` as a negated `eq`, literals with other digits. */
  private val NotWritten =
    Set("compare-ne", "negative-zero", "timestamp", "timestamp-in-a-zone", "timestamp-ntz")
}
