package io.headwater.spark.storlet

import java.util.{Map => JavaMap}
import org.apache.spark.SparkContext
import org.apache.spark.api.java.{JavaRDD, JavaSparkContext}
import org.apache.spark.rdd.RDD
import org.apache.spark.sql.{DataFrame, Encoders, SparkSession}
import scala.jdk.CollectionConverters._

/** The format `storlet` as RDDs, for Scala and Java, with the same options. */
object StorletRDD {

  /** The lines of all responses. */
  def lines(context: SparkContext, path: String, options: Map[String, String]): RDD[String] =
    load(context, path, options + ("output" -> "text")).select("value").as(Encoders.STRING).rdd

  /** The lines of all responses. */
  def lines(
      context: JavaSparkContext,
      path: String,
      options: JavaMap[String, String]
  ): JavaRDD[String] = lines(context.sc, path, options.asScala.toMap).toJavaRDD()

  /** The objects, each with its complete response. */
  def objects(
      context: SparkContext,
      path: String,
      options: Map[String, String]
  ): RDD[StorletObject] = {
    val columns = Seq("name", "length", "etag", "metadata", "value")
    load(context, path, options + ("output" -> "binary"))
      .selectExpr(columns: _*)
      .rdd
      .map { row =>
        val metadata = row.getMap[String, String](3).toMap
        val value = row.getAs[Array[Byte]](4)
        StorletObject(row.getString(0), row.getLong(1), row.getString(2), metadata, value)
      }
  }

  /** The objects, each with its complete response. */
  def objects(
      context: JavaSparkContext,
      path: String,
      options: JavaMap[String, String]
  ): JavaRDD[StorletObject] = objects(context.sc, path, options.asScala.toMap).toJavaRDD()

  /** Every session has the only context of its process. */
  private def load(context: SparkContext, path: String, options: Map[String, String]): DataFrame =
    SparkSession
      .builder()
      .config(context.getConf)
      .getOrCreate()
      .read
      .format("storlet")
      .options(options)
      .load(path)
}
