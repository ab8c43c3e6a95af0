"""`headwater bench scale`: its model, its checks, its page, and a small real run."""

from dataclasses import replace
from statistics import NormalDist

import pytest

from headwater.core.errors import HeadwaterError
from headwater_bench.core.pages import place
from headwater_bench.core.results import as_json, keep
from headwater_bench.growth.phases import COMMIT, SETUP, TASKS
from headwater_bench.scale import driver
from headwater_bench.scale.checks import checks, machine
from headwater_bench.scale.document import render
from headwater_bench.scale.run import Plan, load, of_a_task, run
from headwater_bench.scale.simulate import Driver, Job, share, simulate
from headwater_bench.scale.store_model import READS, WRITES, Door, Latency, Limit, Queue, Store, clouds
from headwater_bench.scale.unit_costs import Line, committers, fit, points, total
from test_reads import MADE

COSTS = {
    SETUP: {"LIST": Line(1, 0)},
    TASKS: {"HEAD": Line(0, 1.5), "PUT": Line(0, 1)},
    COMMIT: {"COPY": Line(0, 1), "LIST": Line(2, 0.01), "PUT": Line(1, 0)},
}
JOB = Job(tasks=500, slots=40, task_s=2.0, deviation=0.3, seed=7)
SLOW = Driver(message_s=0.001, entry_s=0.002, threads=1, manifest_bytes=217)
COMMITS = [
    {
        "tasks": tasks,
        "messages_cpu_seconds": 5e-5 * tasks,
        "last_tenth_cpu_seconds": 5e-6 * tasks,
        "commit_seconds": 0.05 + 2e-5 * tasks,
        "commit_cpu_seconds": 0.01 + 1e-5 * tasks,
        "held_bytes": 1000.0 * tasks,
        "peak_bytes": 2000.0 * tasks,
        "manifest_bytes": 217 * tasks + 500,
    }
    for tasks in (1000, 10_000)
]


def store(latency: float = 0.05, deviation: float = 0.5, reads: float = 900, writes: float = 600) -> Store:
    latencies = {kind: Latency(latency, deviation) for kind in (*READS, *WRITES)}
    limits = (Limit("reads", READS, reads), Limit("writes", WRITES, writes))
    return Store("it", "It", latencies, limits, bytes_per_s=1e6)


def counted(**phases: dict[str, tuple[int, float]]) -> dict:
    return {
        phase: {kind: {"requests": number, "seconds": seconds} for kind, (number, seconds) in kinds.items()}
        for phase, kinds in phases.items()
    }


def point(x: int) -> dict:
    """A job whose commit sends 2 LIST and 3 COPY a part, each 0.1 s at the store and 0.1 s in the client."""
    commit = {"LIST": (2, 0.2), "COPY": (3 * x, 0.3 * x)}
    return {
        "x": x,
        "requests": 1 + x + 2 + 3 * x,
        "seconds": [9.0],
        "commit_seconds": [0.2 * (2 + 3 * x)],
        "cpu_seconds": [0.001],
        "store_cpu_seconds": [0.001],
        "phases": counted(setup={"LIST": (1, 0.1)}, tasks={"PUT": (x, 0.1)}, commit=commit),
    }


def growth() -> dict:
    series = {}
    for each in committers():
        of_peers = series.setdefault(each.series, {})
        of_peers[each.peer] = [point(x) for x in (1, 10, 100)]
    return {"made": MADE, "series": [{"name": name, "points": found} for name, found in series.items()]}


def test_a_latency_has_its_median_and_its_99th_percentile():
    latency = Latency.of(0.03, 0.08)
    assert latency.at(0) == pytest.approx(0.03)
    assert latency.at(NormalDist().inv_cdf(0.99)) == pytest.approx(0.08, rel=1e-3)


def test_a_queue_serves_one_at_a_time():
    queue = Queue(0.5)
    assert [queue.enter(now) for now in (1.0, 1.1, 1.2, 9.0)] == [1.0, 1.5, 2.0, 9.0]


def test_every_cloud_has_a_limit_and_a_latency_for_each_kind_and_a_source():
    for cloud in clouds():
        limited = [kind for limit in cloud.limits for kind in limit.kinds]
        assert sorted(limited) == sorted((*READS, *WRITES))
        assert set(cloud.latencies) == set(limited)
        assert "https://" in cloud.source
    assert {limit.name: limit.per_s for limit in clouds()[0].limits} == {"reads": 5500, "writes": 3500}


