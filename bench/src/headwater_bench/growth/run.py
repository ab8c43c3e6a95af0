"""A complete run: the store, a Spark of each configuration, and the series in sequence."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater_bench.core import machine, resuming
from headwater_bench.core.results import command_of, of_this_version, read
from headwater_bench.core.store import store
from headwater_bench.core.tree import BUCKET, Trees
from headwater_bench.growth import document, series
from headwater_bench.growth.measure import Measurement
from headwater_bench.growth.player import GrowthPlayer
from headwater_bench.growth.series import Series
from headwater_bench.jvm.spark_player import all_started
from headwater_bench.writes.configurations import ALL

_SETTINGS = {"spark.master": "local[2]"}
_ROUNDS = 3


@dataclass(frozen=True)
class Plan:
    """What a run measures. `names` are prefixes of series' names. Without names it measures all."""

    objects: int
    quick: bool = False
    names: tuple[str, ...] = ()

    @property
    def series(self) -> list[Series]:
        """The selected series, and those whose objects they read. Raises HeadwaterError if there are none."""
        known = series.load()
        chosen = [each for each in known if self.selects(each)]
        if not chosen:
            raise HeadwaterError(
                f"no series' name begins with {' or '.join(self.names)}",
                advice=f"Their names: {', '.join(each.name for each in known)}",
            )
        needed = {each.over for each in chosen}
        return [each for each in known if each in chosen or each.name in needed]

    def selects(self, series: Series) -> bool:
        """Whether a series is selected, and not measured only for another one."""
        return not self.names or series.name.startswith(self.names)

    @property
    def rounds(self) -> int:
        """The number of measurements of a short point."""
        return 1 if self.quick else _ROUNDS

    @property
    def command(self) -> str:
        """The command that makes such a run."""
        options = "--quick" if self.quick else f"--objects {self.objects}"
        return " ".join(["headwater bench growth", options, *(f"--series {name}" for name in self.names)])


def load(results: Path) -> dict:
    """The result of an earlier run. Raises HeadwaterError if this version cannot continue it."""
    kept = read(results)
    with of_this_version(results, command_of("growth")):
        document.render(kept)
        _by_name(kept)
    return kept


def begin(plan: Plan, kept: dict | None) -> dict:
    """The document of a new run, or `kept` to continue it."""
    made = machine.describe(plan.command)
    return resuming.begin(
        {"made": made, "peers": {each.name: each.title for each in ALL}, "series": []}, kept
    )


def run(plan: Plan, known: dict) -> Iterator[dict]:
    """Measure the series missing in `known`, and yield the complete document after each.

    A series whose objects others read is measured again for them, but its result is unchanged.
    """
    done = _by_name(known)
    left = [each for each in plan.series if each.name not in done]
    needed = {each.over for each in left}
    chosen = [each for each in plan.series if each in left or each.name in needed]
    for measured in _measured(plan, chosen):
        known["series"] = _in_order({measured["name"]: measured} | _by_name(known))
        known["made"]["load_after"] = machine.load()
        yield known


def again(plan: Plan, kept: dict) -> Iterator[dict]:
    """Measure the selected series of `kept` again, and yield the document after each.

    Each of them then records separately how it was made. The other series are unchanged.
    """
    made = machine.describe(plan.command)
    found = _by_name(kept)
    selected = {each.name for each in plan.series if plan.selects(each)}
    for measured in _measured(plan, plan.series):
        if measured["name"] in selected:
            made["load_after"] = machine.load()
            found[measured["name"]] = measured | {"made": dict(made)}
            yield kept | {"series": _in_order(found)}


def summary(known: dict) -> str:
    """The failures, one line each."""
    titles = known["peers"]
    found = (
        f"{series['title']}, {titles[name]}: {why}"
        for series in known["series"]
        for name, why in series["failures"].items()
    )
    return "\n".join(found) or "Nothing failed."


def _measured(plan: Plan, chosen: Sequence[Series]) -> Iterator[dict]:
    """Each series, once all its points are measured."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-bench-")))
        of_store = stack.enter_context(store(folder / "store", [BUCKET]))
        trees = stack.enter_context(Trees(of_store))
        players = stack.enter_context(all_started(GrowthPlayer, ALL, of_store, folder, _SETTINGS))
        measurement = Measurement(of_store, trees, players, plan.rounds)
        for each in chosen:
            *_, whole = measurement.measure(each, each.up_to(plan.objects, quick=plan.quick))
            yield whole


def _by_name(kept: Mapping) -> dict[str, dict]:
    return {each["name"]: each for each in kept["series"]}


def _in_order(found: Mapping[str, dict]) -> list[dict]:
    return [found[name] for name in sorted(found)]
