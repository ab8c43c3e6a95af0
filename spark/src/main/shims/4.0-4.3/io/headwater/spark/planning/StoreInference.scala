package io.headwater.spark.planning

import org.apache.spark.sql.SparkSessionExtensions
import org.apache.spark.sql.headwater.LineInternals.ClassicSession

/** Installs the inference of columns from a sample. */
object StoreInference {

  /** Hint resolution rules are the only rules that run before Spark resolves sources. */
  def install(extensions: SparkSessionExtensions): Unit =
    extensions.injectHintResolutionRule { session =>
      new InferenceRule(session.asInstanceOf[ClassicSession])
    }
}
