"""Processes and their children come last, with a control group and without."""

import os
import subprocess
import sys
from collections.abc import Iterator

import psutil
import pytest

from idle_group import idle_group, join

PARENT = "import subprocess, sys; print(subprocess.Popen(['sleep', '60']).pid, flush=True); sys.stdin.read()"


@pytest.fixture
def pids() -> Iterator[list[int]]:
    """A process and its child."""
    words = [sys.executable, "-c", PARENT]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        child = psutil.Process(int(parent.stdout.readline()))
        yield [parent.pid, child.pid]
        child.kill()


def test_a_group_has_the_process_and_its_child(pids: list[int]):
    with idle_group() as group:
        if group is None:
            pytest.skip("needs the right to make a control group of processors")
        assert "cpu.idle" in join(group, pids[:1])
        assert (group / "cpu.idle").read_text().strip() == "1"
        assert sorted(map(int, (group / "cgroup.procs").read_text().split())) == sorted(pids)
    assert not group.exists()
    assert all(map(psutil.pid_exists, pids))


def test_without_a_group_both_have_the_policy(pids: list[int]):
    assert "SCHED_IDLE" in join(None, pids[:1])
    assert [os.sched_getscheduler(pid) for pid in pids] == [os.SCHED_IDLE] * 2
