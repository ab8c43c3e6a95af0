"""A whole run: the store, a Spark of each configuration, and the series one after the other."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from headwater.errors import HeadwaterError
from headwater_bench import machine
from headwater_bench.configuration import Configuration
from headwater_bench.growth import series
from headwater_bench.growth.measure import Measurement
from headwater_bench.growth.player import GrowthPlayer
from headwater_bench.growth.series import Series
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
        chosen = [each for each in known if not self.names or each.name.startswith(self.names)]
        if not chosen:
            raise HeadwaterError(
                f"no series' name begins with {' or '.join(self.names)}",
                advice=f"Their names: {', '.join(each.name for each in known)}",
            )
        needed = {each.over for each in chosen}
        return [each for each in known if each in chosen or each.name in needed]

    @property
    def rounds(self) -> int:
        """How often a point is measured that does not take long."""
        return 1 if self.quick else _ROUNDS

    @property
    def command(self) -> str:
        """The command that makes such a run."""
        options = "--quick" if self.quick else f"--objects {self.objects}"
        return " ".join(["headwater bench growth", options, *(f"--series {name}" for name in self.names)])


def run(plan: Plan, peers: Sequence[Configuration] = ALL) -> Iterator[dict]:
    """Yields the document of all that is known so far, after each point."""
    chosen = plan.series
    known = {
        "made": machine.describe() | {"command": plan.command},
        "peers": {each.name: each.title for each in peers},
        "series": [],
    }
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-bench-")))
        document = stack.enter_context(store(folder / "store", [BUCKET]))
        trees = stack.enter_context(Trees(document))
        players = stack.enter_context(all_started(GrowthPlayer, peers, document, folder, _SETTINGS))
        measurement = Measurement(document, trees, players, plan.rounds)
        for each in chosen:
            known["series"].append({})
            for found in measurement.measure(each, each.up_to(plan.objects, quick=plan.quick)):
                known["series"][-1] = found
                known["made"]["load_after"] = machine.load()
                yield known
