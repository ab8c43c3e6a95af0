package io.headwater.spark.inference

import io.headwater.spark.csv.CsvInference
import io.headwater.spark.json.JsonInference
import io.headwater.spark.pushdown.StoreScans
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, UnresolvedDataSource}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.execution.datasources.{DataSource, HadoopFsRelation}
import org.apache.spark.sql.internal.SessionStateHelper
import org.apache.spark.sql.types.StructType
import org.slf4j.LoggerFactory
import scala.util.control.NonFatal

/** Has Spark infer the columns of files from the lines that the store finds to be the first of
  * their kind, instead of all: `docs/storlets/csv.md` and `docs/storlets/jsonl.md`, "Inference".
  *
  * It comes before the rules by which Spark resolves a source: the schema is then one that a user
  * might have given.
  */
class InferenceRule(session: SparkSession) extends Rule[LogicalPlan] {
  import InferenceRule._

  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
    case source @ UnresolvedDataSource(name, None, options, false, paths) =>
      val wanted = Formats.find { format =>
        format.name.equalsIgnoreCase(name) && format.isWanted(options) &&
        !Foreign.exists(options.contains)
      }
      val found = wanted.flatMap(inferredOrNot(_, options, paths))
      found.fold(source)(schema => source.copy(userSpecifiedSchema = Some(schema)))
  }

  /** The files' columns, if the store can help to find them. What fails here Spark does again, and
    * fails in its own words.
    */
  private def inferredOrNot(
      format: InferredFormat,
      options: CaseInsensitiveMap[String],
      paths: Seq[String]
  ): Option[StructType] =
    try inferred(format, options, paths)
    catch {
      case NonFatal(failure) =>
        Log.info("The store's help to infer columns failed: Spark reads all lines", failure)
        None
    }

  private def inferred(
      format: InferredFormat,
      options: CaseInsensitiveMap[String],
      paths: Seq[String]
  ): Option[StructType] = {
    val read = options.originalMap
    val inference = format.inference(SessionStateHelper.getSqlConf(session), read)
    val scans = new StoreScans(session)
    val all = options.get("path").toSeq ++ paths
    if (inference.isExact && scans.mayBePushable(all, read, format.pushable)) {
      val files = listed(format, read, paths)
      val lines = new InferredLines(session, files, format.pushable.storlet, inference.separator)
      Option
        .when(scans.isPushable(files, format.pushable))(inference.schema(lines))
        .flatten
        // Which of two columns of a name is which, a schema that is given does not tell.
        .filterNot(_.exists(column => isPartition(files, column.name)))
    } else None
  }

  /** The files as Spark lists them; without a schema it would infer one. */
  private def listed(
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

  /** With these Spark's inference reads other lines than those of the files, or in another order.
    */
  private val Foreign = Seq("wholetext", "basePath")
}
