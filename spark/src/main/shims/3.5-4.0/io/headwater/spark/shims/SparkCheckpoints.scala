package io.headwater.spark.shims

import org.apache.hadoop.conf.Configuration
import org.apache.hadoop.fs.Path
import org.apache.spark.sql.execution.streaming.{CheckpointFileManager => Manager}

/** Where Spark has its classes for checkpoints. Spark 4.1 moved them. */
object SparkCheckpoints {
  type CheckpointFileManager = Manager
  type CancellableFSDataOutputStream = Manager.CancellableFSDataOutputStream

  /** The manager that Spark chooses for a path by its own rules. */
  def create(path: Path, settings: Configuration): CheckpointFileManager =
    Manager.create(path, settings)
}

/** A manager that uses another one. Spark 3.5 and 4.0 do not close managers. */
trait ClosesCheckpoints {
  protected def files: SparkCheckpoints.CheckpointFileManager
}
