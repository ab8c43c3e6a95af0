"""`headwater bench pushdown`: SQL over CSV, with and without pushdown, by Headwater and its peers.

The seven queries of IOStack D4.2's Table 6.2a are in `pushdown.toml`, verbatim. `paper` has the shares of
columns, rows and data, in %, of the paper's data that a query does not need.
"""

import re
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from urllib.request import ProxyHandler, build_opener

from headwater.core.account import Account
from headwater.core.artifacts import shipped
from headwater.core.errors import HeadwaterError
from headwater.core.storlet_names import CONTAINER
from headwater.terminal import console
from headwater_bench.benches import selectivity
from headwater_bench.core import samples
from headwater_bench.core.answers import Answer, difference
from headwater_bench.core.answers import Row as AnswerRow
from headwater_bench.core.files import table
from headwater_bench.core.objects import BUCKET
from headwater_bench.core.plan import SECTION, Plan, Row, Section, Turn
from headwater_bench.data.command import FIRST, LAST, METERS, SEED
from headwater_bench.data.readings import SCHEMA, Readings
from headwater_bench.data.target import bucket, write
from headwater_bench.jvm.spark_player import SparkPlayer, java_errors
from headwater_bench.jvm.stage import SparkStage
from headwater_bench.peers.definitions import Configuration, configurations, ours, titles
from headwater_bench.peers.programs import PythonPlayer, python_player

PEERS = ("on", "off", "swift", "s3a", "stocator", "parquet", "polars", "duckdb", "chdb")
_PROGRAMS = ("polars", "duckdb", "chdb")
VIEW = "largeMeter"
LATENCY_MS = 20

_QUICK_BYTES = 64 << 20
_OBJECT_BYTES = 1 << 30
_WARM_UP_PART = 16
"""The fraction of the data with which each process warms up."""

_WARM_UPS = 8
"""Compiling Spark's code takes longer than a fast query and must not be measured."""

_LOAD = 16
_LOAD_PART = 8
"""The queries at once, and the fraction of the data that they read: results are tested, not times."""

_LOAD_ROW = Row("load", f"{_LOAD} queries at once", kept={"queries": _LOAD})
_LOAD_ENGINE = ("--workers", "1", "--queue", "1")
_SETTINGS = {"long-splits": {"spark.sql.files.maxPartitionBytes": "512m"}}
_REFUSED = re.compile(r'^headwater_engine_refusals_total\{.*reason="(\w+)".*\} (\d+)', re.MULTILINE)


def plan(
    command: str,
    names: Sequence[str],
    *,
    bytes: int,  # noqa: A002 (the option's name)
    rounds: int,
    quick: bool,
    peer: Sequence[str],
) -> Plan:
    """All sections. Pushdown by `s3://` and S3A, with which it is compared, always take part.

    A quick run without names has the seven queries, by these two and the Python programs.
    """
    size, rounds, warm_ups = (_QUICK_BYTES, 1, 1) if quick else (bytes, rounds, _WARM_UPS)
    peer = peer or (_PROGRAMS if quick else ())
    part = [name for name in PEERS if not peer or name in ("on", "s3a", *peer)]
    if unknown := set(peer) - set(PEERS):
        raise HeadwaterError(f"no peer is known as {', '.join(unknown)}", advice=f"Peers: {', '.join(PEERS)}")
    readings = Readings.of_size(size, FIRST, LAST, METERS, SEED)
    data = {"bytes": readings.length, "rows": readings.rows, "objects": _objects(size)}
    return Plan(
        f"pushdown-{size >> 20}m",
        command,
        data,
        titles(part),
        ours(part),
        sections(part, readings, rounds, warm_ups)[: 1 if quick and not names else None],
        lambda folder, wanted: Stage(folder, size, wanted[0]),
    )


