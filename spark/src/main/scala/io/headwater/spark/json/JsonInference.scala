package io.headwater.spark.json

import io.headwater.spark.inference.{Inference, InferredFormat, InferredLines}
import org.apache.spark.sql.execution.datasources.json.TextInputJsonDataSource
import org.apache.spark.sql.internal.SQLConf
import org.apache.spark.sql.types.StructType

/** What the store can do for the inference of a schema: it tells kinds of values apart, and not
  * what their texts stand for.
  */
class JsonInference(conf: SQLConf, read: Map[String, String]) extends Inference {
  private val options = JsonPlan.options(conf, read)

  override def isExact: Boolean =
    JsonPlan.obstacle(options).isEmpty && options.samplingRatio == 1.0 &&
      !options.prefersDecimal && !options.inferTimestamp

  override def separator: Option[Array[Byte]] = options.lineSeparatorInRead

  override def schema(lines: InferredLines): Option[StructType] = {
    val told = Seq("inference" -> "true") ++ options.lineSeparator.map("lineSep" -> _)
    Some(TextInputJsonDataSource.inferFromDataset(lines.telling(told), options))
  }
}

object JsonInference {

  /** What is inferred wherever no schema is given. */
  val Format: InferredFormat =
    InferredFormat("json", JsonFormat, _ => true, new JsonInference(_, _))
}
