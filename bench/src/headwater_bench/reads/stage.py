"""The store with the data, and a Spark of each configuration on it."""

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Self

from headwater.embedded import clients
from headwater.embedded.request_log import Request
from headwater.terminal import console
from headwater_bench.core import measurement, samples
from headwater_bench.core.answers import Answer, Row
from headwater_bench.core.configuration import Configuration
from headwater_bench.core.measurement import FULL, WARM_UP
from headwater_bench.core.store import store
from headwater_bench.core.tree import BUCKET
from headwater_bench.jvm.spark_player import all_started, started
from headwater_bench.reads import data, ideal
from headwater_bench.reads.player import ReadsPlayer
from headwater_bench.reads.scenario import Scenario
from headwater_bench.reads.sizes import QUICK, Sizes

_SETTINGS = {"spark.master": "local[2]"}


@dataclass(frozen=True)
class Taken(measurement.Taken):
    """Adds its rows, the bytes that it needs from columnar files (else None), and its requests."""

    rows: list[Row]
    needed: int | None
    requests: list[Request]


class Stage:
    """An embedded store with the data of scenarios. Use it as a context manager."""

    def __init__(
        self,
        folder: Path,
        sizes: Sizes,
        scenarios: Sequence[Scenario],
        configurations: Sequence[Configuration],
    ) -> None:
        self._folder = folder
        self._sizes = {FULL: sizes, WARM_UP: QUICK}
        self._tables = {table for each in scenarios for table in each.tables}
        self._configurations = configurations

    def __enter__(self) -> Self:
        with ExitStack() as stack:  # ends what has started if the rest fails
            self.document = stack.enter_context(store(self._folder / "store", [BUCKET]))
            # In a separate Spark, because it would warm up a measured one.
            maker = replace(self._configurations[0], name="maker", title="the maker's file system")
            with started(ReadsPlayer, maker, self.document, self._folder, _SETTINGS) as making:
                self._furnish(making)
            self._players = stack.enter_context(
                all_started(ReadsPlayer, self._configurations, self.document, self._folder, _SETTINGS)
            )
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.__exit__(*exception)

    def run(
        self, configuration: Configuration, scenario: Scenario, prefix: str, document: dict | None = None
    ) -> Taken:
        """Run a scenario on the data of a prefix, on the store of `document`.

        Raises HeadwaterError if it fails.
        """
        player = self._players[configuration.name]
        player.connect(document or self.document)
        plans = []

        def run() -> Answer:
            answer, plan = player.run(scenario, prefix, self._sizes[prefix])
            plans.append(plan)
            return answer

        sample, answer, requests = samples.sample(self.document, player.process, run)
        return Taken(sample, answer.rows, self._needed(player, scenario, prefix, plans[0]), requests)

    def _needed(self, player: ReadsPlayer, scenario: Scenario, prefix: str, plan: object) -> int | None:
        if not scenario.is_columnar:
            return None
        bounds = scenario.bounds(self._sizes[prefix]) if scenario.is_selective else None
        files = ideal.Files(player.java, self._folder / prefix)
        return files.needed(ideal.scans_of(plan, prefix), scenario.format, bounds)

    def _furnish(self, maker: ReadsPlayer) -> None:
        for prefix, sizes in self._sizes.items():
            local = self._folder / prefix
            local.mkdir()
            with console.step(f"data: {prefix}"), clients.account(self._folder / "store") as account:
                data.make(maker, sizes, self._tables, local)
                data.upload(account, BUCKET, prefix, sizes, local)
