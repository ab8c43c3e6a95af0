package io.headwater.spark.planning

import io.headwater.spark.config.ScanSettings
import io.headwater.spark.csv.CsvInference
import io.headwater.spark.inference.{InferredFormat, InferredLines}
import io.headwater.spark.json.JsonInference
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, UnresolvedDataSource}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.execution.datasources.{DataSource, HadoopFsRelation}
import org.apache.spark.sql.headwater.LineInternals.ClassicSession
import org.apache.spark.sql.headwater.SparkInternals
import org.apache.spark.sql.types.StructType
import org.slf4j.LoggerFactory
import scala.util.control.NonFatal

/** Lets Spark infer the columns of files from a sample of lines instead of all lines. The store
  * selects the first line of each kind: `docs/reference/csv.md` and `docs/reference/jsonl.md`,
  * "Inference".
  *
  * The rule runs before Spark resolves sources. The inferred schema then looks like one that the
  * user specified.
  */
class InferenceRule(session: ClassicSession) extends Rule[LogicalPlan] {
  import InferenceRule._

  private val scans = new StoreScans(session)

  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
    case source @ UnresolvedDataSource(name, None, options, false, paths) =>
      val format = Formats.find { candidate =>
        candidate.name.equalsIgnoreCase(name) && candidate.isEnabled(options) &&
        !UnsupportedOptions.exists(options.contains)
      }
      val stored = format.filter(each => orElse(false)(mayBePushable(each, options, paths)))
      // An impossible value of the setting fails the read here, not the inference.
      val pushable = stored.filter(_ => scans.isOn(options.originalMap, ScanSettings.Pushdown))
      val schema =
        pushable.flatMap(each => orElse[Option[StructType]](None)(infer(each, options, paths)))
      schema.fold(source)(_ => source.copy(userSpecifiedSchema = schema))
  }

  /** The result of an attempt, or else another one. After an error Spark infers the columns again
    * and reports its own errors.
    */
  private def orElse[A](other: A)(attempt: => A): A =
    try attempt
    catch {
      case NonFatal(failure) =>
        Log.info("Inferring columns from a sample failed; Spark reads all lines", failure)
        other
    }

  private def mayBePushable(
      format: InferredFormat,
      options: CaseInsensitiveMap[String],
      paths: Seq[String]
  ): Boolean =
    scans.mayBePushable(options.get("path").toSeq ++ paths, options.originalMap, format.pushable)

  /** The files' columns, if the store can help to find them. */
  private def infer(
      format: InferredFormat,
      options: CaseInsensitiveMap[String],
      paths: Seq[String]
  ): Option[StructType] = {
    val read = options.originalMap
    val inference = format.inference(SparkInternals.sqlConf(session), read)
    if (inference.isExact) {
      val files = list(format, read, paths)
      val lines = new InferredLines(session, files, format.pushable.storlet, inference.separator)
      Option
        .when(scans.isPushable(files, format.pushable))(inference.schema(lines))
        .flatten
        // With a specified schema, Spark could not distinguish two columns of the same name.
        .filterNot(_.exists(column => isPartition(files, column.name)))
    } else None
  }

  /** The files as Spark lists them. The dummy schema keeps Spark from inferring one. */
  private def list(
      format: InferredFormat,
      options: Map[String, String],
      paths: Seq[String]
  ): HadoopFsRelation =
    DataSource(
      session,
      className = format.pushable.plain.getClass.getName,
      paths = paths,
      userSpecifiedSchema = Some(InferredLines.Schema),
      options = options
    ).resolveRelation().asInstanceOf[HadoopFsRelation]

  private def isPartition(files: HadoopFsRelation, name: String): Boolean =
    files.partitionSchema.exists(_.name.equalsIgnoreCase(name))
}

object InferenceRule {
  private val Log = LoggerFactory.getLogger(classOf[InferenceRule])
  private val Formats = Seq(CsvInference.Format, JsonInference.Format)

  /** With these options Spark's inference reads other lines than the files', or in another order.
    */
  private val UnsupportedOptions = Seq("wholetext", "basePath")
}
