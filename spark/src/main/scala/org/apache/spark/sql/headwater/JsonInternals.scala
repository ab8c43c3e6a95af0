package org.apache.spark.sql.headwater

import org.apache.spark.sql.catalyst.json

/** Spark's JSON classes, which Spark 3.5 does not publish. */
object JsonInternals {
  type JSONOptions = json.JSONOptions
  val JSONOptions = json.JSONOptions
  type JSONOptionsInRead = json.JSONOptionsInRead

  /** The object with the functions that create parsers. */
  val createJacksonParser: AnyRef = json.CreateJacksonParser
}
