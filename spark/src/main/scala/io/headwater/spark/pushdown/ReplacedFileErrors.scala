package io.headwater.spark.pushdown

import io.headwater.fs.read.ReplacedFileException
import org.apache.spark.{QueryContext, SparkException}
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.headwater.LineInternals
import scala.jdk.CollectionConverters._
import scala.reflect.ClassTag

/** Spark's error for an unreadable file contains only its path. For a replaced file, this error
  * message says so.
  */
object ReplacedFileErrors {

  /** Wraps the rows, or the row batches, of a scan. */
  def explain[T: ClassTag](rows: RDD[T]): RDD[T] =
    rows.mapPartitions(new Rows(_), preservesPartitioning = true)

  private class Rows[T](rows: Iterator[T]) extends Iterator[T] {
    override def hasNext: Boolean =
      try rows.hasNext
      catch { case failure: SparkException => throw explain(failure) }

    override def next(): T = rows.next()
  }

  private def explain(failure: SparkException): SparkException =
    causes(failure)
      .collectFirst { case replaced: ReplacedFileException =>
        new SparkException(
          s"[${LineInternals.condition(failure)}] ${replaced.getMessage} SQLSTATE: ${failure.getSqlState}",
          failure,
          Option(LineInternals.condition(failure)),
          failure.getMessageParameters.asScala.toMap,
          Array.empty[QueryContext]
        )
      }
      .getOrElse(failure)

  private def causes(failure: Throwable): Iterator[Throwable] =
    Iterator.iterate(failure)(_.getCause).takeWhile(_ != null)
}
