"""The job: tasks on slots, their reports to the driver, and the driver's commit, event by event."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, repeat

import numpy as np
import simpy

from headwater_bench.growth.phases import COMMIT, SETUP, TASKS
from headwater_bench.scale.store_model import Door, Queue, Store
from headwater_bench.scale.unit_costs import Costs


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
    """Seconds of the driver's processor for each task's message and each entry of the commit.

    `threads` is the number of concurrent commit requests. `manifest_bytes` is the length of the last
    request's body for each task.
    """

    message_s: float = 0.0
    entry_s: float = 0.0
    threads: int = 1
    manifest_bytes: float = 0.0


@dataclass(frozen=True)
class Outcome:
    """The seconds until the driver knows of the last task, and the seconds of the commit."""

    tasks_s: float
    commit_s: float
    door: Door

    @property
    def requests(self) -> int:
        """The number of requests sent."""
        return self.door.requests.total()

    def peak(self, limit: str) -> int:
        """The number of requests of a limit in the busiest second, admitted or not."""
        return max(self.door.arrivals[limit].values(), default=0)


def simulate(job: Job, store: Store, costs: Costs, driver: Driver) -> Outcome:
    """Run a job once. The same arguments have the same outcome."""
    simulation = _Simulation(job, store, costs, driver)
    return Outcome(simulation.tasks_s, simulation.commit_s, simulation.door)


class _Simulation:
    def __init__(self, job: Job, store: Store, costs: Costs, driver: Driver) -> None:
        self._job, self._costs, self._driver = job, costs, driver
        self._random = np.random.default_rng(job.seed)
        self._time = simpy.Environment()
        self._messages = Queue(driver.message_s)
        self.door = Door(store)
        self._run(self._setup())
        start = self._time.now
        self._run(*self._slots())
        self.tasks_s = self._time.now - start
        ended = self._time.now
        for phase in self._commit():
            self._run(*phase)
        self.commit_s = self._time.now - ended

    def _run(self, *processes: Iterator) -> None:
        self._time.run(simpy.AllOf(self._time, [self._time.process(each) for each in processes]))

    def _send(self, kinds: Sequence[str], normals: Sequence[float], last_length: float = 0.0) -> Iterator:
        """Send requests in sequence."""
        for place, (kind, normal) in enumerate(zip(kinds, normals, strict=True), 1):
            length = last_length if place == len(kinds) else 0.0
            now = self._time.now
            yield self._time.timeout(self.door.answered(kind, now, normal, length) - now)

    def _setup(self) -> Iterator:
        kinds = _kinds({kind: line.at(self._job.tasks) for kind, line in self._costs[SETUP].items()})
        return self._send(kinds, self._random.standard_normal(len(kinds)))

    def _slots(self) -> Iterator[Iterator]:
        """The slots take tasks in order. A task's random values depend only on its number."""
        tasks = self._job.tasks
        totals = {kind: line.at(tasks) for kind, line in self._costs[TASKS].items()}
        work = self._random.lognormal(np.log(self._job.task_s), self._job.deviation, tasks).tolist()
        longest = sum(-(-total // tasks) for total in totals.values())
        normals = self._random.standard_normal((tasks, longest))
        queue = iter(range(tasks))
        for _ in range(min(self._job.slots, tasks)):
            yield self._slot(queue, totals, work, normals)

    def _slot(self, queue: Iterator[int], totals: dict, work: np.ndarray, normals: np.ndarray) -> Iterator:
        for task in queue:
            yield self._time.timeout(work[task])
            kinds = _kinds({kind: share(total, task, self._job.tasks) for kind, total in totals.items()})
            yield from self._send(kinds, normals[task, : len(kinds)].tolist())
            end = self._messages.enter(self._time.now) + self._driver.message_s
            yield self._time.timeout(end - self._time.now)

    def _commit(self) -> Iterator[list[Iterator]]:
        """The driver's work, then requests for tasks by threads, then those that are sent once."""
        driver, tasks = self._driver, self._job.tasks
        yield [self._work(driver.entry_s * tasks)]
        once = {kind: line.once(tasks) for kind, line in self._costs[COMMIT].items()}
        rest = {kind: line.at(tasks) - once[kind] for kind, line in self._costs[COMMIT].items()}
        yield list(self._threads(_mixed(rest)))
        kinds = _kinds(once)
        body = driver.manifest_bytes * tasks
        yield [self._send(kinds, self._random.standard_normal(len(kinds)), body)]

    def _work(self, seconds: float) -> Iterator:
        yield self._time.timeout(seconds)

    def _threads(self, kinds: Sequence[str]) -> Iterator[Iterator]:
        queue = iter(zip(kinds, self._random.standard_normal(len(kinds)).tolist(), strict=True))
        for _ in range(self._driver.threads):
            yield self._thread(queue)

    def _thread(self, queue: Iterator[tuple[str, float]]) -> Iterator:
        for kind, normal in queue:
            yield from self._send([kind], [normal])


def share(total: int, task: int, tasks: int) -> int:
    """A task's share of a total. The shares of all tasks add up to the total and are nearly equal."""
    return (task + 1) * total // tasks - task * total // tasks


def _kinds(counts: dict[str, int]) -> list[str]:
    return list(chain.from_iterable(repeat(kind, count) for kind, count in counts.items()))


def _mixed(counts: dict[str, int]) -> list[str]:
    """The kinds in alternation, as a driver sends them that processes task after task."""
    kinds = _kinds(counts)
    places = np.concatenate([np.arange(count) / count for count in counts.values() if count] or [[]])
    return [kinds[place] for place in np.argsort(places, kind="stable")]