def sections(part: Sequence[str], readings: Readings, rounds: int, warm_ups: int) -> list[Section]:
    """The sections in order. Each has a separate stage."""

    def of(*names: str) -> list[str]:
        return [name for name in names if name in part]

    reference = of("off", "s3a")[0]
    seven = Section("queries", queries(), part, rounds, "", warm_ups=warm_ups, reference=reference)
    found = [
        replace(seven, title="The seven queries"),
        replace(seven, name="long-splits", title="Splits of 512 MiB"),
        replace(
            seven, name="far", title="Far from the store", rounds=max(1, rounds // 3), latency_ms=LATENCY_MS
        ),
        Section("selectivity", selectivity.rows(readings), of("on", "off", "parquet"), rounds, warm_ups=1),
        Section(
            "inference", [Row("schema", "the schema")], of("on", "off", "swift", "s3a"), rounds, warm_ups=1
        ),
        Section("load", [_LOAD_ROW], ["on"], rounds, reference="on", stored_by=SECTION),
    ]
    return [replace(each, title=each.title or each.name.capitalize(), setup=each.name) for each in found]


def queries() -> list[Row]:
    """The seven, in the table's order."""
    found = table(__package__, "pushdown.toml")["query"]
    return [Row(each["name"], each["title"], each, {"paper": each["paper"]}) for each in found]


def _objects(size: int) -> int:
    return max(1, round(size / _OBJECT_BYTES))


class Stage(SparkStage):
    """An embedded store with readings of about `size` bytes, and the storlets."""

    def __init__(self, folder: Path, size: int, section: Section) -> None:
        self._is_load = section.name == "load"
        cores = f"local[{_LOAD}]" if self._is_load else "local[2]"
        settings = {"spark.master": cores, **_SETTINGS.get(section.name, {})}
        peers = dict.fromkeys([*section.peers, "off" if self._is_load else "s3a"])  # S3A writes the Parquet
        engine = _LOAD_ENGINE if self._is_load else ()
        super().__init__(folder, configurations(peers), settings, engine)
        size = size // _LOAD_PART if self._is_load else size
        self._readings = Readings.of_size(size, FIRST, LAST, METERS, SEED)
        self._objects = _objects(size)
        self._programs: dict[str, PythonPlayer] = {}
        self._has_parquet = False
        self._metrics: Counter[str] = Counter()
        self._right: dict[str, list[AnswerRow]] = {}

    def furnish(self) -> None:
        """Deploy the storlets, and write the readings."""
        with console.step(f"{self._readings.rows:,} readings"):
            deploy(self.account)
            write(self._readings, self._objects, bucket(self.account, f"s3://{BUCKET}/readings-csv"))
            length = round(self._readings.length / _WARM_UP_PART)
            small = Readings.of_size(length, FIRST, LAST, METERS, SEED)
            write(small, 1, bucket(self.account, f"s3://{BUCKET}/warm-up-csv"))

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        """Answer a query, infer a schema, or answer many queries at once."""
        configuration = self.configurations[peer]
        path = f"{'warm-up' if is_warm_up else 'readings'}-{configuration.format}"
        if configuration.format == "parquet":
            self._convert()
        if self._is_load:
            return self._at_once(path)
        if configuration.packages:
            return self._by_program(configuration, row, document, path)
        run = _infer if row.name == "schema" else _query

        def of_path(player: SparkPlayer) -> Answer:
            return run(player, row, path)

        sample, answer, _ = self.sample(peer, document, of_path, has_new_file_system=False)
        about = {"schema": answer.rows[0][0]} if row.name == "schema" else {"rows": len(answer.rows)}
        return Turn(sample, answer.rows, about)

    def _by_program(self, configuration: Configuration, row: Row, document: dict, path: str) -> Turn:
        if configuration.name not in self._programs:
            with console.step(f"a process with {configuration.title}"):
                started = python_player(configuration, self.folder)
                self._programs[configuration.name] = self.stack.enter_context(started)
        player = self._programs[configuration.name]
        url = f"s3://{BUCKET}/{path}/*.csv"
        sample, answer, _ = samples.sample(
            self.document, player.process, lambda: player.run(row.spec["sql"], url, VIEW, SCHEMA, document)
        )
        return Turn(sample, answer.rows)

    def _convert(self) -> None:
        """Write the readings as Parquet, once, with S3A and Spark's defaults."""
        if self._has_parquet:
            return
        writer = self.player("s3a")
        for data in ("readings", "warm-up"):
            with console.step(f"the {data} as Parquet"), java_errors(writer.configuration):
                _look_at(writer, f"{data}-csv").write().parquet(f"{writer.root}{data}-parquet")
        self._has_parquet = True

    def _at_once(self, path: str) -> Turn:
        """Sixteen concurrent queries. Their answers are compared with those without pushdown."""
        selected = list(islice(cycle(queries()), _LOAD))
        if not self._right:
            with console.step("the answers with pushdown off"):
                self._right = {row.name: _query(self.player("off"), row, path).rows for row in queries()}
        player = self.player("on")
        _look_at(player, path)

        def answer(row: Row) -> tuple[list[AnswerRow], dict[str, int]]:
            with java_errors(player.configuration):
                frame, rows = player.query(row.spec["sql"])
                return player.rows(frame, rows), player.scan_metrics(frame)

        begin = time.perf_counter()
        with ThreadPoolExecutor(_LOAD) as pool:
            found = list(pool.map(answer, selected))
        seconds = time.perf_counter() - begin
        for row, (rows, metrics) in zip(selected, found, strict=True):
            difference(rows, self._right[row.name], f"{row.title} under load")
            self._metrics.update(metrics)
        about = {"refused": _refusals(self.document), "metrics": dict(self._metrics)}
        return Turn({"seconds": seconds}, None, about)


def _look_at(player: SparkPlayer, path: str) -> object:
    """Create the view of the data at a path of the bucket, and return its frame."""
    reader = player.session.read().schema(SCHEMA)
    if player.configuration.format == "csv":
        reader = reader.option("header", "true")
    frame = reader.format(player.configuration.format).load(player.root + path)
    frame.createOrReplaceTempView(VIEW)
    return frame


def _query(player: SparkPlayer, row: Row, path: str) -> Answer:
    """From naming the data to the last row."""
    begin = time.perf_counter()
    _look_at(player, path)
    frame, rows = player.query(row.spec["sql"])
    seconds = time.perf_counter() - begin
    return Answer(seconds, player.rows(frame, rows), player.scan_metrics(frame))


def _infer(player: SparkPlayer, _: Row, path: str) -> Answer:
    """The columns that Spark infers, as one row with their text."""
    reader = player.session.read().option("header", "true").option("inferSchema", "true")
    begin = time.perf_counter()
    schema = reader.csv(player.root + path).schema()
    return Answer(time.perf_counter() - begin, [(schema.simpleString(),)])


def _refusals(document: Mapping) -> dict[str, int]:
    """The number of requests that the engine refused so far, by reason."""
    port = next(each["port"] for each in document["servers"] if each["name"] == "engine")
    page = build_opener(ProxyHandler({})).open(f"http://127.0.0.1:{port}/metrics").read().decode()
    return {reason: int(number) for reason, number in _REFUSED.findall(page)}


def deploy(account: Account) -> None:
    """Deploy the storlets that Headwater ships."""
    modules = sorted(shipped("storlets").glob("*.wasm"))
    if not modules:
        raise HeadwaterError(f"{shipped('storlets')} has no storlets", advice="Run: make storlets")
    account.send("PUT", f"/{CONTAINER}")
    for module in modules:
        account.send("PUT", f"/{CONTAINER}/{module.stem}", data=module.read_bytes())
