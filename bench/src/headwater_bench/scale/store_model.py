"""The model of a store: the duration of a request, and the number admitted per second."""

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from headwater_bench.core.definitions import table

READS = ("GET", "HEAD", "LIST", "OTHER")
WRITES = ("PUT", "PUT part", "POST uploads", "POST uploadId", "POST delete", "DELETE", "COPY")
_GROUPS = {"reads": READS, "writes": WRITES}

_P99 = 2.3263
"""The 99th percentile of the standard normal distribution."""


@dataclass(frozen=True)
class Latency:
    """A lognormal distribution: its median in seconds, and the deviation of its logarithm."""

    median: float
    deviation: float = 0.0

    @classmethod
    def of(cls, median: float, p99: float) -> "Latency":
        """From the median and the 99th percentile, in seconds."""
        return cls(median, math.log(p99 / median) / _P99)

    def at(self, normal: float) -> float:
        """The seconds at a value of the standard normal distribution."""
        return self.median * math.exp(self.deviation * normal)


@dataclass(frozen=True)
class Limit:
    """At most `per_s` requests per second of these kinds together. `name` is for people."""

    name: str
    kinds: tuple[str, ...]
    per_s: float


@dataclass(frozen=True)
class Store:
    """Latencies by kind of request, limits, and the bytes per second of one connection."""

    name: str
    title: str
    latencies: Mapping[str, Latency]
    limits: tuple[Limit, ...]
    bytes_per_s: float
    source: str = ""


class Queue:
    """A first-come, first-served queue with one server and a constant service time."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._free = 0.0

    def enter(self, now: float) -> float:
        """The service time of an arrival now. Arrivals must be in time order."""
        at = max(now, self._free)
        self._free = at + self._seconds
        return at


class Door:
    """A store's limits: requests beyond them wait in a queue.

    Counts the requested and admitted ones by second, and adds up the waiting time.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._lines = {limit.name: Queue(1 / limit.per_s) for limit in store.limits}
        self._limits = {kind: limit.name for limit in store.limits for kind in limit.kinds}
        self.arrivals: dict[str, Counter[int]] = {name: Counter() for name in self._lines}
        self.admitted: dict[str, Counter[int]] = {name: Counter() for name in self._lines}
        self.requests: Counter[str] = Counter()
        self.waited_s = 0.0

    def answered(self, kind: str, now: float, normal: float, length: float = 0.0) -> float:
        """The response time of a request that arrives now with this many bytes."""
        self.requests[kind] += 1
        name = self._limits.get(kind)
        at = now
        if name is not None:
            at = self._lines[name].enter(now)
            self.arrivals[name][int(now)] += 1
            self.admitted[name][int(at)] += 1
            self.waited_s += at - now
        return at + self.store.latencies[kind].at(normal) + length / self.store.bytes_per_s


def clouds() -> list[Store]:
    """The public clouds of `clouds.toml`."""
    document = table(__package__, "clouds.toml")
    return [_cloud(each) for each in document["cloud"]]


def _cloud(document: dict) -> Store:
    latencies = {
        kind: Latency.of(document[group]["median_ms"] / 1000, document[group]["p99_ms"] / 1000)
        for group, kinds in _GROUPS.items()
        for kind in kinds
    }
    limits = tuple(
        Limit(" and ".join(each["of"]), sum((_GROUPS[group] for group in each["of"]), ()), each["per_s"])
        for each in document["limits"]
    )
    known = {name: document[name] for name in ("name", "title", "bytes_per_s", "source")}
    return Store(latencies=latencies, limits=limits, **known)
