package io.headwater.spark.inference

import io.headwater.spark.pushdown.PushableFormat
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType

/** Infers the columns of files from a sample of lines that a storlet selects. */
trait Inference {

  /** Whether Spark infers the same columns from the sample as from all lines. */
  def isExact: Boolean

  /** The line separator. None means `\n`, `\r\n` and `\r`, also mixed. */
  def separator: Option[Array[Byte]]

  /** The columns, by Spark's own inference, or none if the store cannot help. */
  def schema(lines: InferredLines): Option[StructType]
}

/** A format whose columns can be inferred with the store's help.
  *
  * @param name
  *   the user-visible name
  * @param isEnabled
  *   whether the options of a read without a schema turn inference on
  */
case class InferredFormat(
    name: String,
    pushable: PushableFormat,
    isEnabled: CaseInsensitiveMap[String] => Boolean,
    inference: (SQLConf, Map[String, String]) => Inference
)