@pytest.mark.parametrize(("total_", "tasks"), [(0, 3), (1, 3), (7, 3), (10, 10), (999, 1000), (2501, 1000)])
def test_tasks_share_a_total_evenly(total_, tasks):
    shares = [share(total_, task, tasks) for task in range(tasks)]
    assert sum(shares) == total_
    assert max(shares) - min(shares) <= 1


@pytest.mark.parametrize("threads", [1, 8])
@pytest.mark.parametrize("tasks", [1, 39, 500, 777])
def test_exactly_all_requests_are_sent(tasks, threads):
    outcome = simulate(replace(JOB, tasks=tasks), store(), COSTS, replace(SLOW, threads=threads))
    expected = {kind: 0 for kinds in COSTS.values() for kind in kinds}
    for kinds in COSTS.values():
        for kind, line in kinds.items():
            expected[kind] += line.at(tasks)
    assert outcome.door.requests == expected
    assert outcome.requests == total(COSTS, tasks)


@pytest.mark.parametrize(("reads", "writes"), [(50, 30), (900, 600), (7, 1000)])
def test_no_second_has_more_than_its_limit(reads, writes):
    limited = store(reads=reads, writes=writes)
    door = simulate(JOB, limited, COSTS, SLOW).door
    for limit in limited.limits:
        assert sum(door.admitted[limit.name].values()) == sum(door.arrivals[limit.name].values())
        assert max(door.admitted[limit.name].values()) <= limit.per_s + 1  # one at both ends of the second


def test_waiting_requests_are_counted_and_take_longer():
    wide, narrow = (simulate(JOB, store(reads=per_s, writes=per_s), COSTS, SLOW) for per_s in (1e9, 20))
    assert narrow.door.waited_s > wide.door.waited_s
    assert narrow.tasks_s > wide.tasks_s
    assert narrow.commit_s > wide.commit_s


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("threads", [1, 4])
def test_more_latency_never_shortens(seed, threads):
    job = replace(JOB, seed=seed)
    before = 0.0
    for latency in (0.001, 0.01, 0.05, 0.2, 1.0):
        outcome = simulate(job, store(latency), COSTS, replace(SLOW, threads=threads))
        assert outcome.commit_s >= before
        before = outcome.commit_s


def test_more_latency_never_shortens_the_tasks_of_an_unlimited_store():
    times = [simulate(JOB, store(each, 0.5, 1e9, 1e9), COSTS, SLOW).tasks_s for each in (0.01, 0.1, 1.0)]
    assert times == sorted(times)


def test_the_same_seed_has_the_same_outcome_and_another_one_another():
    one, same, other = (simulate(replace(JOB, seed=seed), store(), COSTS, SLOW) for seed in (3, 3, 4))
    assert (one.tasks_s, one.commit_s) == (same.tasks_s, same.commit_s)
    assert one.door.arrivals == same.door.arrivals
    assert one.commit_s != other.commit_s


def test_a_commit_of_one_thread_is_the_sum_of_its_parts():
    """The equation of docs/benchmarks/scale.md."""
    outcome = simulate(JOB, store(0.05, 0.0, 1e9, 1e9), COSTS, SLOW)
    sent = sum(line.at(JOB.tasks) for line in COSTS[COMMIT].values())
    equation = JOB.tasks * SLOW.entry_s + sent * 0.05 + JOB.tasks * SLOW.manifest_bytes / 1e6
    assert outcome.commit_s == pytest.approx(equation)


def test_threads_divide_what_grows_with_the_tasks():
    one, many = (simulate(JOB, store(0.1, 0, 1e9, 1e9), COSTS, Driver(threads=each)) for each in (1, 10))
    once = 3 * 0.1
    assert many.commit_s - once == pytest.approx((one.commit_s - once) / 10, rel=0.02)


def test_a_slow_driver_delays_the_tasks():
    slow = simulate(JOB, store(), COSTS, Driver(message_s=0.1))
    assert slow.tasks_s >= JOB.tasks * 0.1


def test_lines_go_through_the_points():
    costs = fit([point(x) for x in (1, 10, 100)])
    assert costs[COMMIT]["COPY"].each == pytest.approx(3)
    assert costs[COMMIT]["LIST"].at(10**5) == 2
    assert costs[COMMIT]["COPY"].once(10**5) == 0
    assert total(costs, 1000) == 1 + 1000 + 2 + 3000


def test_a_kind_that_small_jobs_lack_is_none_of_theirs():
    with_page = point(100)
    with_page["phases"][COMMIT]["DELETE"] = {"requests": 99, "seconds": 1.0}
    line = fit([point(1), with_page])[COMMIT]["DELETE"]
    assert line.at(100) == 99
    assert line.at(1) == 0


