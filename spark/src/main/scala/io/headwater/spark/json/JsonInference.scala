package io.headwater.spark.json

import io.headwater.spark.inference.{Inference, InferredFormat, InferredLines}
import io.headwater.spark.pushdown.StorletNames.Parameter
import org.apache.spark.sql.execution.datasources.json.TextInputJsonDataSource
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType

/** Schema inference of JSON lines with the store's help. The storlet distinguishes kinds of values,
  * but does not parse texts.
  */
class JsonInference(conf: SQLConf, read: Map[String, String]) extends Inference {
  private val options = JsonPlan.options(conf, read)

  override def isExact: Boolean =
    JsonPlan.obstacle(options).isEmpty && options.samplingRatio == 1.0 &&
      !options.prefersDecimal && !options.inferTimestamp

  override def separator: Option[Array[Byte]] = options.lineSeparatorInRead

  override def schema(lines: InferredLines): Option[StructType] = {
    val parameters =
      Seq(Parameter.Inference -> "true") ++ options.lineSeparator.map(Parameter.LineSep -> _)
    Some(TextInputJsonDataSource.inferFromDataset(lines.sample(parameters), options))
  }
}

object JsonInference {

  /** JSON inference, used whenever no schema is specified. */
  val Format: InferredFormat =
    InferredFormat("json", JsonFormat, _ => true, new JsonInference(_, _))
}
