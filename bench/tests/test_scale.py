"""The model of `headwater bench scale`: its requests, its limits, and the committed predictions."""

from dataclasses import replace

import pytest

from headwater.core.errors import HeadwaterError
from headwater_bench.core.files import RESULTS, table
from headwater_bench.core.phases import COMMIT, SETUP, TASKS
from headwater_bench.core.results import load
from headwater_bench.scale import predict as run
from headwater_bench.scale.model import KINDS, Driver, Job, Simulation, Store, at, cloud, share

COSTS = {
    SETUP: {"LIST": (1, 0)},
    TASKS: {"HEAD": (0, 1.5), "PUT": (0, 1)},
    COMMIT: {"COPY": (0, 1), "LIST": (2, 0.01), "PUT": (1, 0)},
}
LINES = [line for kinds in COSTS.values() for line in kinds.values()]
JOB = Job(tasks=500, slots=40, task_s=2.0, deviation=0.3, seed=7)
SLOW = Driver(message_s=0.001, entry_s=0.002, threads=1, manifest_bytes=217)
CLOUDS = table("headwater_bench.scale", "clouds.toml")["cloud"]
COMMITTERS = table("headwater_bench.scale", "committers.toml")["committer"]
EVERY = (*KINDS["reads"], *KINDS["writes"])


def store(latency: float = 0.05, per_s: float = 600) -> Store:
    limits = {name: (KINDS[name], per_s) for name in ("reads", "writes")}
    return Store(dict.fromkeys(EVERY, (latency, 0.5)), limits, bytes_per_s=1e6)


def test_every_cloud_has_a_limit_and_a_latency_for_each_kind_and_a_source():
    for each in CLOUDS:
        found = cloud(each)
        limited = [kind for kinds, _ in found.limits.values() for kind in kinds]
        assert sorted(limited) == sorted(EVERY) == sorted(found.latencies)
        assert "https://" in each["source"]
    assert [per_s for _, per_s in cloud(CLOUDS[0]).limits.values()] == [5500, 3500]


@pytest.mark.parametrize(("total", "tasks"), [(0, 3), (1, 3), (7, 3), (10, 10), (2501, 1000)])
def test_tasks_share_a_total_evenly(total, tasks):
    shares = [share(total, task, tasks) for task in range(tasks)]
    assert sum(shares) == total
    assert max(shares) - min(shares) <= 1


@pytest.mark.parametrize("threads", [1, 8])
@pytest.mark.parametrize("tasks", [1, 39, 777])
def test_exactly_all_requests_are_sent(tasks, threads):
    of = store()
    Simulation(replace(JOB, tasks=tasks), of, COSTS, replace(SLOW, threads=threads))
    assert of.requests == sum(at(line, tasks) for line in LINES)
    assert of.requests == sum(counts.total() for counts in of.arrivals.values())


def test_a_limit_admits_no_more_and_waiting_takes_longer():
    wide, narrow = store(per_s=1e9), store(per_s=20)
    fast, slow = (Simulation(JOB, each, COSTS, SLOW) for each in (wide, narrow))
    assert narrow.waited_s > wide.waited_s
    assert slow.tasks_s > fast.tasks_s
    assert slow.commit_s > fast.commit_s
    kinds = sum(at(line, JOB.tasks) for line in COSTS[TASKS].values())
    assert slow.tasks_s >= kinds / 2 / 20 - 1, "two limits of 20 requests a second"


@pytest.mark.parametrize("threads", [1, 4])
def test_more_latency_never_shortens(threads):
    driver = replace(SLOW, threads=threads)
    times = [Simulation(JOB, store(each), COSTS, driver).commit_s for each in (0.001, 0.05, 0.2, 1.0)]
    assert times == sorted(times)


def test_a_commit_has_the_drivers_work_and_the_manifests_bytes():
    cheap, dear = (Simulation(JOB, store(), COSTS, each) for each in (Driver(), replace(SLOW, message_s=0.0)))
    assert dear.commit_s - cheap.commit_s == pytest.approx(500 * 0.002 + 500 * 217 / 1e6, rel=0.05)


def test_the_committed_checks_and_predictions_are_the_models():
    results = load(RESULTS)
    growth, known = results["growth"], results["scale"]
    found = run.checks(growth, COMMITTERS, known["inputs"]["driver"])
    assert sorted(found, key=str) == sorted(known["checks"], key=str) != []
    a_task = known["inputs"]["driver_of_a_task"]
    assert run.of_a_task(known["inputs"]["driver"]) == pytest.approx(a_task)
    costs = run.fit(run.points(growth, COMMITTERS[0]))
    found = run.predict(Job(1000, 80), CLOUDS[0], COMMITTERS[0], costs, a_task)
    assert found["requests"] == 1004
    assert found["driver_memory_bytes"] == round(1000 * a_task["peak_bytes"])


def test_a_line_needs_two_points():
    growth = {"sections": [{"name": COMMITTERS[0]["series"], "rows": {}}]}
    with pytest.raises(HeadwaterError, match="have not two points of Headwater, manifest"):
        run.points(growth, COMMITTERS[0])
