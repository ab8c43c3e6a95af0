"""Kills processes at moments that a seed draws, and starts the servers again."""

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from threading import Event, Thread

import psutil

from storlet_support import Store
from work import Lane

PAUSE_S = (8, 16)
_DEAD_S = (0.2, 3)
"""How long a killed server stays dead."""

_HUNG_S = 12
"""More than the `node_timeout` of Swift's proxy, which is 10 s."""


class Killer(Thread):
    """Kills until it is stopped."""

    def __init__(self, store: Store, lanes: Sequence[Lane], seed: int, stop: Event) -> None:
        super().__init__(name="killer", daemon=True)
        self._store, self._lanes, self._over = store, lanes, stop
        self._drawn = random.Random(f"kills {seed}")
        self.kills: Counter[str] = Counter()
        self._kinds: dict[str, tuple[int, Callable[[], bool]]] = {
            "driver killed": (4, self._kill_driver),
            "executor killed": (3, self._kill_executor),
            "proxy killed": (2, lambda: self._kill_server("proxy")),
            "object server killed": (2, lambda: self._kill_server("object")),
            "engine killed": (2, lambda: self._kill_server("engine")),
            "object server hung for 12 s": (1, self._hang),
        }

    def run(self) -> None:
        """Kill, pause, and so on."""
        while not self._over.wait(self._drawn.uniform(*PAUSE_S)):
            weights = [weight for weight, _ in self._kinds.values()]
            kind = self._drawn.choices(list(self._kinds), weights)[0]
            if self._kinds[kind][1]():
                self.kills[kind] += 1
                print(f"    {kind}", flush=True)

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

    def _kill_server(self, name: str) -> bool:
        self._store.kill(name)
        time.sleep(self._drawn.uniform(*_DEAD_S))
        self._store.revive(name)
        return True

    def _hang(self) -> bool:
        server = psutil.Process(self._store.pid("object"))
        server.suspend()
        self._over.wait(_HUNG_S)
        server.resume()
        return True


def _is_executor(process: psutil.Process) -> bool:
    with suppress(psutil.NoSuchProcess):
        return any("CoarseGrainedExecutorBackend" in each for each in process.cmdline())
    return False
