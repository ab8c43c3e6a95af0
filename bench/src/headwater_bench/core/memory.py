"""The peak memory of a process since a chosen moment, as reported by Linux."""

import re
from pathlib import Path

import psutil

_RESET_PEAK = "5"
_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB$", re.MULTILINE)


def reset_peak(process: psutil.Process) -> None:
    """Reset the peak. Raises OSError if Linux does not permit it."""
    _file(process, "clear_refs").write_text(_RESET_PEAK, encoding="ascii")


def peak(process: psutil.Process) -> int:
    """The peak physical memory of the process since the reset, in bytes."""
    return 1024 * int(_PEAK.search(_file(process, "status").read_text(encoding="utf-8"))[1])


def _file(process: psutil.Process, name: str) -> Path:
    return Path(f"/proc/{process.pid}/{name}")
