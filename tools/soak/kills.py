"""Faults of processes, of nodes and of clocks, at moments that a seed draws."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Event, Thread

import psutil

import clock
from faults import FAULTS, Fault
from swift_cluster import Cluster
from work import Lane

PAUSE_S = (8, 16)
_LASTS_S = (0.2, 15)
"""How long a fault of a node lasts: some are longer than the `node_timeout` (10 s) of Swift's proxy."""


class Killer(Thread):
    """Makes faults until it is stopped. `folder` is for the library of another clock."""

    def __init__(self, cluster: Cluster, lanes: Sequence[Lane], seed: int, stop: Event, folder: Path) -> None:
        super().__init__(name="killer", daemon=True)
        self._cluster, self._lanes, self._over = cluster, lanes, stop
        self._drawn = random.Random(f"kills {seed}")
        self._clock = clock.library(folder)
        self.kills: Counter[str] = Counter()
        self._requested: list[tuple[str, Callable[[], None]]] = []
        self._kinds: dict[str, tuple[int, Callable[[], bool]]] = {
            "driver killed": (4, self._kill_driver),
            "executor killed": (3, self._kill_executor),
            f"driver's clock {clock.SKEW_S} s ahead": (1, lambda: self._skew(clock.SKEW_S)),
            f"driver's clock {clock.SKEW_S} s behind": (1, lambda: self._skew(-clock.SKEW_S)),
            **{name: (1, partial(self._strike, name)) for name in FAULTS},
        }

    def run(self) -> None:
        """Make a fault, pause, and so on."""
        while not self._over.wait(self._drawn.uniform(*PAUSE_S)):
            if self._requested:
                kind, make = self._requested.pop(0)
                make()
                self._note(kind)
            elif self._kinds[kind := self.draw()][1]():
                self._note(kind)

    def request(self, kind: str, make: Callable[[], None]) -> None:
        """Make this fault once, next and alone."""
        self._requested.append((kind, make))

    @property
    def kinds(self) -> list[str]:
        """The kinds of faults that are drawn."""
        return list(self._kinds)

    def draw(self) -> str:
        """The next kind: one that has not happened yet, or any if all have."""
        kinds = [each for each in self.kinds if not self.kills[each]] or self.kinds
        return self._drawn.choices(kinds, [self._kinds[each][0] for each in kinds])[0]

    def _note(self, kind: str) -> None:
        self.kills[kind] += 1
        print(f"    {kind}", flush=True)

    def _strike(self, name: str) -> bool:
        """Let a node have the fault for some time."""
        fault = FAULTS[name]
        node = self._drawn.choice(nodes(fault))
        with fault.prepare(self._cluster, node, self._drawn) as strike, strike:
            self._over.wait(self._drawn.uniform(*_LASTS_S))
        return True

    def _kill_driver(self) -> bool:
        self._drawn.choice(self._lanes).kill()
        return True

    def _kill_executor(self) -> bool:
        found = [each for each in psutil.Process().children(recursive=True) if _is_executor(each)]
        if not found:
            return False
        with suppress(psutil.NoSuchProcess):
            self._drawn.choice(found).kill()
        return True

    def _skew(self, seconds: int) -> bool:
        """The driver keeps its clock until it is killed again."""
        self._drawn.choice(self._lanes).kill(clock.variables(self._clock, seconds))
        return True


def nodes(fault: Fault) -> range:
    """The nodes that have a fault. The last one keeps its servers, so that their growth shows."""
    last = fault.nodes - 1 if fault.restarts else fault.nodes
    return range(1, last + 1)


def _is_executor(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return any("CoarseGrainedExecutorBackend" in each for each in process.cmdline())
    return False
