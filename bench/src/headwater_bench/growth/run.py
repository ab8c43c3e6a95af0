"""A whole run: the store, a Spark of each configuration, and the series one after the other."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import HeadwaterError
from headwater_bench import machine, resuming
from headwater_bench.growth import document, series
from headwater_bench.growth.measure import Measurement
from headwater_bench.growth.player import GrowthPlayer
from headwater_bench.growth.series import Series
from headwater_bench.kept import command_of, of_this_version, read
from headwater_bench.operations.tree import BUCKET, Trees
from headwater_bench.spark_player import all_started
from headwater_bench.store import store
from headwater_bench.writes.configurations import ALL

_SETTINGS = {"spark.master": "local[2]"}
_ROUNDS = 3


@dataclass(frozen=True)
class Plan:
    """What a run is to measure; `names` are beginnings of series' names, and without any it is all."""

    objects: int
    quick: bool = False
    names: tuple[str, ...] = ()

    @property
    def series(self) -> list[Series]:
        """The chosen ones, and those whose objects they look at. Raises HeadwaterError if there are none."""
        known = series.load()
        chosen = [each for each in known if self.asks_for(each)]
        if not chosen:
            raise HeadwaterError(
                f"no series' name begins with {' or '.join(self.names)}",
                advice=f"Their names: {', '.join(each.name for each in known)}",
            )
        needed = {each.over for each in chosen}
        return [each for each in known if each in chosen or each.name in needed]

    def asks_for(self, series: Series) -> bool:
        """Whether it is chosen, and not measured for another's sake alone."""
        return not self.names or series.name.startswith(self.names)

    @property
    def rounds(self) -> int:
        """How often a point is measured that does not take long."""
        return 1 if self.quick else _ROUNDS

    @property
    def command(self) -> str:
        """The command that makes such a run."""
        options = "--quick" if self.quick else f"--objects {self.objects}"
        return " ".join(["headwater bench growth", options, *(f"--series {name}" for name in self.names)])


def load(results: Path) -> dict:
    """What an earlier run has kept. Raises HeadwaterError if this version cannot go on with it."""
    kept = read(results)
    with of_this_version(results, command_of("growth")):
        document.render(kept)
        _by_name(kept)
    return kept


def begin(plan: Plan, kept: dict | None) -> dict:
    """The document of a new run, or `kept` to go on with."""
    made = machine.describe(plan.command)
    return resuming.begin(
        {"made": made, "peers": {each.name: each.title for each in ALL}, "series": []}, kept
    )


def run(plan: Plan, known: dict) -> Iterator[dict]:
    """Measure the series that `known` does not have yet; yields the document of all that is known after each.

    One that others look at the objects of is measured again for their sake, and stays as it was.
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
    """Measure those series of `kept` again that are asked for, and yield the document after each of them.

    Each then tells for itself how it was made; the others stay.
    """
    made = machine.describe(plan.command)
    found = _by_name(kept)
    asked = {each.name for each in plan.series if plan.asks_for(each)}
    for measured in _measured(plan, plan.series):
        if measured["name"] in asked:
            made["load_after"] = machine.load()
            found[measured["name"]] = measured | {"made": dict(made)}
            yield kept | {"series": _in_order(found)}


def summary(known: dict) -> str:
    """What failed, a line each."""
    titles = known["peers"]
    found = (
        f"{series['title']}, {titles[name]}: {why}"
        for series in known["series"]
        for name, why in series["failures"].items()
    )
    return "\n".join(found) or "Nothing failed."


def _measured(plan: Plan, chosen: Sequence[Series]) -> Iterator[dict]:
    """Each series, when all its points have been measured."""
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
