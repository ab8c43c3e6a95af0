"""Delta Lake's tables: delta.py operations ROOT, or delta.py append ROOT WRITER COMMITS.

Each commit of `append` has one row.
"""

import sys

from pyspark.sql import DataFrame, SparkSession


def append(spark: SparkSession, root: str, writer: str, commits: str) -> None:
    """Print the class of the log store, and the rows whose commits Delta Lake acknowledged."""
    jvm = spark._jvm
    stores = jvm.org.apache.spark.sql.delta.storage.DelegatingLogStore(spark._jsc.hadoopConfiguration())
    used = stores.getDelegate(jvm.org.apache.hadoop.fs.Path(root)).logStoreImpl().getClass().getName()
    print(f"log store: {used}\n", end="", flush=True)
    for number in range(int(commits)):
        row = f"{writer}-{number}"
        frame = spark.createDataFrame([(row,)], "id string")
        while not is_appended(frame, f"{root}/races"):
            pass
        # One write, because Spark's log may come between two.
        print(f"acknowledged: {row}\n", end="", flush=True)


def is_appended(frame: DataFrame, table: str) -> bool:
    """Whether the rows are in the table. A writer whose table another one created must try again."""
    try:
        frame.write.format("delta").mode("append").save(table)
    except Exception as error:
        if "DELTA_PROTOCOL_CHANGED" in str(error):
            return False
        raise
    return True


def operations(spark: SparkSession, root: str) -> None:
    table = f"{root}/table"

    def rows(**options: object) -> dict[int, int]:
        return dict(spark.read.format("delta").options(**options).load(table).collect())

    frame = spark.range(20).selectExpr("id", "id % 2 AS k")
    frame.write.format("delta").partitionBy("k").save(table)
    frame.where("id < 4").write.format("delta").mode("overwrite").save(table)
    assert rows() == {0: 0, 1: 1, 2: 0, 3: 1}, rows()
    frame.where("id = 5").write.format("delta").mode("append").save(table)
    spark.sql(f"DELETE FROM delta.`{table}` WHERE id = 1")
    spark.sql(f"UPDATE delta.`{table}` SET k = 7 WHERE id = 2")
    spark.range(3, 5).createOrReplaceTempView("new")
    spark.sql(
        f"MERGE INTO delta.`{table}` AS old USING new ON old.id = new.id "
        "WHEN MATCHED THEN UPDATE SET k = 9 WHEN NOT MATCHED THEN INSERT (id, k) VALUES (new.id, 8)"
    )
    now = {0: 0, 2: 7, 3: 9, 4: 8, 5: 1}
    assert rows() == now, rows()
    assert len(rows(versionAsOf=0)) == len(frame.collect())
    spark.sql(f"OPTIMIZE delta.`{table}`")
    assert rows() == now, rows()
    spark.conf.set("spark.databricks.delta.retentionDurationCheck.enabled", "false")
    spark.sql(f"VACUUM delta.`{table}` RETAIN 0 HOURS")
    assert rows() == now, rows()
    print("holds: operations\n", end="", flush=True)


command, *arguments = sys.argv[1:]
{"append": append, "operations": operations}[command](SparkSession.builder.getOrCreate(), *arguments)
