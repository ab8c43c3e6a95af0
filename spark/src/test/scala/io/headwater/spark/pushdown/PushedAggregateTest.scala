package io.headwater.spark.pushdown

import com.fasterxml.jackson.databind.{JsonNode, ObjectMapper}
import com.fasterxml.jackson.databind.node.IntNode
import io.headwater.spark.GoldenCases
import java.util
import org.apache.spark.sql.catalyst.expressions._
import org.apache.spark.sql.catalyst.expressions.aggregate._
import org.apache.spark.sql.types._
import org.junit.jupiter.api.{DynamicTest, Test, TestFactory}
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import scala.jdk.CollectionConverters._

/** Spark's aggregates become the requests of `protocol/golden-aggregate`, which storlets compute in
  * their tests.
  */
class PushedAggregateTest {
  import PushedAggregateTest._

  @TestFactory
  def aggregatesBecomeTheGoldenRequests: util.List[DynamicTest] =
    Written.map { case (name, aggregate) =>
      DynamicTest.dynamicTest(
        name,
        () => {
          check(GoldenCases.read(s"golden-aggregate/$name.json"), aggregate)
        }
      )
    }.asJava

  @Test
  def wrongRequestsAreRejected(): Unit =
    GoldenCases.wrongCases("golden-aggregate").foreach { case (name, _, golden) =>
      val aggregate = Written.toMap.apply(name)
      assertThrows(classOf[AssertionError], () => check(golden, aggregate))
    }

  @Test
  def everyGoldenRequestIsWrittenOrListed(): Unit = {
    val names = GoldenCases.names("golden-aggregate").filterNot(_.startsWith("refused-"))
    assertEquals(names.toSet, Written.map(_._1).toSet ++ NotWritten)
  }

  @Test
  def aGroupOfFloatingPointNumbersIsNotPushed(): Unit =
    assertEquals(None, StoreGroup.of(column(0, DoubleType)))

  @Test
  def aSumOfFloatingPointNumbersIsPushedIfItsOrderDoesNotMatter(): Unit = {
    val sum = Sum(column(0, DoubleType))
    assertEquals(None, StoreFunction.of(sum, floatingSums = false))
    val calls = StoreFunction.of(sum, floatingSums = true).map(_.calls.map(_._1))
    assertEquals(Some(Seq("sum")), calls)
  }

  private def check(golden: JsonNode, aggregate: PushedAggregate): Unit =
    assertEquals(golden.get("aggregate"), request(aggregate))

  private def request(aggregate: PushedAggregate): JsonNode = {
    val (name, document) = aggregate.parameter(column => IntNode.valueOf(position(column)))
    assertEquals("aggregate", name)
    new ObjectMapper().readTree(document)
  }
}

object PushedAggregateTest {
  private def column(position: Int, dataType: DataType): AttributeReference =
    AttributeReference(s"c$position", dataType)()

  private def position(column: Attribute): Int = column.name.drop(1).toInt

  private def aggregate(columns: Attribute*)(groups: Expression*)(
      functions: DeclarativeAggregate*
  ): PushedAggregate = PushedAggregate(
    columns,
    Seq.empty,
    groups.map(group => StoreGroup.of(group).get -> group),
    functions.map(each => StoreFunction.of(each, floatingSums = true).get -> each)
  )

  private val rows = Count(Literal(1))
  private val text = column(0, StringType)
  private val number = column(1, IntegerType)
  private val decimal = column(1, DecimalType(20, 3))
  private val third = column(2, IntegerType)

  /** The golden requests that Spark writes. */
  private val Written: Seq[(String, PushedAggregate)] = Seq(
    "first" -> aggregate(text, number)(text)(First(number, ignoreNulls = false)),
    "groups" -> aggregate(text, decimal, third)(text, third)(
      rows,
      Count(decimal),
      Sum(decimal),
      Min(decimal),
      Max(decimal)
    ),
    "no-columns" -> aggregate()()(rows),
    "no-group" -> aggregate(number)()(rows, Sum(number), Max(number)),
    "no-rows" -> aggregate(number)()(rows),
    "only-groups" -> aggregate(text)(text)(),
    "passed-on" -> aggregate(text, decimal, third)(text)(rows),
    "substring" -> {
      val second = column(1, StringType)
      aggregate(text, second)(
        Substring(text, Literal(0), Literal(7)),
        Substring(second, Literal(2), Literal(2))
      )(rows)
    },
    "sum-of-double" -> {
      val double = column(0, DoubleType)
      aggregate(double)()(Average(double))
    },
    "sum-of-long" -> {
      val long = column(1, LongType)
      aggregate(text, long)(text)(Sum(long), rows)
    },
    "texts" -> aggregate(text)()(Min(text), Max(text), First(text, ignoreNulls = false)),
    "types" -> {
      val types = Seq(ByteType, BooleanType, DateType, TimestampType, TimestampNTZType) :+
        DecimalType(4, 2) :+ DoubleType :+ FloatType
      val columns = types.zipWithIndex.map { case (dataType, index) => column(index, dataType) }
      val (double, float) = (columns(6), columns(7))
      aggregate(columns: _*)(columns.take(6): _*)(
        Max(double),
        Max(float),
        First(double, ignoreNulls = false),
        Sum(float)
      )
    },
    "width" -> aggregate(text)()(rows),
    "zeros" -> {
      val double = column(0, DoubleType)
      aggregate(double)()(Min(double), Max(double))
    }
  )

  /** A sum for which Spark's decimal has no more room is not pushed. */
  private val NotWritten = Set("sum-of-decimal")
}
