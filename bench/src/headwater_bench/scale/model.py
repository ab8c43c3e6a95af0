"""The model of a job on a store: tasks on slots, their reports to the driver, and its commit, event by event.

A request waits in its limit's queue and then takes a lognormal time. Equal arguments have equal outcomes.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat

import numpy as np
import simpy

from headwater_bench.core.phases import COMMIT, SETUP, TASKS

KINDS = {
    "reads": ("GET", "HEAD", "LIST", "OTHER"),
    "writes": ("PUT", "PUT part", "POST uploads", "POST uploadId", "POST delete", "DELETE", "COPY"),
}
_P99 = 2.3263  # the 99th percentile of the standard normal distribution
Line = tuple[float, float]  # requests: a fixed number, and a number for each task
Costs = Mapping[str, Mapping[str, Line]]  # by phase and kind of request


@dataclass(frozen=True)
class Job:
    """A job's tasks, the slots that run them, and their work: lognormal, with the median in seconds."""

    tasks: int
    slots: int
    task_s: float = 20.0
    deviation: float = 0.25
    seed: int = 1


@dataclass(frozen=True)
class Driver:
    """Processor seconds for a task's message and a commit's entry, and the commit's concurrent requests.

    `manifest_bytes` is the length of the last request's body for each task.
    """

    message_s: float = 0.0
    entry_s: float = 0.0
    threads: int = 1
    manifest_bytes: float = 0.0


@dataclass
class Store:
    """Latencies by kind (median in seconds, deviation of the logarithm), and limits of requests per second.

    `limits` have the kinds and the number by name. The rest counts what a job requests.
    """

    latencies: Mapping[str, tuple[float, float]]
    limits: Mapping[str, tuple[Sequence[str], float]]
    bytes_per_s: float = float("inf")
    requests: int = 0
    waited_s: float = 0.0
    arrivals: dict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))
    free: dict[str, float] = field(default_factory=lambda: defaultdict(float))

    def answered(self, kind: str, now: float, normal: float) -> float:
        """The response time of a request that arrives now, in time order."""
        self.requests += 1
        at = now
        for name, (kinds, per_s) in self.limits.items():
            if kind in kinds:
                at = max(now, self.free[name])
                self.free[name] = at + 1 / per_s
                self.arrivals[name][int(now)] += 1
                self.waited_s += at - now
        median, deviation = self.latencies[kind]
        return at + median * math.exp(deviation * normal)

    def peak(self, limit: str) -> int:
        """The number of requests of a limit in the busiest second, admitted or not."""
        return max(self.arrivals[limit].values(), default=0)


def cloud(document: Mapping) -> Store:
    """A public cloud of `clouds.toml`."""
    latencies = {}
    for group, kinds in KINDS.items():
        median, p99 = (document[group][name] / 1000 for name in ("median_ms", "p99_ms"))
        latencies |= dict.fromkeys(kinds, (median, math.log(p99 / median) / _P99))
    limits = {
        " and ".join(each["of"]): (tuple(chain(*map(KINDS.get, each["of"]))), each["per_s"])
        for each in document["limits"]
    }
    return Store(latencies, limits, document["bytes_per_s"])


def at(line: Line, tasks: int) -> int:
    """A line's requests for this many tasks, as a whole number that is not negative."""
    return max(0, round(line[0] + line[1] * tasks))


class Simulation:
    """A job run once: `tasks_s` until the driver knows of the last task, and `commit_s` of the commit."""

    def __init__(self, job: Job, store: Store, costs: Costs, driver: Driver) -> None:
        self._job, self._store, self._costs, self._driver = job, store, costs, driver
        self._random = np.random.default_rng(job.seed)
        self._time = simpy.Environment()
        self._driver_free = 0.0
        setup = _kinds({kind: at(line, job.tasks) for kind, line in costs[SETUP].items()})
        self._run(self._send(self._with_normals(setup)))
        start = self._time.now
        self._run(*self._slots())
        ended = self._time.now
        for phase in self._commit():
            self._run(*phase)
        self.tasks_s, self.commit_s = ended - start, self._time.now - ended

    def _run(self, *processes: Iterator) -> None:
        self._time.run(simpy.AllOf(self._time, [self._time.process(each) for each in processes]))

    def _send(self, requests: Iterable[tuple[str, float]], length: float = 0.0) -> Iterator:
        """Send requests, kind and random number, in sequence. The last one has a body of this length."""
        for kind, normal in requests:
            now = self._time.now
            yield self._time.timeout(self._store.answered(kind, now, normal) - now)
        yield self._time.timeout(length / self._store.bytes_per_s)

    def _with_normals(self, kinds: Sequence[str]) -> Iterator[tuple[str, float]]:
        return zip(kinds, self._random.standard_normal(len(kinds)).tolist(), strict=True)

    def _slots(self) -> Iterator[Iterator]:
        """The slots take tasks in order. A task's random values depend only on its number."""
        job = self._job
        totals = {kind: at(line, job.tasks) for kind, line in self._costs[TASKS].items()}
        work = self._random.lognormal(np.log(job.task_s), job.deviation, job.tasks).tolist()
        longest = sum(-(-total // job.tasks) for total in totals.values())
        normals = self._random.standard_normal((job.tasks, longest))
        queue = iter(range(job.tasks))
        for _ in range(min(job.slots, job.tasks)):
            yield self._slot(queue, totals, work, normals)

    def _slot(self, queue: Iterator[int], totals: dict, work: list, normals: np.ndarray) -> Iterator:
        for task in queue:
            yield self._time.timeout(work[task])
            kinds = _kinds({kind: share(total, task, self._job.tasks) for kind, total in totals.items()})
            yield from self._send(zip(kinds, normals[task].tolist(), strict=False))
            begin = max(self._time.now, self._driver_free)  # the driver handles one message at a time
            self._driver_free = begin + self._driver.message_s
            yield self._time.timeout(self._driver_free - self._time.now)

    def _commit(self) -> Iterator[list[Iterator]]:
        """The driver's work, then requests for tasks by threads, then those that are sent once."""
        driver, tasks, lines = self._driver, self._job.tasks, self._costs[COMMIT]
        self._time.run(self._time.timeout(driver.entry_s * tasks))
        once = {kind: min(max(0, round(line[0])), at(line, tasks)) for kind, line in lines.items()}
        mixed = _mixed({kind: at(line, tasks) - once[kind] for kind, line in lines.items()})
        queue = self._with_normals(mixed)
        yield [self._send(queue) for _ in range(driver.threads)]
        yield [self._send(self._with_normals(_kinds(once)), driver.manifest_bytes * tasks)]


def share(total: int, task: int, tasks: int) -> int:
    """A task's share of a total. The shares of all tasks add up to the total and are nearly equal."""
    return (task + 1) * total // tasks - task * total // tasks


def _kinds(counts: Mapping[str, int]) -> list[str]:
    return list(chain.from_iterable(repeat(kind, count) for kind, count in counts.items()))


def _mixed(counts: Mapping[str, int]) -> list[str]:
    """The kinds in alternation, as a driver sends them that processes task after task."""
    kinds = _kinds(counts)
    places = np.concatenate([np.arange(count) / count for count in counts.values() if count] or [[]])
    return [kinds[place] for place in np.argsort(places, kind="stable")]
