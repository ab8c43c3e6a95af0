"""The draw of faults, and that of the clock."""

import subprocess
import sys
import time
from os import environ
from pathlib import Path
from threading import Event

import clock
from faults import FAULTS
from kills import Killer, nodes


def drawn(folder: Path, seed: int, number: int) -> list[str]:
    killer = Killer(None, (), seed, Event(), folder)
    kinds = []
    for _ in range(number):
        kinds.append(killer.draw())
        killer.kills[kinds[-1]] += 1
    return kinds


def test_each_kind_of_fault_happens_before_any_happens_again(tmp_path: Path) -> None:
    kinds = set(drawn(tmp_path, 1, 200))
    for seed in range(5):
        assert set(drawn(tmp_path, seed, len(kinds))) == kinds


def test_a_seed_draws_the_same_faults_again(tmp_path: Path) -> None:
    assert drawn(tmp_path, 1, 50) == drawn(tmp_path, 1, 50)
    assert drawn(tmp_path, 1, 50) != drawn(tmp_path, 2, 50)


def test_each_proxy_is_killed_and_the_last_node_keeps_its_servers() -> None:
    drawn = {name: list(nodes(fault)) for name, fault in FAULTS.items()}
    assert drawn["node partitioned"] == drawn["device unmounted"] == [1, 2, 3]
    assert drawn["proxy killed"] == [1, 2]
    assert drawn["engine killed"] == drawn["object server killed"] == drawn["devices full"] == [1, 2]
    assert drawn["answers lost"] == [1, 2]


def test_a_program_has_another_wall_clock_and_the_same_monotonic_one(tmp_path: Path) -> None:
    compiled = clock.library(tmp_path)
    program = (
        "import datetime, time; print(time.time(), datetime.datetime.now().timestamp(), time.monotonic())"
    )
    for seconds in (-120, 120):
        done = subprocess.run(
            [sys.executable, "-c", program],
            env=environ | clock.variables(compiled, seconds),
            capture_output=True,
            check=True,
        )
        wall, date, monotonic = map(float, done.stdout.split())
        assert abs(wall - seconds - time.time()) < 60
        assert abs(date - seconds - time.time()) < 60
        assert abs(monotonic - time.monotonic()) < 60
