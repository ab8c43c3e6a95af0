package io.headwater.spark.inference

import io.headwater.spark.pushdown.PushableFormat
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType

/** How the columns of a read's files are inferred from those lines that the store finds telling. */
trait Inference {

  /** Whether the columns that Spark infers from the telling lines are those of all lines. */
  def isExact: Boolean

  /** What ends a line; none for `\n`, `\r\n` and `\r`, as they come. */
  def separator: Option[Array[Byte]]

  /** The columns, by Spark's own inference; none if the store cannot help. */
  def schema(lines: InferredLines): Option[StructType]
}

/** A format whose columns can be inferred so.
  *
  * @param name
  *   what users call it
  * @param isWanted
  *   whether a read without a schema has its columns inferred, by its options
  */
case class InferredFormat(
    name: String,
    pushable: PushableFormat,
    isWanted: CaseInsensitiveMap[String] => Boolean,
    inference: (SQLConf, Map[String, String]) => Inference
)
