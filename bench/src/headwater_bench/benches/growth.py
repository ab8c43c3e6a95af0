"""`headwater bench growth`: how a job's requests and time grow with its parts, bytes, objects, partitions.

The series are in `growth.toml`: runs of one program that differ in a number, `x` of the `values`. `program`
is a Python expression with `spark`, `hadoop` (the settings), `array`, `java_class` and `path` of the JVM. It
writes `rows` (Spark's SQL, with `{x}`) to `url`, or is whether it sees all that the series `over` wrote in
`folder`. With `only_commit` the points cover only the job's commit.
"""

import time
from collections.abc import Iterable, Mapping

from headwater.core.errors import HeadwaterError
from headwater.embedded.request_log import Request
from headwater_bench.core import objects
from headwater_bench.core.answers import Answer
from headwater_bench.core.files import table
from headwater_bench.core.phases import COMMIT, SETUP, TASKS, Job, split, total
from headwater_bench.core.plan import Plan, Row, Section, Turn
from headwater_bench.jvm.spark_player import SparkPlayer
from headwater_bench.jvm.stage import SparkStage
from headwater_bench.peers.definitions import titles

BOUND_S = 45.0
"""A peer's point is left out if its previous point predicts a longer time."""

_ONCE_S = 2.0


def plan(*, objects: int, quick: bool) -> Plan:
    """All series, each a section whose rows are its points."""
    series = {each["name"]: each for each in table(__package__, "growth.toml")["series"]}
    sections = []
    for each in series.values():
        over = {"over": series[each["over"]]} if "over" in each else {}
        sections.append(section(each | over, objects, quick=quick))
    peers = dict.fromkeys(name for each in sections for name in each.peers)
    return Plan("growth", {}, titles(peers), sections, Stage)


def section(series: Mapping, most: int, *, quick: bool) -> Section:
    """The points up to so many objects. A quick run has only the first one or two, once."""
    is_of_objects = series["x"] == "objects"
    values = [x for x in series["values"] if not is_of_objects or x <= most]
    if quick:
        values = values[: 1 if is_of_objects else 2]
    return Section(
        series["name"],
        [point(series, x) for x in values],
        series["peers"],
        1 if quick else 3,
        series["title"],
        once_s=_ONCE_S,
        bound_s=BOUND_S,
        kept={"x": series["x"], "unit": series["unit"], "note": series.get("note", "")},
    )


def point(series: Mapping, x: int) -> Row:
    """The point of a series at x."""
    return Row(str(x), f"{x:,} {series['x']}", series | {"x": x}, {"x": x})


class Stage(SparkStage):
    """A store that keeps what the series write, because others read it."""

    def furnish(self) -> None:
        """Nothing is written yet."""
        self._runs = 0
        self._written: dict[tuple[str, str], str] = {}
        self._warm: set[tuple[str, str]] = set()

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        """Run a point. A peer's first point of a series is preceded by one that is not measured."""
        del is_warm_up
        series = row.spec["name"]
        if (series, peer) not in self._warm:
            self._run(peer, point(row.spec, row.spec["values"][0]), document)
            self._warm.add((series, peer))
        return self._run(peer, row, document)

    def _run(self, peer: str, row: Row, document: dict) -> Turn:
        reads = "over" in row.spec
        self._runs += 1
        folder = f"growth/{row.spec['name']}/{peer}/{row.name}-{self._runs}"
        folder = self._read_folder(row, document) if reads else folder
        times = {}

        def run(player: SparkPlayer) -> Answer:
            start = time.time()
            execute(player, row, folder)
            times["ended"] = time.time()
            times["job"] = None if reads else _last_job(player)
            return Answer(times["ended"] - start, [])

        sample, _, requests = self.sample(peer, document, run)
        if not reads:
            self._check(row, folder)
        return Turn(sample | of_phases(requests, **times, only_commit=row.spec.get("only_commit", False)))

    def _read_folder(self, row: Row, document: dict) -> str:
        """The folder with as many objects. It is written now if an earlier run measured that series."""
        over = row.spec["over"]
        key = (over["name"], row.name)
        if key not in self._written:
            self._run(over["peers"][0], point(over, row.spec["x"]), document)
        return self._written[key]

    def _check(self, row: Row, folder: str) -> None:
        """Check that everything was written. The folder can then be read."""
        found = objects.under(self.account, f"{folder}/")
        keys = [key.removeprefix(folder) for key, size in found if size]
        parts = [key for key in keys if "/_" not in key and "/." not in key]
        expected = 1 if row.spec["unit"] == "MiB" else row.spec["x"]
        if len(parts) != expected:
            raise HeadwaterError(f"{len(parts):,} objects are in {folder}, and not {expected:,}")
        self._written[row.spec["name"], row.name] = folder


def execute(player: SparkPlayer, row: Row, folder: str) -> None:
    """Run a point's program. HeadwaterError if it does not see everything."""
    names = {"spark": player.session, "hadoop": player.hadoop, "path": player.path, "array": player.array}
    names |= {"java_class": player.java_class, "folder": folder, "url": player.root + folder}
    names |= {"x": row.spec["x"], "rows": row.spec.get("rows", "").format(x=row.spec["x"])}
    if eval(row.spec["program"], names) is False:  # noqa: S307 (the programs are files of this package)
        raise HeadwaterError(f"not all of the {row.title} of {folder} are visible")


def _last_job(player: SparkPlayer) -> Job:
    """The submission time of the last job, and the end of its last task."""
    context = player.session.sparkContext()
    context.listenerBus().waitUntilEmpty()
    job = context.statusStore().jobsList(None).head()
    return tuple(each.get().getTime() / 1000 for each in (job.submissionTime(), job.completionTime()))


def of_phases(requests: Iterable[Request], job: Job | None, ended: float, *, only_commit: bool) -> dict:
    """The part of a sample that depends on the phases: the time, and the number of requests `sent`.

    The run, with a job if it writes, `ended` at these seconds since 1970.
    `phases` has, by phase and kind, the number of `requests`, and their total `seconds` at the store's proxy.
    `commit_seconds` are those after the end of the last task, 0 without tasks.
    """
    found = split(requests, job)
    taken = {"commit_seconds": ended - job[1] if job else 0.0, "phases": found}
    taken["sent"] = total(found, COMMIT) if only_commit else total(found, SETUP, TASKS, COMMIT)
    return taken | ({"seconds": taken["commit_seconds"]} if only_commit else {})
