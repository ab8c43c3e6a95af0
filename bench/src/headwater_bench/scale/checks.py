"""Checks of the model: jobs of this machine, predicted from smaller ones."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import median

from headwater_bench.growth.phases import COMMIT
from headwater_bench.growth.phases import total as phases_total
from headwater_bench.growth.slopes import slope
from headwater_bench.scale.simulate import Driver, Job, simulate
from headwater_bench.scale.store_model import READS, WRITES, Latency, Limit, Store
from headwater_bench.scale.unit_costs import Committer, fit, points, total

CALIBRATION = 10
"""The model uses the jobs of at most this many parts, and predicts the larger ones."""

_SLOTS, _TASK_S = 2, 0.01
"""The commit does not depend on them."""


def checks(growth: Mapping, committers: Sequence[Committer], commits: Sequence[Mapping]) -> list[dict]:
    """Predicted and measured requests of the job and seconds of its commit, for each larger job.

    `commits` are those that `headwater_bench.scale.driver` measured. The largest is predicted too.
    """
    entry_s = slope([(each["tasks"], each["commit_seconds"]) for each in commits[:-1]]) or 0.0
    found = [each for committer in committers for each in _jobs(growth, committer, entry_s)]
    return [*found, *_largest(growth, committers, commits[-1], entry_s)]


def _largest(
    growth: Mapping, committers: Sequence[Committer], commit: Mapping, entry_s: float
) -> Iterator[dict]:
    """The largest commit by manifest whose tasks only sent reports."""
    for committer in committers:
        if committer.writes_manifest:
            known = _known(points(growth, committer))
            foretold = _foretold(growth, committer, known, commit["tasks"], entry_s)
            what = f"{committer.title}, {commit['tasks']:,} tasks reported to the driver: commit"
            yield _check(what, foretold, commit["commit_seconds"], "s")


def _known(measured: Sequence[Mapping]) -> list[Mapping]:
    return [point for point in measured if point["x"] <= CALIBRATION]


def _jobs(growth: Mapping, committer: Committer, entry_s: float) -> Iterator[dict]:
    measured = points(growth, committer)
    known = _known(measured)
    for point in measured[len(known) :]:
        what = f"{committer.title}, {point['x']:,} parts"
        foretold = _foretold(growth, committer, known, point["x"], entry_s)
        yield _check(f"{what}: requests", total(fit(known), point["x"]), point["requests"], "requests")
        yield _check(f"{what}: commit", foretold, median(point["commit_seconds"]), "s")


def _foretold(
    growth: Mapping, committer: Committer, known: Sequence[Mapping], tasks: int, entry_s: float
) -> float:
    """The seconds of a job's commit."""
    store = machine(known, growth["made"]["cores"])
    driver = Driver(entry_s=entry_s if committer.writes_manifest else 0.0, threads=committer.threads)
    return simulate(Job(tasks, _SLOTS, task_s=_TASK_S), store, fit(known), driver).commit_s


def _check(what: str, predicted: float, measured: float, unit: str) -> dict:
    return {"what": what, "predicted": round(predicted, 3), "measured": round(measured, 3), "unit": unit}


def machine(known: Sequence[Mapping], cores: int) -> Store:
    """The machine's store: the time of a commit request in the smallest job, and the store's capacity.

    A request also takes the client some time, which is the same for all kinds: the commit's time beyond that
    of its requests at the store's proxy. The limit comes from the processors: a request takes a number of
    processor seconds of Spark and the store.
    """
    smallest = known[0]
    kinds = smallest["phases"][COMMIT]
    requests = phases_total(smallest["phases"], COMMIT)
    at_proxy = sum(of_kind["seconds"] for of_kind in kinds.values())
    client = max(0.0, median(smallest["commit_seconds"]) - at_proxy) / requests
    usual = at_proxy / requests
    seconds = {kind: of_kind["seconds"] / of_kind["requests"] for kind, of_kind in kinds.items()}
    everything = (*READS, *WRITES)
    latencies = {kind: Latency(seconds.get(kind, usual) + client) for kind in everything}
    limit = Limit("processors", everything, cores / _processor_seconds(known[-1]))
    return Store("here", "this machine", latencies, (limit,), bytes_per_s=float("inf"))


def _processor_seconds(point: Mapping) -> float:
    """The processor seconds of a request, averaged over the complete job."""
    return (median(point["store_cpu_seconds"]) + median(point["cpu_seconds"])) / point["requests"]
