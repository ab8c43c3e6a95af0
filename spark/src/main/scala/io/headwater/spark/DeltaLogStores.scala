package io.headwater.spark

import io.headwater.spark.planning.Schemes
import org.apache.hadoop.conf.Configuration
import org.apache.spark.SparkConf

/** Delta Lake's settings that give it Headwater's log store, for the schemes of Headwater's file
  * systems.
  */
private[spark] object DeltaLogStores {
  private val LogStore = "io.headwater.lakehouse.HeadwaterLogStore"
  private val Names = Seq("s3", "s3a", "cos", "swift", "swift2d")

  /** The settings, or none if Delta Lake is absent or the user names a log store for all schemes.
    *
    * Delta Lake accepts each name with `spark.` and without it, but not two different values.
    */
  def settings(conf: SparkConf): Map[String, String] =
    if (!isLoadable || isSet(conf, "delta.logStore.class")) Map.empty
    else {
      val hadoop = hadoopConfiguration(conf)
      Names
        .map(scheme => scheme -> s"delta.logStore.$scheme.impl")
        .collect {
          case (scheme, name) if Schemes.isOurs(scheme, hadoop) && !isSet(conf, name) =>
            s"spark.$name" -> LogStore
        }
        .toMap
    }

  private def isSet(conf: SparkConf, name: String): Boolean =
    conf.contains(name) || conf.contains(s"spark.$name")

  /** Whether Delta Lake's classes, which the log store extends, are where Headwater's are. */
  private def isLoadable: Boolean =
    try {
      Class.forName(LogStore, false, getClass.getClassLoader)
      true
    } catch {
      case _: LinkageError => false
    }

  private def hadoopConfiguration(conf: SparkConf): Configuration = {
    val hadoop = new Configuration
    conf.getAllWithPrefix("spark.hadoop.").foreach { case (name, value) => hadoop.set(name, value) }
    hadoop
  }
}
