"""Uses folders of file systems that are not Headwater's: file_systems.py URL..."""

import sys

from pyspark.sql import SparkSession

ROWS = 100

spark = SparkSession.builder.appName("file-systems").getOrCreate()
for root in sys.argv[1:]:
    frame = spark.range(ROWS).selectExpr("id", "concat('name', id) as name")
    for kind in ("csv", "json", "parquet"):
        for _ in range(2):
            getattr(frame.write.mode("overwrite"), kind)(f"{root}/{kind}")
        read = getattr(spark.read.schema("id long, name string"), kind)(f"{root}/{kind}")
        assert [tuple(row) for row in read.where("id = 7").collect()] == [(7, "name7")]
        assert read.selectExpr("sum(id)").first()[0] == sum(range(ROWS))
        assert "Pushdown" not in read._jdf.queryExecution().executedPlan().toString()
    assert spark.read.option("inferSchema", "true").csv(f"{root}/csv").dtypes[0][1] == "int"
    spark.sparkContext.parallelize(range(ROWS)).saveAsTextFile(f"{root}/rdd")
    assert spark.sparkContext.textFile(f"{root}/rdd").count() == ROWS
    rows = spark.readStream.schema("id long, name string").json(f"{root}/json")
    writer = rows.writeStream.format("parquet").option("checkpointLocation", f"{root}/checkpoint")
    writer.trigger(availableNow=True).start(f"{root}/stream").awaitTermination()
    assert spark.read.parquet(f"{root}/stream").count() == ROWS
    print(f"works: {root}")
spark.stop()
