"""Datasets that other file systems wrote: Stocator, and S3A with its own committers."""

import os
import subprocess
from pathlib import Path

from headwater.spark import launcher
from headwater_bench.peers.definitions import process
from headwater_bench.peers.software import own_jars

from hadoop import spark_cloud
from s3_bucket import S3Bucket

FORMS = ("text", "parquet", "partitioned")
TASKS, ROWS = 4, 400
"""The number of tasks that wrote each dataset, and the number of rows they wrote together."""

COMMITTERS = ("magic", "directory")
"""S3A's own committers, by the names that its setting has."""

_ROOT = Path(__file__).resolve().parents[2]
_PROGRAM = Path(__file__).parent / "programs" / "foreign.py"
_LIMIT_SECONDS = 180
_SPARK = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.memory": "512m",
    "spark.driver.extraJavaOptions": launcher.SHORT_LIVED,
    "spark.ui.enabled": "false",
}
_SPECULATION = {
    "spark.executor.memory": "512m",
    "spark.executor.cores": "1",
    "spark.executor.extraJavaOptions": launcher.SHORT_LIVED,
    "spark.speculation": "true",
    "spark.speculation.interval": "100ms",
    "spark.speculation.quantile": "0.5",
    "spark.speculation.multiplier": "1.5",
}
_CLOUD = "org.apache.spark.internal.io.cloud"
_S3A = {
    "spark.hadoop.mapreduce.outputcommitter.factory.scheme.s3a": (
        "org.apache.hadoop.fs.s3a.commit.S3ACommitterFactory"
    ),
    "spark.sql.sources.commitProtocolClass": f"{_CLOUD}.PathOutputCommitProtocol",
    "spark.sql.parquet.output.committer.class": f"{_CLOUD}.BindingParquetOutputCommitter",
}


def write_by_stocator(master: str, bucket: S3Bucket, folder: Path) -> None:
    """Write a dataset of each form to `bucket/stocator/FORM` with an application on a cluster.

    Its files are written to `folder`.
    """
    peer = process("stocator")
    class_path = _class_path(own_jars(peer))
    cluster = {"spark.master": master, "spark.executor.extraClassPath": class_path}
    values = _SPARK | _SPECULATION | cluster | peer.spark_values(_document(bucket))
    _run(class_path, values, f"cos://{bucket.name}.srv/stocator", folder)


def write_by_s3a(committer: str, bucket: S3Bucket, folder: Path) -> None:
    """Write a dataset of each form to `bucket/COMMITTER/FORM` with an application in one process.

    Its files are written to `folder`.
    """
    peer = process("s3a")
    local = {
        "spark.master": "local[2,4]",  # An attempt that failed is followed by another one.
        "spark.hadoop.fs.s3a.committer.name": committer,
        "spark.hadoop.fs.s3a.buffer.dir": str(folder / "buffer"),
        "spark.hadoop.fs.s3a.committer.staging.tmp.path": (folder / "staging").as_uri(),
    }
    values = _SPARK | _S3A | local | peer.spark_values(_document(bucket))
    class_path = _class_path([*own_jars(peer), spark_cloud()])
    _run(class_path, values, f"s3a://{bucket.name}/{committer}", folder)


def _class_path(jars: list[Path]) -> str:
    return os.pathsep.join(map(str, jars))


def _run(class_path: str, values: dict[str, str], root: str, folder: Path) -> None:
    markers = folder / "markers"
    markers.mkdir(parents=True)
    with launcher.command(values, [str(_PROGRAM), root, str(markers)]) as command:
        done = subprocess.run(
            command,
            env=launcher.environment() | {"SPARK_DIST_CLASSPATH": class_path},
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_LIMIT_SECONDS,
            check=False,
        )
    assert done.returncode == 0, done.stderr[-5000:]


def _document(bucket: S3Bucket) -> dict:
    """The store's addresses and keys, by the placeholders in the peers' settings."""
    keys = {name.replace(".", "_"): value for name, value in bucket.settings.items()}
    return {"s3": {"region": "us-east-1"} | keys}
