"""The store with the data, the configurations started on it, and the samples of their runs."""

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from types import MappingProxyType
from typing import Self

from py4j.protocol import Py4JError

from headwater.core.account import Account
from headwater.core.artifacts import shipped
from headwater.core.errors import HeadwaterError
from headwater.core.storlet_names import CONTAINER
from headwater.embedded import clients
from headwater.terminal import console
from headwater_bench.core import samples
from headwater_bench.core.answers import Row
from headwater_bench.core.delay import delayed
from headwater_bench.core.samples import Sample
from headwater_bench.core.store import store
from headwater_bench.data.command import FIRST, LAST, METERS, SEED
from headwater_bench.data.readings import Readings
from headwater_bench.data.target import Bucket, write
from headwater_bench.jvm import spark_player
from headwater_bench.pushdown import polars_player
from headwater_bench.pushdown.configurations import PARQUET, S3A, Configuration
from headwater_bench.pushdown.readings_player import ReadingsPlayer

BUCKET = "bench"
READINGS, WARM_UP = "readings", "warm-up"
"""The measured data, and a sixteenth of it, with which each process warms up."""

_WARM_UP_PART = 16
_OBJECT_BYTES = 1 << 30


class Stage:
    """An embedded store with readings of about `length` bytes. Use it as a context manager.

    Spark's processes run on `cores` (a Spark master) with `settings`, the store's engine with
    `engine_options`. With a `latency` (ms), every request of the compared configurations is delayed by it.
    """

    def __init__(
        self,
        folder: Path,
        length: int,
        cores: str = "local[2]",
        engine_options: Sequence[str] = (),
        settings: Mapping[str, str] = MappingProxyType({}),
        latency: int = 0,
    ) -> None:
        self.folder = folder
        self._latency = latency
        self._cores = cores
        self._settings = {"spark.master": cores, **settings}
        self._engine_options = engine_options
        self.readings = _readings(length)
        self.objects = max(1, round(length / _OBJECT_BYTES))
        self._players: dict[str, ReadingsPlayer | polars_player.PolarsPlayer] = {}

    def __enter__(self) -> Self:
        with ExitStack() as stack:  # ends the store if the rest fails
            self.document = stack.enter_context(store(self.folder / "store", [BUCKET], self._engine_options))
            self._furnish()
            self._reached = self.document
            if self._latency:
                self._reached, _ = stack.enter_context(delayed(self.document, self._latency))
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.__exit__(*exception)

    def as_dict(self) -> dict:
        """The description of the data for the result."""
        return {
            "bytes": self.readings.length,
            "rows": self.readings.rows,
            "objects": self.objects,
            "cores": self._cores,
        }

    def player(self, configuration: Configuration) -> ReadingsPlayer | polars_player.PolarsPlayer:
        """The process of a configuration, started at the first call."""
        if configuration.name not in self._players:
            if configuration is PARQUET:
                self._convert()
            with console.step(f"a process with {configuration.title}"):
                self._players[configuration.name] = self._start(configuration)
        return self._players[configuration.name]

    def sample(
        self, configuration: Configuration, sql: str, data: str = READINGS
    ) -> tuple[Sample, list[Row]]:
        """Run a query and return its sample and its rows. Raises HeadwaterError if it fails."""
        player = self.player(configuration)
        taken, answer, _ = samples.sample(
            self.document, player.process, lambda: player.run(sql, f"{data}-{configuration.format}")
        )
        return taken, answer.rows

    def _furnish(self) -> None:
        """Deploy the storlets, and write the readings."""
        with (
            console.step(f"{self.readings.rows:,} readings"),
            clients.account(self.folder / "store") as account,
        ):
            furnish(account)
            write(self.readings, self.objects, Bucket(account, f"s3://{BUCKET}/{READINGS}-csv"))
            small = _readings(round(self.readings.length / _WARM_UP_PART))
            write(small, 1, Bucket(account, f"s3://{BUCKET}/{WARM_UP}-csv"))

    def _start(self, configuration: Configuration) -> ReadingsPlayer | polars_player.PolarsPlayer:
        if configuration.peer == "polars":
            return self._stack.enter_context(polars_player.started(configuration, self._reached, self.folder))
        return self._stack.enter_context(
            spark_player.started(ReadingsPlayer, configuration, self._reached, self.folder, self._settings)
        )

    def _convert(self) -> None:
        """Write the readings as Parquet, with S3A and Spark's defaults."""
        writer = self.player(S3A)
        for data in (READINGS, WARM_UP):
            with console.step(f"the {data} as Parquet"):
                try:
                    writer.look_at(f"{data}-csv").write().parquet(f"{writer.root}{data}-parquet")
                except Py4JError as error:
                    raise spark_player.failure(writer.configuration, error) from error


def furnish(account: Account) -> None:
    """Deploy the storlets that Headwater ships."""
    modules = sorted(shipped("storlets").glob("*.wasm"))
    if not modules:
        raise HeadwaterError(f"{shipped('storlets')} has no storlets", advice="Run: make storlets")
    account.send("PUT", f"/{CONTAINER}")
    for module in modules:
        account.send("PUT", f"/{CONTAINER}/{module.stem}", data=module.read_bytes())


def _readings(length: int) -> Readings:
    return Readings.of_size(length, FIRST, LAST, METERS, SEED)
