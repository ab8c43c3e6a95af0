package io.headwater.spark.json

import com.fasterxml.jackson.core.{JsonFactory, JsonParser}
import java.lang.reflect.InvocationTargetException
import org.apache.hadoop.io.Text
import org.apache.spark.sql.headwater.JsonInternals

/** Spark's `CreateJacksonParser.text`, found by reflection. The bundle relocates Jackson, so a
  * compiled call would refer to the bundle's Jackson instead of Spark's.
  */
object SparkJackson {
  private val text = JsonInternals.createJacksonParser.getClass.getMethods
    .find(method => method.getName == "text" && method.getParameterCount == 2)
    .getOrElse(throw new NoSuchMethodError("CreateJacksonParser.text of two parameters"))

  private val untyped: (AnyRef, AnyRef) => AnyRef = (factory, line) =>
    try text.invoke(JsonInternals.createJacksonParser, factory, line)
    catch { case failure: InvocationTargetException => throw failure.getCause }

  /** Creates a parser of a line. */
  val createParser: (JsonFactory, Text) => JsonParser =
    untyped.asInstanceOf[(JsonFactory, Text) => JsonParser]
}
