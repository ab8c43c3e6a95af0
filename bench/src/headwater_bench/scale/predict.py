"""The model's unit costs from measurements, its predictions, and its checks against this machine."""

from collections.abc import Mapping, Sequence
from statistics import median

import numpy as np

from headwater.core.errors import HeadwaterError
from headwater_bench.core.phases import COMMIT, SETUP, TASKS, total
from headwater_bench.core.results import section
from headwater_bench.scale.model import KINDS, Costs, Driver, Job, Simulation, Store, at, cloud

CALIBRATION = 10  # the checks use the jobs of at most this many parts, and predict the larger ones
_DIGITS = 3
_TIMES = ("commit_seconds", "cpu_seconds", "store_cpu_seconds")


def predict(job: Job, place: Mapping, committer: Mapping, costs: Costs, a_task: Mapping[str, float]) -> dict:
    """What a job on a cloud takes."""
    manifest = committer.get("writes_manifest", False)
    known = ("message_s", "entry_s", "manifest_bytes") if manifest else ()  # of peers, only the threads
    driver = Driver(threads=committer["threads"], **{name: a_task[name] for name in known})
    outcome = Simulation(job, store := cloud(place), costs, driver)
    limit = max(store.limits, key=lambda name: store.peak(name) / store.limits[name][1])
    return {
        "cloud": place["name"],
        "committer": committer["name"],
        "tasks_s": round(outcome.tasks_s, _DIGITS),
        "job_commit_s": round(outcome.commit_s, _DIGITS),
        "requests": store.requests,
        "peak_requests_per_s": store.peak(limit),
        "limit_requests_per_s": store.limits[limit][1],
        "limit_of": limit,
        "waited_s": round(store.waited_s, _DIGITS),
        "driver_memory_bytes": round(a_task["peak_bytes"] * job.tasks) if manifest else None,
    }


def points(growth: Mapping, committer: Mapping) -> list[dict]:
    """A committer's points of growth: `x`, and the values of the sample with the requests."""
    rows = section(growth, committer["series"])["rows"].values()
    found = []
    for row in rows:
        samples = row["peers"].get(committer["peer"], {"samples": []})["samples"]
        if samples:
            middle = {name: median(each[name] for each in samples) for name in _TIMES}
            found.append(next(each for each in samples if "phases" in each) | middle | {"x": row["x"]})
    if len(found) < 2:  # noqa: PLR2004 (a line needs two)
        message = f"the results have not two points of {committer['title']} in {committer['series']}"
        raise HeadwaterError(message, advice="Run: headwater bench growth")
    return found


def fit(measured: Sequence[Mapping]) -> Costs:
    """The least-squares lines through the requests of points, by phase and kind."""
    places = [point["x"] for point in measured]
    costs: dict[str, dict[str, tuple[float, float]]] = {}
    for phase in (SETUP, TASKS, COMMIT):
        costs[phase] = {}
        for kind in sorted({kind for point in measured for kind in point["phases"][phase]}):
            counts = [point["phases"][phase].get(kind, {"requests": 0})["requests"] for point in measured]
            fixed, each = np.polynomial.polynomial.polyfit(places, counts, 1)
            costs[phase][kind] = (float(fixed), max(0.0, float(each)))
    return costs


def of_a_task(commits: Sequence[Mapping]) -> dict[str, float]:
    """The cost of one more task for the driver and for the manifest, from the measured commits."""
    of = {"message_s": "messages_cpu_seconds", "entry_s": "commit_cpu_seconds"}
    names = (*of, "manifest_bytes", "peak_bytes")
    return {name: max(0.0, slope(commits, "tasks", of.get(name, name))) for name in names}


def slope(found: Sequence[Mapping], x: str, y: str) -> float:
    """The least-squares slope, 0 with fewer than two points."""
    if len(found) < 2:  # noqa: PLR2004 (a line needs two)
        return 0.0
    values = ([each[name] for each in found] for name in (x, y))
    return float(np.polynomial.polynomial.polyfit(*values, 1)[1])


def checks(growth: Mapping, committers: Sequence[Mapping], commits: Sequence[Mapping]) -> list[dict]:
    """Predicted and measured requests and commits of this machine's larger jobs, from the smaller ones."""
    entry_s = slope(commits[:-1], "tasks", "commit_seconds")
    found = []
    for committer in committers:
        measured = points(growth, committer)
        known = [point for point in measured if point["x"] <= CALIBRATION]
        writes = committer.get("writes_manifest", False)
        driver = Driver(entry_s=entry_s if writes else 0.0, threads=committer["threads"])

        def commit(tasks: int, known: Sequence[Mapping] = known, driver: Driver = driver) -> float:
            store = here(known, growth["made"]["cores"])
            return Simulation(Job(tasks, 2, task_s=0.01), store, fit(known), driver).commit_s

        for point in measured[len(known) :]:
            x, case = point["x"], f"{committer['title']}, {point['x']:,} parts"
            sent = sum(at(line, x) for kinds in fit(known).values() for line in kinds.values())
            found.append((f"{case}: requests", sent, point["sent"], "requests"))
            found.append((f"{case}: commit", commit(x), point["commit_seconds"], "s"))
        if writes:
            case = f"{committer['title']}, {commits[-1]['tasks']:,} tasks reported to the driver: commit"
            found.append((case, commit(commits[-1]["tasks"]), commits[-1]["commit_seconds"], "s"))
    return [
        {"what": case, "predicted": round(predicted, 3), "measured": round(measured, 3), "unit": unit}
        for case, predicted, measured, unit in found
    ]


def here(known: Sequence[Mapping], cores: int) -> Store:
    """The machine's store: the time of a commit request in the smallest job, and the processors' capacity.

    A request also takes the client some time, which is the same for all kinds: the commit's time beyond that
    of its requests at the store's proxy.
    """
    smallest, largest = known[0], known[-1]
    kinds, requests = smallest["phases"][COMMIT], total(smallest["phases"], COMMIT)
    at_proxy = sum(of_kind["seconds"] for of_kind in kinds.values())
    client = max(0.0, smallest["commit_seconds"] - at_proxy) / requests
    seconds = {kind: of_kind["seconds"] / of_kind["requests"] for kind, of_kind in kinds.items()}
    everything = (*KINDS["reads"], *KINDS["writes"])
    latencies = {kind: (seconds.get(kind, at_proxy / requests) + client, 0.0) for kind in everything}
    used = (largest["store_cpu_seconds"] + largest["cpu_seconds"]) / largest["sent"]
    return Store(latencies, {"processors": (everything, cores / used)})
