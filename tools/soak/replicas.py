"""When the replicas of a container agreed. Between two such moments, Swift's listings may lag.

A container server that was away lacks rows until Swift's replicator or updater has run. A listing comes from
any of the servers. So it shows at least what was written before the last moment of agreement.
"""

import sqlite3
import time
from bisect import bisect_right, insort
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from threading import Event

import requests
from swift.common.ring import Ring
from swift.common.utils import set_swift_dir

from cluster_config import Plan

_UPDATES = ("node-*/*/async_pending*/*/*", "unmounted-*/async_pending*/*/*")
_LOOK_S = 0.5
_ANSWER_S = 2
_PATIENCE_S = 600
"""Swift's updater runs every five minutes."""


def is_unknown_to_all(folder: Path) -> bool:
    """Whether an update waits on two object servers: of the two or three that have the object."""
    try:
        waiting = Counter(path.name for pattern in _UPDATES for path in folder.glob(pattern))
    except OSError:  # the updater removes a folder, or a device is unmounted
        return True
    return any(number > 1 for number in waiting.values())


class Replicas:
    """Looks at the databases of a container's servers until it is stopped. Times are monotonic seconds."""

    def __init__(self, plan: Plan, account: str, container: str) -> None:
        self._plan, self._name = plan, (account, container)
        folder = str(plan.folder / "etc")
        set_swift_dir(folder)
        self._part, self._nodes = Ring(folder, ring_name="container").get_nodes(account, container)
        self._moments: list[float] = []
        """In ascending order."""

    def run(self, stop: Event) -> None:
        """Note the moments of agreement until `stop` is set."""
        while not stop.wait(_LOOK_S):
            self.look()

    def look(self) -> bool:
        """Whether they agree now, and each update of them has reached one of them."""
        begun = time.monotonic()
        with ThreadPoolExecutor(len(self._nodes)) as pool:  # at the same moment, for rows go on arriving
            hashes = set(pool.map(self._hash, self._nodes))
        agree = len(hashes) == 1 and "" not in hashes and not is_unknown_to_all(self._plan.folder)
        if agree:
            insort(self._moments, begun)  # two threads look
        return agree

    def settled(self, moment: float) -> float:
        """The last known moment of agreement before another moment."""
        number = bisect_right(self._moments, moment)
        return self._moments[number - 1] if number else 0.0

    @property
    def longest(self) -> float:
        """The most seconds between two moments of agreement."""
        return max((later - sooner for sooner, later in pairwise(self._moments)), default=0.0)

    def await_agreement(self) -> None:
        """Wait until they agree. An error if that takes longer than Swift's updater."""
        deadline = time.monotonic() + _PATIENCE_S
        while not self.look():
            if time.monotonic() > deadline:
                raise AssertionError(f"the replicas of {'/'.join(self._name)} do not agree")
            time.sleep(_LOOK_S)

    def _hash(self, node: dict) -> str:
        """Swift's hash of all rows, or an empty text if the server does not answer."""
        place = f"{node['device']}/{self._part}/{'/'.join(self._name)}"
        try:  # The server first writes into its database what it has received.
            requests.head(f"http://{node['ip']}:{node['port']}/{place}", timeout=_ANSWER_S).raise_for_status()
            return self._recorded(self._plan.devices(node["zone"]) / node["device"])
        except (requests.RequestException, sqlite3.Error):
            return ""

    def _recorded(self, device: Path) -> str:
        for path in device.glob(f"containers/{self._part}/*/*/*.db"):
            with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as database:
                *name, found = database.execute(
                    "SELECT account, container, hash FROM container_stat"
                ).fetchone()
            if tuple(name) == self._name:
                return found
        return ""
