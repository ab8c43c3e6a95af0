package io.headwater.spark.planning

import org.apache.spark.sql.SparkSessionExtensions

/** Installs nothing. Spark 3.5 infers columns before it has a plan, so that no rule can replace its
  * inference.
  */
object StoreInference {
  def install(extensions: SparkSessionExtensions): Unit = ()
}
