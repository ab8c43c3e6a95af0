"""A whole run: the store, a Spark of each configuration, and the series one after the other."""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import HeadwaterError
from headwater_bench import machine
from headwater_bench.configuration import Configuration
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


def run(plan: Plan, peers: Sequence[Configuration] = ALL, kept: Mapping | None = None) -> Iterator[dict]:
    """Yields the document of all that is known so far, after each point.

    `kept` is a document whose series stay until one that was asked for has been measured again, as a whole,
    which then tells for itself how it was made.
    """
    chosen = plan.series
    made = machine.describe() | {"command": plan.command}
    titles = {each.name: each.title for each in peers} | (kept["peers"] if kept else {})
    found = _by_name(kept) if kept else {}

    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-bench-")))
        of_store = stack.enter_context(store(folder / "store", [BUCKET]))
        trees = stack.enter_context(Trees(of_store))
        players = stack.enter_context(all_started(GrowthPlayer, peers, of_store, folder, _SETTINGS))
        measurement = Measurement(of_store, trees, players, plan.rounds)
        for each in chosen:
            for measured in measurement.measure(each, each.up_to(plan.objects, quick=plan.quick)):
                made["load_after"] = machine.load()
                if not kept:
                    found[each.name] = measured
                    yield {"made": made, "peers": titles, "series": _in_order(found)}
            if kept and plan.asks_for(each):
                found[each.name] = measured | {"made": dict(made)}
                yield {"made": kept["made"], "peers": titles, "series": _in_order(found)}


def _by_name(kept: Mapping) -> dict[str, dict]:
    return {each["name"]: each for each in kept["series"]}


def _in_order(found: Mapping[str, dict]) -> list[dict]:
    return [found[name] for name in sorted(found)]
