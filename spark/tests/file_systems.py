"""File systems of others: a real HDFS, and S3A on a real store."""

import json
import os
import subprocess
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import boto3
from headwater.spark import launcher

import submitted
from jars import hadoop_version
from lines import ROOT, home

JARS = ROOT / ".cache" / "file-systems"
POM = Path(__file__).parent / "file-systems.xml"
START_SECONDS = 120
POLL_SECONDS = 0.1


def s3a(line: str) -> list[Path]:
    """The jars of S3A in the version of a line's Hadoop."""
    version = hadoop_version(home(line))
    return _jars(f"s3a-{version}", "-P", "s3a", f"-Dhadoop.version={version}")


def s3a_settings() -> dict[str, str]:
    """Spark's settings for S3A on versitygw."""
    values = {
        "endpoint": os.environ["HEADWATER_TEST_VERSITY_ENDPOINT"],
        "access.key": os.environ["HEADWATER_TEST_VERSITY_ACCESS_KEY"],
        "secret.key": os.environ["HEADWATER_TEST_VERSITY_SECRET_KEY"],
        "endpoint.region": "us-east-1",
        "path.style.access": "true",
        # The default since Hadoop 3.4. versitygw does not delete the markers of folders that are not empty.
        "directory.marker.retention": "keep",
    }
    return {f"spark.hadoop.fs.s3a.{name}": value for name, value in values.items()}


def s3a_root() -> str:
    """The URL of a new bucket."""
    bucket = f"s3a-{uuid.uuid4().hex[:12]}"
    client = boto3.client(
        "s3",
        endpoint_url=os.environ["HEADWATER_TEST_VERSITY_ENDPOINT"],
        aws_access_key_id=os.environ["HEADWATER_TEST_VERSITY_ACCESS_KEY"],
        aws_secret_access_key=os.environ["HEADWATER_TEST_VERSITY_SECRET_KEY"],
        region_name="us-east-1",
    )
    client.create_bucket(Bucket=bucket)
    return f"s3a://{bucket}"


@contextmanager
def hdfs(folder: Path) -> Iterator[str]:
    """The URL of an HDFS of one data node, which runs during the block and keeps its files in a folder."""
    class_path = os.pathsep.join(map(str, _jars("hdfs", "-P", "hdfs")))
    details, log = folder / "details.json", folder / "hdfs.log"
    main = "org.apache.hadoop.mapreduce.MiniHadoopClusterManager"
    options = ["-nomr", "-format", "-datanodes", "1", "-writeDetails", str(details)]
    java = ["java", *launcher.SHORT_LIVED.split(), f"-Dtest.build.data={folder}", "-cp", class_path]
    with submitted.running([*java, main, *options], os.environ, log) as process:
        yield f"hdfs://127.0.0.1:{_port(process, details, log)}"


def _port(process: subprocess.Popen, details: Path, log: Path) -> int:
    """The port of the name node, once the cluster is complete."""
    end = time.monotonic() + START_SECONDS
    while process.poll() is None and time.monotonic() < end:
        try:
            return json.loads(details.read_text())["namenode_port"]
        except (FileNotFoundError, json.JSONDecodeError):
            time.sleep(POLL_SECONDS)
    raise AssertionError(f"HDFS did not start: {log.read_text(errors='replace')}")


def _jars(name: str, *options: str) -> list[Path]:
    folder = JARS / name
    if not folder.is_dir():
        fetched = JARS / f".{name}"
        goal = ["dependency:copy-dependencies", f"-DoutputDirectory={fetched}"]
        subprocess.run(["mvn", "-q", "-f", POM, *options, *goal], check=True)
        fetched.rename(folder)
    return sorted(folder.glob("*.jar"))
