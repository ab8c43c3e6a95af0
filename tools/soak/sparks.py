"""Spark's settings in a soak: the store behind the fault proxy, Delta Lake and Iceberg."""

import os
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

from headwater.spark import launcher

import delta_lake
import iceberg_jar

_LEASE = "10s"
"""The maximum delay that a killed writer causes to the next one. The default of 90 s leaves little work."""


def settings_of(document: dict[str, Any], address: str, temporary: Path) -> dict[str, str]:
    """The settings that reach the store through the fault proxy, by both APIs."""
    service = "fs.headwater.swift.service.test"
    swift = document["swift"]
    names = {
        "hadoop.tmp.dir": str(temporary),
        "fs.headwater.claim.lease": _LEASE,
        "fs.headwater.s3.endpoint": _through(document["s3"]["endpoint"], address),
        "fs.headwater.s3.access.key": document["s3"]["access_key"],
        "fs.headwater.s3.secret.key": document["s3"]["secret_key"],
        f"{service}.auth.url": _through(swift["auth_url"], address),
        f"{service}.user": swift["user"],
        f"{service}.secret.key": swift["key"],
    }
    # A killed driver leaves temporary files. The soak deletes the folder.
    options = f"{launcher.SHORT_LIVED} -Djava.io.tmpdir={temporary}"
    more = {
        # It tries a task as often as a cluster does.
        "spark.master": "local[1,4]",
        "spark.log.level": "ERROR",
        "spark.driver.extraJavaOptions": options,
    }
    return more | {f"spark.hadoop.{name}": value for name, value in names.items()}


def table_settings() -> dict[str, str]:
    """The settings of Delta Lake, with its jars and Iceberg's where Headwater's classes see them."""
    jars = [*delta_lake.jars(), str(iceberg_jar.jar())]
    return delta_lake.settings() | {"spark.driver.extraClassPath": os.pathsep.join(jars)}


def executors(master: str) -> dict[str, str]:
    """The settings of a driver whose tasks run on a standalone cluster."""
    return {
        "spark.master": master,
        "spark.cores.max": "1",
        "spark.executor.memory": "512m",
        "spark.executor.extraClassPath": str(launcher.bundle()),
        "spark.executor.extraJavaOptions": launcher.SHORT_LIVED,
    }


def _through(url: str, address: str) -> str:
    return urlunsplit(urlsplit(url)._replace(netloc=address))
