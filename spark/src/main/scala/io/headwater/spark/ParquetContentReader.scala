package io.headwater.spark

import io.headwater.commit.manifest.{ColumnRange, ContentReader, FileContent}
import java.io.{ByteArrayInputStream, EOFException}
import java.util.Optional
import org.apache.parquet.hadoop.ParquetFileReader
import org.apache.parquet.hadoop.metadata.{BlockMetaData, ColumnChunkMetaData}
import org.apache.parquet.io.{DelegatingSeekableInputStream, InputFile, SeekableInputStream}
import scala.jdk.CollectionConverters._
import scala.jdk.OptionConverters._
import scala.language.existentials
import scala.util.{Try, Using}

/** Reads a Parquet file's row count and column ranges from its footer, just after the file was
  * written.
  */
class ParquetContentReader extends ContentReader {
  import ParquetContentReader._

  override def isFor(name: String): Boolean = name.endsWith(".parquet")

  /** Empty if the footer is longer than the tail or cannot be read. The manifest then records no
    * statistics.
    */
  override def read(tail: Array[Byte], length: Long): Optional[FileContent] =
    Try(Using.resource(ParquetFileReader.open(new TailFile(tail, length)))(content)).toOption.toJava
}

private object ParquetContentReader {

  /** The maximum number of columns to record. A manifest stores them for every file. */
  private val MaxColumns = 32

  /** Bounds with a longer text are left out. */
  private val MaxBoundLength = 256

  private def content(reader: ParquetFileReader): FileContent = {
    val blocks = reader.getFooter.getBlocks.asScala.toSeq
    new FileContent(blocks.map(_.getRowCount).sum, columns(blocks).asJava)
  }

  private def columns(blocks: Seq[BlockMetaData]): Map[String, ColumnRange] =
    blocks
      .flatMap(_.getColumns.asScala)
      .filter(_.getPath.size == 1)
      .groupBy(_.getPath.toDotString)
      .toSeq
      .sortBy { case (_, chunks) => chunks.head.getFirstDataPageOffset }
      .take(MaxColumns)
      .flatMap { case (name, chunks) => range(chunks).map(name -> _) }
      .toMap

  private def range(chunks: Seq[ColumnChunkMetaData]): Option[ColumnRange] = {
    val known = chunks.filter(chunk => Option(chunk.getStatistics).exists(_.isNumNullsSet))
    if (known.size < chunks.size) None
    else {
      val nulls = chunks.map(_.getStatistics.getNumNulls).sum
      val bounds = if (chunks.forall(areBoundsKnown)) bound(chunks) else None
      Some(new ColumnRange(bounds.map(_._1).orNull, bounds.map(_._2).orNull, nulls))
    }
  }

  private def areBoundsKnown(chunk: ColumnChunkMetaData): Boolean =
    chunk.getStatistics.hasNonNullValue || chunk.getStatistics.getNumNulls == chunk.getValueCount

  private def bound(chunks: Seq[ColumnChunkMetaData]): Option[(String, String)] = {
    val merged = chunks.head.getStatistics.copy()
    chunks.tail.foreach(chunk => merged.mergeStatistics(chunk.getStatistics))
    Option
      .when(merged.hasNonNullValue)((merged.minAsString, merged.maxAsString))
      .filter { case (min, max) => min.length <= MaxBoundLength && max.length <= MaxBoundLength }
  }

  /** A file of which only the last bytes are available. */
  private class TailFile(tail: Array[Byte], length: Long) extends InputFile {
    override def getLength: Long = length
    override def newStream(): SeekableInputStream = new TailStream(tail, length - tail.length)
  }

  private class TailBytes(tail: Array[Byte]) extends ByteArrayInputStream(tail) {
    def position: Int = pos

    def seek(to: Int): Unit = pos = to
  }

  private class TailStream(bytes: TailBytes, start: Long)
      extends DelegatingSeekableInputStream(bytes) {
    def this(tail: Array[Byte], start: Long) = this(new TailBytes(tail), start)

    override def getPos: Long = start + bytes.position

    override def seek(to: Long): Unit = {
      if (to < start) throw new EOFException(s"byte $to is before the available tail")
      bytes.seek((to - start).toInt)
    }
  }
}
