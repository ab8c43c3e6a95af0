"""Datasets that Stocator wrote."""

import os
import subprocess
from pathlib import Path

from headwater import spark
from headwater.demo.cluster import SHORT_LIVED
from headwater_bench.operations import definitions
from headwater_bench.operations.jars import own_jars
from headwater_bench.spark_player import environment_with, settings_of

FORMS = ("text", "parquet", "partitioned")
TASKS, ROWS = 4, 400
"""The number of tasks that wrote each dataset, and the number of rows they wrote together."""

_PROGRAM = Path(__file__).parent / "programs" / "foreign.py"
_LIMIT_SECONDS = 180
_SPARK = {
    "spark.driver.host": "127.0.0.1",
    "spark.driver.memory": "512m",
    "spark.executor.memory": "512m",
    "spark.executor.cores": "1",
    "spark.driver.extraJavaOptions": SHORT_LIVED,
    "spark.executor.extraJavaOptions": SHORT_LIVED,
    "spark.ui.enabled": "false",
    "spark.speculation": "true",
    "spark.speculation.interval": "100ms",
    "spark.speculation.quantile": "0.5",
    "spark.speculation.multiplier": "1.5",
}


def write(master: str, bucket: str, folder: Path) -> None:
    """Write a dataset of each form to `bucket/stocator/FORM` with an application on a cluster.

    Its files are written to `folder`.
    """
    peer = next(each for each in definitions.peers() if each.key == "stocator")
    values = _SPARK | settings_of(peer, _document())
    jars = list(own_jars(peer))
    environment = environment_with(jars)
    values |= {"spark.master": master, "spark.executor.extraClassPath": environment["SPARK_DIST_CLASSPATH"]}
    markers = folder / "markers"
    markers.mkdir(parents=True)
    arguments = [str(_PROGRAM), f"cos://{bucket}.srv/stocator", str(markers)]
    with spark.command(values, arguments) as command:
        done = subprocess.run(
            command,
            env=environment,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_LIMIT_SECONDS,
            check=False,
        )
    assert done.returncode == 0, done.stderr[-5000:]


def _document() -> dict:
    """The store's addresses and keys, by the placeholders in the peers' settings."""
    return {
        "s3": {
            "endpoint": os.environ["HEADWATER_TEST_SWIFT_ENDPOINT"],
            "region": "us-east-1",
            "access_key": os.environ["HEADWATER_TEST_SWIFT_ACCESS_KEY"],
            "secret_key": os.environ["HEADWATER_TEST_SWIFT_SECRET_KEY"],
        }
    }
