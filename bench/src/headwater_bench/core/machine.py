"""Place and time of a measurement, and the versions used."""

import os
import re
import subprocess
from datetime import UTC, datetime
from hashlib import sha256
from importlib import metadata
from pathlib import Path

import psutil

from headwater.spark import launcher
from headwater_bench.core.files import CHECKOUT

_WRITTEN = ("bench/results", "docs", "README.md")
"""Files written by measurements, which do not affect any figure."""


def describe(command: str) -> dict:
    """The machine, the versions, the time, the current load, and the `command` that makes a result."""
    output = subprocess.run([java(), "-version"], capture_output=True, text=True, check=True).stderr
    return {
        "date": datetime.now(UTC).isoformat(timespec="minutes"),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_bytes": psutil.virtual_memory().total,
        "load": load(),
        "versions": {
            "Headwater": metadata.version("headwater") + commit(CHECKOUT),
            "Spark": metadata.version("pyspark"),
            "Hadoop": next((launcher.home() / "jars").glob("hadoop-client-api-*")).stem.split("-")[-1],
            "Java": output.split('"')[1],
            "OpenStack Swift": metadata.version("swift"),
        },
        "command": command,
    }


def load() -> float:
    """The number of processes that were ready to run over the last minute."""
    return round(os.getloadavg()[0], 1)


def _processor() -> str:
    text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    found = re.search(r"^model name\s*: (.*)$", text, re.MULTILINE)
    return found[1] if found else "unknown"


def java() -> str:
    """The program of JAVA_HOME, else that on the PATH."""
    home = os.environ.get("JAVA_HOME")
    return str(Path(home) / "bin" / "java") if home else "java"


def commit(checkout: Path) -> str:
    """A checkout's commit, or an empty text if git reports none.

    If files known to git have changed, except results, a + and a digest of the changes follow.
    """
    git = ["git", "-C", str(checkout)]
    head = subprocess.run([*git, "rev-parse", "--short=7", "HEAD"], capture_output=True, check=False)
    if head.returncode:
        return ""
    others = [f":(exclude){each}" for each in _WRITTEN]
    diff = subprocess.run([*git, "diff", "HEAD", "--", ".", *others], capture_output=True, check=True)
    changed = diff.stdout
    return f" at {head.stdout.decode().strip()}{f'+{sha256(changed).hexdigest()[:7]}' if changed else ''}"
