package io.headwater.spark

import io.headwater.spark.inference.InferenceRule
import io.headwater.spark.pushdown.{SortOfFewRows, StoreAggregateStrategy, StoreScanStrategy}
import org.apache.spark.SparkEnv
import org.apache.spark.sql.{SparkSessionExtensions, SparkSessionExtensionsProvider}
import org.apache.spark.sql.classic.SparkSession

/** Makes Headwater's classes Spark's default, and has scans of Headwater paths planned by
  * [[StoreScanStrategy]]. Spark finds this class by its service file, and applies it before it
  * makes an application's first session, whose settings begin as those of the application: so they
  * are set there, each unless the user has set it. A session's own settings come before them.
  *
  * The application's settings are reached by `SparkEnv`, since extensions are given no session, and
  * rules that run with one run too late for the first streaming query.
  */
class HeadwaterExtensions extends SparkSessionExtensionsProvider {
  override def apply(extensions: SparkSessionExtensions): Unit = {
    // Of the rules that may be added, those of hints come before Spark resolves sources.
    extensions.injectHintResolutionRule { session =>
      new InferenceRule(session.asInstanceOf[SparkSession])
    }
    extensions.injectPlannerStrategy(new StoreAggregateStrategy(_))
    extensions.injectPlannerStrategy(new StoreScanStrategy(_))
    extensions.injectQueryStagePrepRule(_ => SortOfFewRows)
    Option(SparkEnv.get).foreach { environment =>
      HeadwaterExtensions.defaults.foreach { case (name, value) =>
        environment.conf.setIfMissing(name, value)
      }
    }
  }
}

object HeadwaterExtensions {

  /** Spark's settings, and what they are where the user has set none. */
  val defaults: Map[String, String] = Map(
    "spark.sql.sources.commitProtocolClass" -> classOf[HeadwaterCommitProtocol].getName,
    "spark.sql.streaming.checkpointFileManagerClass" ->
      classOf[HeadwaterCheckpointFileManager].getName,
    // A tree of folders is one listing. Spark's own default has s3a.
    "spark.sql.sources.useListFilesFileSystemList" -> "s3a,s3,cos,swift,swift2d"
  )
}
