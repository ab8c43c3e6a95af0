package io.headwater.spark.skipping

import org.apache.hadoop.fs.Path
import org.apache.spark.sql.catalyst.util.ResolveDefaultColumns.EXISTS_DEFAULT_COLUMN_METADATA_KEY
import org.apache.spark.sql.types.{StructField, StructType}

/** What is known of the objects of a scan, from their indexes and manifests.
  *
  * @param schema
  *   the objects' columns as the scan has them
  * @param folders
  *   folders that contain the objects
  */
private[skipping] class DatasetStatistics(
    source: String,
    schema: StructType,
    recorded: RecordedOptions,
    folders: Seq[IndexFolder]
) {
  import DatasetStatistics._

  private val exact = new ExactText(recorded.zone)
  private val columns = StructType(schema.filterNot(field => recorded.corrupt.contains(field.name)))
  private val indexes = folders.map(folder => folder -> folder.index.filter(isUsable))

  private def isUsable(index: SkipIndex): Boolean =
    index.source == source && recorded.isRecordedBy(index.options)

  /** For each index and manifest that covers the object, a function from column name to what is
    * known.
    */
  def of(file: Path, etag: String, length: Long): Seq[ColumnLookup] =
    indexes.filter(_._1.has(file)).flatMap { case (folder, index) =>
      val indexed = index.flatMap(all => folder.indexed(all, file, etag, length).map(all -> _))
      indexed.map { case (all, entry) => lookup(fromIndex(all, entry)) } ++
        Option(folder.ranges(file, etag))
          .filter(_.nonEmpty)
          .map(ranges =>
            lookup { position =>
              val field = columns(position)
              ranges.get(field.name).flatMap(ManifestColumn.of(_, field.dataType, exact))
            }
          )
    }

  /** None for a column that the reader parses in a special way, or fills with a default where an
    * object lacks it.
    */
  private def lookup(known: Int => Option[ColumnStatistics]): ColumnLookup = name =>
    Option(columns.fieldNames.indexOf(name)).filter { position =>
      position >= 0 && isUsable(columns(position))
    } flatMap known

  private def isUsable(field: StructField): Boolean =
    recorded.isExact(field.dataType) &&
      !field.metadata.contains(EXISTS_DEFAULT_COLUMN_METADATA_KEY)

  private def fromIndex(index: SkipIndex, entry: SkipIndex.Indexed)(
      position: Int
  ): Option[ColumnStatistics] =
    entry.columns
      .lift(index.columns.indexWhere(isSame(_, position)))
      .flatten
      .flatMap(_.as(columns(position).dataType, exact))
      .map(known => if (recorded.countsNulls) known else known.copy(mayBeNull = true))

  private def isSame(column: SkipIndex.Column, position: Int): Boolean =
    column.position match {
      case Some(place) => place == position
      case None        =>
        column.name.contains(columns(position).name) &&
        column.dataType.contains(columns(position).dataType.catalogString)
    }
}

private[skipping] object DatasetStatistics {

  /** Returns what is known of a column. */
  type ColumnLookup = String => Option[ColumnStatistics]
}
