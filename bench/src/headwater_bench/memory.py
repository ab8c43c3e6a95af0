"""The most memory that a process has had at once, since a moment of our choice; Linux tells it."""

import re
from pathlib import Path

import psutil

_RESET_PEAK = "5"
_PEAK = re.compile(r"^VmHWM:\s+(\d+) kB$", re.MULTILINE)


def reset_peak(process: psutil.Process) -> None:
    """Let the peak be counted from now on. Raises OSError where Linux does not let us."""
    _file(process, "clear_refs").write_text(_RESET_PEAK, encoding="ascii")


def peak(process: psutil.Process) -> int:
    """The most memory of the machine that the process has had since then, in bytes."""
    return 1024 * int(_PEAK.search(_file(process, "status").read_text(encoding="utf-8"))[1])


def _file(process: psutil.Process, name: str) -> Path:
    return Path(f"/proc/{process.pid}/{name}")
