"""Appends to a table of Iceberg: iceberg.py WAREHOUSE WRITER COMMITS. Each commit has one row.

It prints the rows whose commits Iceberg acknowledged. Iceberg has no runtime for this Spark yet, so the
program uses Iceberg's Java API.
"""

import sys

from py4j.protocol import Py4JJavaError
from pyspark.sql import SparkSession

_OURS = {
    "io-impl": "io.headwater.lakehouse.HeadwaterFileIO",
    "lock-impl": "io.headwater.lakehouse.HeadwaterLockManager",
}


def table_of(spark: SparkSession, warehouse: str) -> object:
    """The table `db.races`, which is created if it does not exist."""
    iceberg = spark._jvm.org.apache.iceberg
    catalog = iceberg.hadoop.HadoopCatalog()
    catalog.setConf(spark._jsc.hadoopConfiguration())
    catalog.initialize("lake", _OURS | {"warehouse": warehouse})
    name = iceberg.catalog.TableIdentifier.parse("db.races")
    types = iceberg.types.Types
    field = types.NestedField.required(1, "id", types.StringType.get())
    if not catalog.tableExists(name):
        catalog.createTable(name, iceberg.Schema(spark._jvm.java.util.List.of(field)))
    return catalog.loadTable(name)


def append(spark: SparkSession, table: object, row: str) -> None:
    """Write a file with the row, and commit it."""
    iceberg = spark._jvm.org.apache.iceberg
    factory = iceberg.data.GenericFileWriterFactory.Builder(table)
    place = table.io().newOutputFile(table.locationProvider().newDataLocation(f"{row}.parquet"))
    file = iceberg.encryption.EncryptedFiles.plainAsEncryptedOutput(place)
    parquet = iceberg.FileFormat.PARQUET
    writer = factory.dataFileFormat(parquet).build().newDataWriter(file, table.spec(), None)
    record = iceberg.data.GenericRecord.create(table.schema())
    record.setField("id", row)
    writer.write(record)
    writer.close()
    table.newAppend().appendFile(writer.toDataFile()).commit()


def main(warehouse: str, writer: str, commits: str) -> None:
    """Append rows. One that lost every retry of Iceberg is left out."""
    spark = SparkSession.builder.getOrCreate()
    table = table_of(spark, warehouse)
    for number in range(int(commits)):
        row = f"{writer}-{number}"
        try:
            append(spark, table, row)
        except Py4JJavaError as error:
            if "CommitFailedException" not in str(error):
                raise
        else:
            # One write, because Spark's log may come between two.
            print(f"acknowledged: {row}\n", end="", flush=True)


main(*sys.argv[1:])
