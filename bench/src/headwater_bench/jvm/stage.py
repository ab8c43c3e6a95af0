"""An embedded store, and a Spark of each configuration on it."""

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any

from headwater.embedded.request_log import Request
from headwater.terminal import console
from headwater_bench.core import samples
from headwater_bench.core.answers import Answer
from headwater_bench.core.plan import Plan, Section
from headwater_bench.core.store import StoreStage
from headwater_bench.jvm import spark_player
from headwater_bench.jvm.spark_player import SparkPlayer, java_errors
from headwater_bench.peers.definitions import Process, processes


class SparkStage(StoreStage):
    """The store and the processes, which end with the block. Use it as a context manager.

    `configurations` are those of the plan's peers, by name. Spark gets `settings`.
    """

    settings: Mapping[str, str] = MappingProxyType({"spark.master": "local[2]"})

    def __init__(self, folder: Path, plan: Plan, sections: Sequence[Section]) -> None:
        super().__init__(folder, plan, sections)
        self.configurations = processes(plan.peers)
        self._running: dict[str, Any] = {}
        self._connected: dict[str, dict] = {}

    def player(self, name: str) -> SparkPlayer:
        """The Spark of a configuration, started at the first call."""
        return self.once(name, "a Spark", self.started)

    def once(self, name: str, what: str, start: Callable[[Process], AbstractContextManager]) -> Any:
        """The process of a configuration, started at the first call."""
        if name not in self._running:
            configuration = self.configurations[name]
            with console.step(f"{what} with {configuration.title}"):
                self._running[name] = self.stack.enter_context(start(configuration))
        return self._running[name]

    def started(self, configuration: Process) -> AbstractContextManager[SparkPlayer]:
        """A Spark of a configuration, during a block."""
        return spark_player.started(configuration, self.document, self.folder, self.settings)

    def helper(self) -> AbstractContextManager[SparkPlayer]:
        """A Spark that makes data or checks results, which would warm up a measured one."""
        first = next(iter(self.configurations.values()))
        return self.started(replace(first, name="helper", title="the helper's file system"))

    def sample(
        self,
        name: str,
        document: dict,
        run: Callable[[SparkPlayer], Answer],
        *,
        has_new_file_system: bool = True,
        of_others: int | None = None,
    ) -> tuple[dict, Answer, list[Request]]:
        """A run's sample, answer and requests, on the store that `document` describes.

        By default it has a new file system without caches. `of_others` is as in `samples.sample`.
        HeadwaterError if it fails.
        """
        player = self.player(name)
        with java_errors(player.configuration):
            if has_new_file_system or self._connected.get(name, self.document) != document:
                player.connect(document)
                self._connected[name] = document
            return samples.sample(self.document, player.process, lambda: run(player), of_others)
