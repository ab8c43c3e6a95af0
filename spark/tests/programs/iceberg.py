"""Iceberg's tables: iceberg.py operations|rows CATALOG, or iceberg.py append CATALOG WRITER COMMITS.

Each commit of `append` has one row, and `rows` prints them.
"""

import sys
from datetime import UTC, datetime, timedelta

from pyspark.sql import DataFrame, SparkSession


def append(spark: SparkSession, catalog: str, writer: str, commits: str) -> None:
    """Print the rows whose commits Iceberg acknowledged."""
    spark.sql(f"CREATE TABLE IF NOT EXISTS {catalog}.db.races (id STRING) USING iceberg")
    for number in range(int(commits)):
        row = f"{writer}-{number}"
        frame = spark.createDataFrame([(row,)], "id string")
        while not is_appended(frame, f"{catalog}.db.races"):
            pass
        # One write, because Spark's log may come between two.
        print(f"acknowledged: {row}\n", end="", flush=True)


def is_appended(frame: DataFrame, table: str) -> bool:
    """Whether the row is in the table. A writer that lost every retry must try again."""
    try:
        frame.writeTo(table).append()
    except Exception as error:
        if "CommitFailedException" in str(error):
            return False
        raise
    return True


def rows(spark: SparkSession, catalog: str) -> None:
    for row in spark.table(f"{catalog}.db.races").collect():
        print(f"row: {row.id}\n", end="", flush=True)


def operations(spark: SparkSession, catalog: str) -> None:
    table = f"{catalog}.db.things"

    def content(source: str = table) -> dict[int, int]:
        return dict(spark.sql(f"SELECT id, k FROM {source}").collect())

    def call(procedure: str, arguments: str) -> list:
        return spark.sql(f"CALL {catalog}.system.{procedure}(table => 'db.things', {arguments})").collect()

    spark.sql(f"CREATE TABLE {table} (id BIGINT, k BIGINT) USING iceberg PARTITIONED BY (k)")
    spark.range(20).selectExpr("id", "id % 2 AS k").writeTo(table).append()
    first = spark.sql(f"SELECT snapshot_id FROM {table}.snapshots").first()[0]
    spark.sql(f"INSERT OVERWRITE {table} SELECT id, k FROM {table} WHERE id < 4")
    assert content() == {0: 0, 1: 1, 2: 0, 3: 1}, content()
    spark.sql(f"INSERT INTO {table} VALUES (5, 1)")
    spark.sql(f"DELETE FROM {table} WHERE id = 1")
    spark.sql(f"UPDATE {table} SET k = 7 WHERE id = 2")
    spark.range(3, 5).createOrReplaceTempView("new")
    spark.sql(
        f"MERGE INTO {table} AS old USING new ON old.id = new.id "
        "WHEN MATCHED THEN UPDATE SET k = 9 WHEN NOT MATCHED THEN INSERT (id, k) VALUES (new.id, 8)"
    )
    now = {0: 0, 2: 7, 3: 9, 4: 8, 5: 1}
    assert content() == now, content()
    assert len(content(f"{table} VERSION AS OF {first}")) == 20
    call("rewrite_data_files", "options => map('rewrite-all', 'true')")
    call("rewrite_manifests", "use_caching => false")
    assert content() == now, content()
    later = datetime.now(UTC) + timedelta(days=1)
    moment = later.strftime("%Y-%m-%d %H:%M:%S")
    call("expire_snapshots", f"older_than => TIMESTAMP '{moment}', retain_last => 1")
    assert spark.sql(f"SELECT * FROM {table}.snapshots").count() == 1
    data = spark.sql(f"SELECT file_path FROM {table}.files").first()[0].rpartition("/data/")[0]
    spark.range(1).write.parquet(f"{data}/data/stray")
    remove_orphan_files(spark, table, later)
    assert content() == now, content()
    print("holds: operations\n", end="", flush=True)


def remove_orphan_files(spark: SparkSession, table: str, before: datetime) -> None:
    """By Iceberg's action: its procedure refuses files of the last 24 hours."""
    iceberg = spark._jvm.org.apache.iceberg.spark
    found = iceberg.Spark3Util.loadIcebergTable(spark._jsparkSession, table)
    action = iceberg.actions.SparkActions.get(spark._jsparkSession).deleteOrphanFiles(found)
    action.olderThan(int(before.timestamp() * 1000)).execute()


command, *arguments = sys.argv[1:]
commands = {"append": append, "operations": operations, "rows": rows}
commands[command](SparkSession.builder.getOrCreate(), *arguments)