def test_the_machine_is_calibrated_by_the_smallest_job():
    here = machine([point(1), point(10)], cores=2)
    assert here.latencies["COPY"].median == pytest.approx(0.2)
    assert here.latencies["PUT"].median == pytest.approx(0.2)
    door = Door(here)
    assert door.answered("COPY", 1.0, 0.0, 1e9) == pytest.approx(1.2)
    assert here.limits[0].per_s == pytest.approx(2 / (0.002 / point(10)["requests"]))


def test_checks_foretell_larger_jobs_from_smaller_ones():
    found = {each["what"]: each for each in checks(growth(), committers(), COMMITS)}
    requests = found["S3A, algorithm 1, 100 parts: requests"]
    assert requests["predicted"] == requests["measured"] == 403
    commit = found["S3A, algorithm 1, 100 parts: commit"]
    assert commit["predicted"] == pytest.approx(commit["measured"]) == pytest.approx(60.4)
    largest = found["Headwater, manifest, 10,000 tasks reported to the driver: commit"]
    assert largest["measured"] == pytest.approx(0.25)


def test_without_larger_jobs_only_the_measured_commit_is_checked():
    known = growth()
    for series in known["series"]:
        for of_peer in series["points"].values():
            del of_peer[2:]
    assert [each["measured"] for each in checks(known, committers(), COMMITS)] == [0.25]


def test_missing_unit_costs_are_reported(tmp_path):
    known = growth()
    parts = next(each for each in known["series"] if each["name"] == "01-parts-rdd")
    del parts["points"]["s3a-2"]
    algorithm_2 = next(each for each in committers() if each.name == "s3a-2")
    with pytest.raises(HeadwaterError, match="have not two points of S3A, algorithm 2"):
        points(known, algorithm_2)
    with pytest.raises(HeadwaterError, match="there are no unit costs"):
        load(tmp_path / "growth.json")


def test_unit_costs_of_a_run_of_growth_can_be_used(tmp_path):
    made = growth()
    made["made"] |= {"command": "headwater bench growth"}
    keep(tmp_path / "it.json", as_json(made))
    assert load(tmp_path / "it.json") == made


@pytest.mark.parametrize("content", ["{", "[]", "{}", '{"made": {}}'])
def test_unit_costs_of_another_version_are_reported(tmp_path, content):
    (tmp_path / "mine.json").write_text(content)
    with pytest.raises(HeadwaterError, match=r"mine\.json is no") as raised:
        load(tmp_path / "mine.json")
    assert raised.value.advice.endswith("headwater bench growth")


def test_the_cost_of_a_task_for_the_driver_is_the_slope():
    costs = of_a_task(COMMITS)
    assert costs["manifest_bytes"] == pytest.approx(217)
    assert costs["entry_s"] == pytest.approx(1e-5)
    assert costs["peak_bytes"] == pytest.approx(2000)


def test_a_run_predicts_each_committer_on_each_cloud(monkeypatch):
    """With given driver costs. The real ones are measured below."""
    monkeypatch.setattr(driver, "measure", lambda sizes: COMMITS[: len(sizes)])
    made = growth()
    made["made"] |= {"command": "headwater bench growth"}
    *_, last = run(Plan(tasks=200, nodes=3, seed=1), made)
    assert len(last["predictions"]) == len(clouds()) * len(committers())
    for each in last["predictions"]:
        assert each["requests"] == 1 + 200 + 2 + 600
        assert each["job_commit_s"] > 0
        assert each["peak_requests_per_s"] > 0
        assert (each["driver_memory_bytes"] == 400_000) == (each["committer"] == "headwater-manifest")
    page = render(last)
    assert place(last["made"])["load_after"] >= 0
    assert "| Headwater, manifest |" in page
    assert "0.4 MB" not in page
    assert "S3A, algorithm 1, 100 parts: requests | 403 | 403 | +0% |" in page
    assert page.count("## ") == len(clouds()) + 4
    assert "{" not in page


def test_the_real_commit_protocol_on_a_real_store():
    """Headwater's protocol: a Spark driver receives the tasks' messages and commits."""
    (measured,) = driver.measure([2000])
    assert measured["tasks"] == 2000
    assert 150 < measured["manifest_bytes"] / 2000 < 300
    assert measured["peak_bytes"] >= 2000 * 200
    assert measured["commit_cpu_seconds"] > 0
