"""Hadoop's own programs, run from Spark's distribution with the bundle on the class path."""

import os
import subprocess
from pathlib import Path
from xml.sax.saxutils import escape

from headwater.spark import launcher

from jars import fetched, hadoop_version

LIMIT_SECONDS = 180


def configure(folder: Path, settings: dict[str, str]) -> Path:
    """Write settings where Hadoop looks for them. Secrets must not be on a command line."""
    folder.mkdir()
    properties = "".join(
        f"<property><name>{escape(name)}</name><value>{escape(value)}</value></property>\n"
        for name, value in settings.items()
    )
    (folder / "core-site.xml").write_text(f"<configuration>\n{properties}</configuration>\n")
    return folder


def distcp() -> Path:
    """DistCp's jar in the version of Spark's Hadoop."""
    return fetched("org.apache.hadoop", "hadoop-distcp", hadoop_version(launcher.home()))


def spark_cloud() -> Path:
    """The latest Spark binding to Hadoop's committer factories."""
    return fetched("org.apache.spark", "spark-hadoop-cloud_2.13", "4.1.1")


class Hadoop:
    """Runs main classes."""

    def __init__(self, configuration: Path, class_path: str) -> None:
        self._environment = os.environ | {
            "SPARK_HOME": str(launcher.home()),
            "SPARK_DIST_CLASSPATH": class_path,
            "HADOOP_CONF_DIR": str(configuration),
            "JDK_JAVA_OPTIONS": launcher.SHORT_LIVED,
        }

    def run(self, main: str, *arguments: object, stdin: bytes = b"") -> subprocess.CompletedProcess:
        """Run a main class to its end. It may fail."""
        command = [str(launcher.home() / "bin" / "spark-class"), main, *map(str, arguments)]
        return subprocess.run(
            command,
            env=self._environment,
            input=stdin,
            capture_output=True,
            timeout=LIMIT_SECONDS,
            check=False,
        )

    def run_well(self, main: str, *arguments: object, stdin: bytes = b"") -> bytes:
        """Run a main class that must succeed, and return its output."""
        done = self.run(main, *arguments, stdin=stdin)
        assert done.returncode == 0, done.stderr.decode(errors="replace")
        return done.stdout
