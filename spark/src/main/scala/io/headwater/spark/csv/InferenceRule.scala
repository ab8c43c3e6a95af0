package io.headwater.spark.csv

import io.headwater.spark.pushdown.{
  ObjectFileIndex,
  ReadMetrics,
  StoreCall,
  StoreScans,
  UnpartitionedFiles
}
import java.util.UUID
import org.apache.spark.sql.{Dataset, Encoders}
import org.apache.spark.sql.catalyst.plans.logical.{LogicalPlan, UnresolvedDataSource}
import org.apache.spark.sql.catalyst.rules.Rule
import org.apache.spark.sql.catalyst.util.CaseInsensitiveMap
import org.apache.spark.sql.classic.SparkSession
import org.apache.spark.sql.execution.datasources.{
  DataSource,
  FileFormat,
  HadoopFsRelation,
  PartitioningAwareFileIndex
}
import org.apache.spark.sql.execution.datasources.csv.{
  CSVFileFormat,
  CSVUtils,
  TextInputCSVDataSource
}
import org.apache.spark.sql.execution.datasources.text.TextFileFormat
import org.apache.spark.sql.internal.SessionStateHelper
import org.apache.spark.sql.types.{StringType, StructField, StructType}
import org.slf4j.LoggerFactory
import scala.util.control.NonFatal

/** Has Spark infer the columns of CSV files (`inferSchema`) from the lines that the store finds to
  * be the first of their kind, instead of all: `docs/storlets/csv.md`, "Inference".
  *
  * It comes before the rules by which Spark resolves a source: the schema is then one that a user
  * might have given.
  */
class InferenceRule(session: SparkSession) extends Rule[LogicalPlan] {
  import InferenceRule._

  override def apply(plan: LogicalPlan): LogicalPlan = plan.resolveOperators {
    case source @ UnresolvedDataSource(format, None, options, false, paths)
        if format.equalsIgnoreCase("csv") && isWanted(options) =>
      inferredOrNot(options, paths).fold(source)(found =>
        source.copy(userSpecifiedSchema = Some(found))
      )
  }

  private def isWanted(options: CaseInsensitiveMap[String]): Boolean =
    options.get("inferSchema").exists(_.equalsIgnoreCase("true")) && !Foreign.exists(
      options.contains
    )

  /** The files' columns, if the store can help to find them. What fails here Spark does again, and
    * fails in its own words.
    */
  private def inferredOrNot(
      options: CaseInsensitiveMap[String],
      paths: Seq[String]
  ): Option[StructType] =
    try inferred(options, paths)
    catch {
      case NonFatal(failure) =>
        Log.info("The store's help to infer columns failed: Spark reads all lines", failure)
        None
    }

  private def inferred(
      options: CaseInsensitiveMap[String],
      paths: Seq[String]
  ): Option[StructType] = {
    val read = options.originalMap
    val plan = new CsvInference(SessionStateHelper.getSqlConf(session), read)
    val scans = new StoreScans(session)
    val all = options.get("path").toSeq ++ paths
    if (plan.isExact && scans.mayBePushable(all, read, CsvFormat)) {
      val files = listed(read, paths)
      Option
        .when(scans.isPushable(files, CsvFormat))(schema(files, plan))
        .flatten
        // Which of two columns of a name is which, a schema that is given does not tell.
        .filterNot(_.exists(column => isPartition(files, column.name)))
    } else None
  }

  private def schema(files: HadoopFsRelation, plan: CsvInference): Option[StructType] = {
    val plain = CSVUtils.filterCommentAndEmpty(lines(files, new TextFileFormat), plan.options)
    for {
      first <- plain.take(1).headOption
      parameters <- plan.parameters(first)
    } yield {
      val call = StoreCall("csv", parameters, ReadMetrics(session.sparkContext))
      val telling = lines(files, new TellingLines(UUID.randomUUID.toString, call))
      TextInputCSVDataSource.inferFromDataset(session, telling, Some(first), plan.options)
    }
  }

  /** The files as Spark lists them; without a schema it would infer one. */
  private def listed(options: Map[String, String], paths: Seq[String]): HadoopFsRelation =
    DataSource(
      session,
      className = classOf[CSVFileFormat].getName,
      paths = paths,
      userSpecifiedSchema = Some(Lines),
      options = options
    ).resolveRelation().asInstanceOf[HadoopFsRelation]

  private def lines(files: HadoopFsRelation, format: FileFormat): Dataset[String] = {
    val all =
      ObjectFileIndex(UnpartitionedFiles(files.location.asInstanceOf[PartitioningAwareFileIndex]))
    val relation =
      HadoopFsRelation(all, StructType(Nil), Lines, None, format, files.options)(session)
    session.baseRelationToDataFrame(relation).select("value").as(Encoders.STRING)
  }

  private def isPartition(files: HadoopFsRelation, name: String): Boolean =
    files.partitionSchema.exists(_.name.equalsIgnoreCase(name))
}

object InferenceRule {
  private val Log = LoggerFactory.getLogger(classOf[InferenceRule])

  /** With these Spark's inference reads other lines than those of the files, or in another order.
    */
  private val Foreign = Seq("wholetext", "basePath")
  private val Lines = StructType(Seq(StructField("value", StringType)))
}
