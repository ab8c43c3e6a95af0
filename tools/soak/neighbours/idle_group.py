"""Gives processes what others leave of the processors, as the engine's unit does by `CPUWeight=idle`."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil

_ROOTS = (Path("/sys/fs/cgroup"), Path("/sys/fs/cgroup/cpu"))
"""Of version 2 of control groups, and of version 1."""


@contextmanager
def idle_group() -> Iterator[Path | None]:
    """A control group that has `cpu.idle`, or None without the right to make one."""
    group = next(filter(None, map(_make, _ROOTS)), None)
    try:
        yield group
    finally:
        if group:
            _remove(group)


def _make(root: Path) -> Path | None:
    group = root / f"headwater-{os.getpid()}"
    try:
        group.mkdir()
    except OSError:
        return None
    try:
        with (group / "cpu.idle").open("r+") as setting:  # absent if the root does not control processors
            setting.write("1")
    except OSError:
        group.rmdir()
        return None
    return group


def _remove(group: Path) -> None:
    """Remove it. Processes that have not ended yet return to the group above."""
    for pid in (group / "cgroup.procs").read_text().split():
        with suppress(OSError):  # it has ended
            (group.parent / "cgroup.procs").write_text(pid)
    group.rmdir()


def join(group: Path | None, pids: Iterable[int]) -> str:
    """Move processes and their children there. Returns what they have: without a group, `SCHED_IDLE`."""
    for process in map(psutil.Process, pids):
        _move(group, process)  # first, so that its next child is there too
        for child in process.children(recursive=True):
            with suppress(ProcessLookupError, psutil.NoSuchProcess):
                _move(group, child)
    return "a control group with `cpu.idle`" if group else "the policy `SCHED_IDLE`"


def _move(group: Path | None, process: psutil.Process) -> None:
    if group:
        (group / "cgroup.procs").write_text(str(process.pid))
    else:
        for thread in process.threads():
            os.sched_setscheduler(thread.id, os.SCHED_IDLE, os.sched_param(0))
