package io.headwater.spark

import io.headwater.spark.planning.{
  SettingsCheck,
  SortOfFewRows,
  StoreAggregateStrategy,
  StoreInference,
  StoreScanStrategy
}
import org.apache.spark.SparkEnv
import org.apache.spark.sql.SparkSessionExtensions

/** Makes Headwater's classes Spark's default and plans scans of Headwater paths with
  * [[StoreScanStrategy]].
  *
  * Spark applies extensions before it creates an application's first session. The session's
  * settings start as the application's settings. The defaults are therefore set in the application,
  * unless the user set them. A session's own settings take precedence.
  *
  * The application's settings are available through `SparkEnv`. Extensions receive no session, and
  * rules that receive one run too late for the first streaming query.
  */
object SessionExtensions {
  def install(extensions: SparkSessionExtensions): Unit = {
    StoreInference.install(extensions)
    extensions.injectCheckRule(new SettingsCheck(_))
    extensions.injectPlannerStrategy(new StoreAggregateStrategy(_))
    extensions.injectPlannerStrategy(new StoreScanStrategy(_))
    extensions.injectQueryStagePrepRule(_ => SortOfFewRows)
    Option(SparkEnv.get).foreach { environment =>
      (defaults ++ DeltaLogStores.settings(environment.conf)).foreach { case (name, value) =>
        environment.conf.setIfMissing(name, value)
      }
    }
  }

  /** Spark settings and the values they get if the user set none. */
  val defaults: Map[String, String] = Map(
    "spark.sql.sources.commitProtocolClass" -> classOf[HeadwaterCommitProtocol].getName,
    "spark.sql.streaming.checkpointFileManagerClass" ->
      classOf[HeadwaterCheckpointFileManager].getName,
    // One listing returns a complete folder tree. Spark's own default covers s3a only.
    "spark.sql.sources.useListFilesFileSystemList" -> "s3a,s3,cos,swift,swift2d"
  )
}
