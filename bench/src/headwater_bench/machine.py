"""Where and when something was measured, and with what."""

import os
import subprocess
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

import psutil

_CHECKOUT = Path(__file__).resolve().parents[3]


def describe() -> dict:
    """The machine, the versions, the time, and how busy it is now."""
    return {
        "date": datetime.now(UTC).isoformat(timespec="minutes"),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_bytes": psutil.virtual_memory().total,
        "load": load(),
        "versions": {
            "Headwater": f"{metadata.version('headwater')}{_commit()}",
            "Spark": metadata.version("pyspark"),
            "OpenStack Swift": metadata.version("swift"),
        },
    }


def load() -> float:
    """How many processes were ready to run, over the last minute."""
    return round(os.getloadavg()[0], 1)


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    names = (line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    return next(names, "unknown")


def _commit() -> str:
    """The checkout's commit, with a + if it has been changed since; empty where git does not tell."""
    command = ["git", "-C", str(_CHECKOUT), "describe", "--always", "--dirty=+", "--exclude=*"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return f" at {done.stdout.strip()}" if done.returncode == 0 else ""
