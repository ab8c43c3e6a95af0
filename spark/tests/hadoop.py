"""Hadoop's own programs, run from Spark's distribution with the bundle on the class path."""

import os
import subprocess
from pathlib import Path
from xml.sax.saxutils import escape

from headwater import spark

LIMIT_SECONDS = 180


def configure(folder: Path, settings: dict[str, str]) -> Path:
    """Write settings where Hadoop looks for them; they hold secrets, which belong on no command line."""
    folder.mkdir()
    properties = "".join(
        f"<property><name>{escape(name)}</name><value>{escape(value)}</value></property>\n"
        for name, value in settings.items()
    )
    (folder / "core-site.xml").write_text(f"<configuration>\n{properties}</configuration>\n")
    return folder


def distcp(checkout: Path) -> Path:
    """DistCp's jar, which Spark does not bring, in the version of the Hadoop that it brings."""
    (client,) = (spark.home() / "jars").glob("hadoop-client-api-*.jar")
    version = client.stem.removeprefix("hadoop-client-api-")
    jar = checkout / "spark" / "target" / "distcp" / f"hadoop-distcp-{version}.jar"
    if not jar.exists():
        options = [f"-Dartifact=org.apache.hadoop:hadoop-distcp:{version}", f"-DoutputDirectory={jar.parent}"]
        # Without its own dependencies: Spark brings what it needs.
        subprocess.run(["mvn", "-q", "-N", "dependency:copy", *options], cwd=checkout, check=True)
    return jar


class Hadoop:
    """Runs main classes."""

    def __init__(self, configuration: Path, class_path: str) -> None:
        self._environment = os.environ | {
            "SPARK_HOME": str(spark.home()),
            "SPARK_DIST_CLASSPATH": class_path,
            "HADOOP_CONF_DIR": str(configuration),
        }

    def run(self, main: str, *arguments: object, stdin: bytes = b"") -> subprocess.CompletedProcess:
        """Run a main class to its end, which may be a failure."""
        command = [str(spark.home() / "bin" / "spark-class"), main, *map(str, arguments)]
        return subprocess.run(
            command,
            env=self._environment,
            input=stdin,
            capture_output=True,
            timeout=LIMIT_SECONDS,
            check=False,
        )

    def run_well(self, main: str, *arguments: object, stdin: bytes = b"") -> bytes:
        """Run a main class that must succeed; its output."""
        done = self.run(main, *arguments, stdin=stdin)
        assert done.returncode == 0, done.stderr.decode(errors="replace")
        return done.stdout
