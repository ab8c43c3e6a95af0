"""A complete run: the driver's costs here, the model compared with this machine, and the clouds."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater.terminal import console
from headwater_bench.core import machine
from headwater_bench.core.results import of_this_version, read
from headwater_bench.growth.slopes import slope
from headwater_bench.scale import driver
from headwater_bench.scale.checks import checks
from headwater_bench.scale.checks import machine as of_machine
from headwater_bench.scale.simulate import Driver, Job, Outcome, simulate
from headwater_bench.scale.store_model import Store, clouds
from headwater_bench.scale.unit_costs import Committer, Costs, committers, fit, points

_SIZES = (1000, 10_000, 100_000)
"""The job sizes whose commit is measured here."""

_DIGITS = 3

CORES = 8
"""Per node."""


@dataclass(frozen=True)
class Plan:
    """The simulated job: each of a node's cores runs one task at a time."""

    tasks: int
    nodes: int
    seed: int

    @property
    def job(self) -> Job:
        """The job in the model's form."""
        return Job(self.tasks, self.nodes * CORES, seed=self.seed)

    @property
    def command(self) -> str:
        """The command that makes such a run."""
        return f"headwater bench scale --tasks {self.tasks} --nodes {self.nodes} --seed {self.seed}"


def load(results: Path) -> dict:
    """The results of `headwater bench growth`. Raises HeadwaterError if there are none that can be used."""
    command = "headwater bench growth"
    try:
        growth = read(results, command)
    except FileNotFoundError as error:
        raise HeadwaterError(f"there are no unit costs at {results}", advice=f"Run: {command}") from error
    with of_this_version(results, command):
        _made_of(growth)
        for each in committers():
            measured = points(growth, each)
            fit(measured)
            of_machine(measured, growth["made"]["cores"])
    return growth


def run(plan: Plan, growth: Mapping) -> Iterator[dict]:
    """Yield the complete document after each step."""
    chosen = committers()
    costs = {each.name: fit(points(growth, each)) for each in chosen}
    sizes = [size for size in _SIZES if size <= max(plan.tasks, _SIZES[1])]
    made = machine.describe(plan.command)
    commits = list(driver.measure(sizes))
    a_task = of_a_task(commits)
    known = {
        "made": made | {"load_after": machine.load()},
        "inputs": {
            "job": asdict(plan.job) | {"nodes": plan.nodes, "cores": CORES},
            "growth": _made_of(growth),
            "committers": {each.name: each.title for each in chosen},
            "unit_costs": {name: _rounded(each) for name, each in costs.items()},
            "driver": commits,
            "driver_of_a_task": a_task,
            "clouds": [_cloud(each) for each in clouds()],
        },
        "checks": [],
        "predictions": [],
    }
    known["checks"] = checks(growth, chosen, commits)
    yield known
    for cloud in clouds():
        for each in chosen:
            with console.step(f"{cloud.title}: {each.title}"):
                outcome = simulate(plan.job, cloud, costs[each.name], _driver(each, a_task))
            known["predictions"].append(_prediction(plan, cloud, each, outcome, a_task))
            yield known


def _made_of(growth: Mapping) -> dict:
    return {name: growth["made"][name] for name in ("date", "command", "versions")}


def of_a_task(commits: Sequence[Mapping]) -> dict[str, float]:
    """The cost of one more task for the driver and for the manifest, from the measured commits."""

    def each(name: str) -> float:
        return max(0.0, slope([(commit["tasks"], commit[name]) for commit in commits]) or 0.0)

    return {
        "message_s": each("messages_cpu_seconds"),
        "entry_s": each("commit_cpu_seconds"),
        "manifest_bytes": each("manifest_bytes"),
        "peak_bytes": each("peak_bytes"),
    }


def _driver(committer: Committer, each: Mapping[str, float]) -> Driver:
    """The driver's costs for a committer. For peers only the number of threads is known."""
    if not committer.writes_manifest:
        return Driver(threads=committer.threads)
    return Driver(each["message_s"], each["entry_s"], committer.threads, each["manifest_bytes"])


def _prediction(
    plan: Plan, cloud: Store, committer: Committer, outcome: Outcome, a_task: Mapping[str, float]
) -> dict:
    limit = max(cloud.limits, key=lambda limit: outcome.peak(limit.name) / limit.per_s)
    memory = round(a_task["peak_bytes"] * plan.tasks) if committer.writes_manifest else None
    return {
        "cloud": cloud.name,
        "tasks": plan.tasks,
        "nodes": plan.nodes,
        "committer": committer.name,
        "tasks_s": round(outcome.tasks_s, _DIGITS),
        "job_commit_s": round(outcome.commit_s, _DIGITS),
        "requests": outcome.requests,
        "peak_requests_per_s": outcome.peak(limit.name),
        "limit_requests_per_s": limit.per_s,
        "limit_of": limit.name,
        "waited_s": round(outcome.door.waited_s, _DIGITS),
        "driver_memory_bytes": memory,
    }


def _rounded(costs: Costs) -> dict:
    return {
        phase: {
            kind: {"fixed": round(line.fixed, _DIGITS), "each": round(line.each, _DIGITS)}
            for kind, line in kinds.items()
        }
        for phase, kinds in costs.items()
    }


def _cloud(cloud: Store) -> dict:
    return {
        "name": cloud.name,
        "title": cloud.title,
        "read_median_s": cloud.latencies["GET"].median,
        "write_median_s": cloud.latencies["PUT"].median,
        "limits": {limit.name: limit.per_s for limit in cloud.limits},
        "bytes_per_s": cloud.bytes_per_s,
        "source": cloud.source,
    }
