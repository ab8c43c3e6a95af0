package io.headwater.spark.planning

import io.headwater.spark.config.ScanSettings
import org.apache.spark.sql.SparkSession
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan

/** Checks the scan settings of each query that reads files of Headwater paths, before it is
  * planned.
  */
class SettingsCheck(session: SparkSession) extends (LogicalPlan => Unit) {
  private val scans = new StoreScans(session)

  override def apply(plan: LogicalPlan): Unit = {
    lazy val settings = session.conf.getAll
    plan.foreach {
      case FileRelation(_, files) if scans.readsStore(files) =>
        ScanSettings.check(files.options, settings)
      case _ =>
    }
  }
}
