"""Spark jobs that write the rows of a plan and read them back."""

from pathlib import Path

from pyspark.sql import SparkSession
from pyspark.sql.classic.dataframe import DataFrame

from plans import PARTS, Plan

_SCHEMA = "seed long, part int, row int, grp string, padding string"
_ALGORITHM = "mapreduce.fileoutputcommitter.algorithm.version"
_FAULTS = "io.headwater.spark.faults"


def write(spark: SparkSession, plan: Plan, target: str, markers: Path) -> None:
    """Run a plan's job once."""
    context = spark.sparkContext
    context._jsc.hadoopConfiguration().set(_ALGORITHM, str(plan.algorithm))
    spark.conf.set("spark.sql.maxConcurrentOutputFileWriters", plan.writers)
    faults = " ".join(map(str, plan.faults))
    rows = java(spark, f"{_FAULTS}.FaultyRows").of(context._jsc, plan.seed, plan.shape, faults, str(markers))
    listener = java(spark, f"{_FAULTS}.Reported")
    listeners = [
        listener(context._jsc.sc(), str(fault), str(markers))
        for fault in plan.faults_of("KILL_REPORTED", "CANCEL")
    ]
    for each in listeners:
        context._jsc.sc().addSparkListener(each)
    try:
        _save(spark, plan, rows, target)
    finally:
        for each in listeners:
            context._jsc.sc().removeSparkListener(each)


def java(spark: SparkSession, name: str):
    """A Java class of the driver."""
    found = spark.sparkContext._jvm
    for part in name.split("."):
        found = getattr(found, part)
    return found


def located(spark: SparkSession, target: str) -> tuple:
    """Hadoop's Path of a target, and its FileSystem."""
    path = java(spark, "org.apache.hadoop.fs.Path")(target)
    return path, path.getFileSystem(spark.sparkContext._jsc.hadoopConfiguration())


def _save(spark: SparkSession, plan: Plan, rows, target: str) -> None:
    if plan.format == "text":
        rows.saveAsTextFile(target)
    elif plan.format == "gzip":
        codec = java(spark, "java.lang.Class").forName("org.apache.hadoop.io.compress.GzipCodec")
        rows.saveAsTextFile(target, codec)
    else:
        _save_frame(plan, _frame(spark, rows), target)


def _frame(spark: SparkSession, rows) -> DataFrame:
    encoder = java(spark, "org.apache.spark.sql.Encoders").STRING()
    lines = DataFrame(spark._jsparkSession.createDataset(rows.rdd(), encoder).toDF(), spark)
    names = [column.split()[0] for column in _SCHEMA.split(", ")]
    types = [column.split()[1] for column in _SCHEMA.split(", ")]
    return lines.selectExpr(
        *(
            f"cast(split(value, ',')[{number}] as {kind}) as {name}"
            for number, (name, kind) in enumerate(zip(names, types, strict=True))
        )
    )


def _save_frame(plan: Plan, frame: DataFrame, target: str) -> None:
    form, _, group = plan.format.partition("-by-")
    writer = frame.write.mode("overwrite" if plan.overwrites else "error").format(form)
    (writer.partitionBy("grp") if group else writer).save(target)


def expected(plan: Plan) -> list[tuple[int, int, int]]:
    """Every row of a plan as seed, part and number, in order."""
    return [(plan.seed, part, row) for part in range(PARTS) for row in range(plan.rows)]


def read(spark: SparkSession, plan: Plan, target: str) -> list[tuple[int, int, int]]:
    """The rows that Spark reads at the target, in order."""
    form = plan.format.partition("-by-")[0]
    if form in ("text", "gzip"):
        frame = spark.read.schema(_SCHEMA).csv(target)
    else:
        frame = spark.read.schema(_SCHEMA).format(form).load(target)
    return sorted(tuple(row) for row in frame.select("seed", "part", "row").collect())
