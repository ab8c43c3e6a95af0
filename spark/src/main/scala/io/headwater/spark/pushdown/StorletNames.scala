package io.headwater.spark.pushdown

/** The names that Headwater for Spark shares with storlets and the middleware. The tests compare
  * them with `protocol/golden-names`.
  */
object StorletNames {
  val Csv = "csv"
  val Decompress = "decompress"
  val Jsonl = "jsonl"

  /** The value of [[Parameter.Answer]] for typed answers. */
  val Arrow = "arrow"

  /** Why a store refuses a request or a storlet fails. */
  object Reason {
    val Busy = "busy"
    val Engine = "engine"
    val Failed = "failed"
    val Input = "input"
    val Limit = "limit"
    val Parameters = "parameters"
    val Policy = "policy"
    val Storlet = "storlet"
  }

  /** The parameters of storlets. */
  object Parameter {
    val Aggregate = "aggregate"
    val Answer = "answer"
    val CharToEscapeQuoteEscaping = "charToEscapeQuoteEscaping"
    val Columns = "columns"
    val Comment = "comment"
    val Dictionaries = "dictionaries"
    val EmptyValue = "emptyValue"
    val Escape = "escape"
    val Header = "header"
    val HeaderLine = "headerLine"
    val IgnoreLeadingWhiteSpace = "ignoreLeadingWhiteSpace"
    val IgnoreTrailingWhiteSpace = "ignoreTrailingWhiteSpace"
    val Inference = "inference"
    val Limit = "limit"
    val LineSep = "lineSep"
    val NullValue = "nullValue"
    val Quote = "quote"
    val Schema = "schema"
    val Selection = "selection"
    val Sep = "sep"
    val Streams = "streams"
    val Tagged = "tagged"
    val TimeZone = "timeZone"
    val Width = "width"
  }
}
