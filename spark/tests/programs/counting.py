"""A Spark program with one job."""

from pyspark.sql import SparkSession

spark = SparkSession.builder.appName("counting").getOrCreate()
spark.range(1000).selectExpr("sum(id)").collect()
spark.stop()
