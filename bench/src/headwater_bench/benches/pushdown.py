"""`headwater bench pushdown`: SQL over CSV and JSON, with and without pushdown, by Headwater and its peers.

The seven queries of IOStack D4.2's Table 6.2a are in `pushdown.toml`, verbatim, beside `broad` ones of ours.
`paper` has the shares of columns, rows and data, in %, of the paper's data that a query does not need.
"""

import time
from collections.abc import Sequence
from dataclasses import replace

from py4j.java_gateway import JavaObject

from headwater.core.account import Account
from headwater.core.artifacts import shipped
from headwater.core.errors import HeadwaterError
from headwater.core.storlet_names import CONTAINER
from headwater.terminal import console
from headwater_bench.benches import selectivity
from headwater_bench.core import samples
from headwater_bench.core.answers import Answer
from headwater_bench.core.files import table
from headwater_bench.core.objects import BUCKET
from headwater_bench.core.plan import Plan, Row, Section, Turn
from headwater_bench.data.readings import SCHEMA, Readings
from headwater_bench.jvm.spark_player import SparkPlayer, java_errors
from headwater_bench.jvm.stage import SparkStage
from headwater_bench.peers.definitions import titles
from headwater_bench.peers.programs import python_player

VIEW = "largeMeter"
_TABLE = table(__package__, "pushdown.toml")
PEERS = (*_TABLE["peers"], "python", "pandas")
_PROGRAMS = ("polars", "duckdb", "chdb")
_QUICK_BYTES, _QUICK_ROWS = 32 << 20, 3
_LINES = {"json": 250_000, "parquet": 0}  # JSON in files of 53 MB: S3A writes each with one request.
_OBJECT_BYTES = 1 << 30
_WARM_UP_PART = 16
"""The fraction of the data with which each process warms up."""

_WARM_UPS = 8
"""Compiling Spark's code takes longer than a fast query and must not be measured."""

_SETTINGS = {"long-splits": {"spark.sql.files.maxPartitionBytes": "512m"}}


def plan(*, bytes: int, rounds: int, quick: bool, peer: Sequence[str]) -> Plan:  # noqa: A002 (the option's name)
    """All sections. Pushdown by `s3://` and S3A, with which it is compared, always take part.

    A quick run has some of the queries of CSV and of JSON, by these two and the Python programs.
    """
    size, rounds, warm_ups = (_QUICK_BYTES, 1, 1) if quick else (bytes, rounds, _WARM_UPS)
    peer = peer or (_PROGRAMS if quick else ())
    part = [name for name in PEERS if not peer or name in ("on", "s3a", *peer)]
    if unknown := set(peer) - set(PEERS):
        raise HeadwaterError(f"no peer is known as {', '.join(unknown)}", advice=f"Peers: {', '.join(PEERS)}")
    readings = Readings.of_size(size)
    found = sections(part, readings, rounds, warm_ups)
    if quick:
        found = [replace(each, rows=each.rows[:_QUICK_ROWS]) for each in found if each.setup == "queries"]
    data = {"bytes": readings.length, "rows": readings.rows, "objects": max(1, round(size / _OBJECT_BYTES))}
    return Plan(f"pushdown-{size >> 20}m", data, titles(part), found, Stage)


def sections(part: Sequence[str], readings: Readings, rounds: int, warm_ups: int) -> list[Section]:
    """The sections with peers that take part, in order. Each has a separate stage, or that of `setup`."""
    rows = {"selectivity": selectivity.rows(readings), "inference": [Row("schema", "the schema")]}
    found = []
    for each in _TABLE["section"]:
        name, latency = each["name"], each.get("latency_ms", 0)
        section = Section(
            name,
            rows.get(name) or queries(each.get("form", ""), each.get("queries", "query")),
            [peer for peer in each.get("peers", _TABLE["peers"]) if peer in part],
            max(1, rounds // 3) if latency else rounds,
            each["title"],
            latency,
            each.get("warm_ups", warm_ups),
            each.get("setup", name),
            "" if name in rows else "off" if "off" in part else "s3a",
        )
        found.append(section)
    return [each for each in found if each.peers]


def queries(form: str = "", table: str = "query") -> list[Row]:
    """The queries of a table, in its order, over data of a form, by default that of the process."""
    begin = f"{form}-" if form else ""
    return [
        Row(begin + each["name"], each["title"], each | {"form": form}, {"paper": each.get("paper")})
        for each in _TABLE[table]
    ]


class Stage(SparkStage):
    """An embedded store with readings, and the storlets. S3A writes the Parquet and JSON."""

    def furnish(self) -> None:
        """Deploy the storlets, and write the readings."""
        self.settings = {**self.settings, **_SETTINGS.get(self.sections[0].name, {})}
        self._readings = Readings(self.plan.data["rows"])
        self._forms = {"csv"}
        with console.step(f"{self._readings.rows:,} readings"):
            deploy(self.account)
            small = Readings.of_size(round(self._readings.length / _WARM_UP_PART))
            parts = self._readings.parts(self.plan.data["objects"])
            found = {f"readings-csv/{n:05}.csv": self._readings.content(part) for n, part in enumerate(parts)}
            found["warm-up-csv/00000.csv"] = small.content(range(small.rows))
            for key, content in found.items():
                self.account.send("PUT", f"/{BUCKET}/{key}", data=content)

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        """Answer a query, or infer a schema."""
        configuration = self.configurations[peer]
        form = row.spec.get("form") or configuration.format
        self._convert(form)
        path = f"{'warm-up' if is_warm_up else 'readings'}-{form}"
        if configuration.packages:
            program = self.once(peer, "a process", lambda each: python_player(each, self.folder))
            sql = row.spec["sql"].replace("SUBSTRING(date, 0,", "SUBSTRING(date, 1,")
            request = {"sql": sql, "view": VIEW, "form": form, "url": f"s3://{BUCKET}/{path}/*.{form}"}
            sample, answer, _ = samples.sample(
                self.document, program.process, lambda: program.run(request, SCHEMA, document)
            )
            return Turn(sample, answer.rows)

        def run(player: SparkPlayer) -> Answer:
            return _infer(player, path) if row.name == "schema" else _query(player, row, path, form)

        sample, answer, _ = self.sample(peer, document, run, has_new_file_system=False)
        about = {"schema": answer.rows[0][0]} if row.name == "schema" else {"rows": len(answer.rows)}
        return Turn(sample, answer.rows, about)

    def _convert(self, form: str) -> None:
        """Write the readings in another form, once, with S3A and Spark's defaults."""
        if form in self._forms:
            return
        self._forms.add(form)
        writer = self.player("s3a")
        for data in ("readings", "warm-up"):
            with console.step(f"the {data} as {form}"), java_errors(writer.configuration):
                out = _look_at(writer, f"{data}-csv", "csv").write().option("maxRecordsPerFile", _LINES[form])
                out.format(form).save(f"{writer.root}{data}-{form}")


def _look_at(player: SparkPlayer, path: str, form: str) -> JavaObject:
    """Create the view of the data at a path of the bucket, and return its frame."""
    reader = player.session.read().schema(SCHEMA)
    if form == "csv":
        reader = reader.option("header", "true")
    frame = reader.format(form).load(player.root + path)
    frame.createOrReplaceTempView(VIEW)
    return frame


def _query(player: SparkPlayer, row: Row, path: str, form: str) -> Answer:
    """From naming the data to the last row."""
    begin = time.perf_counter()
    _look_at(player, path, form)
    frame, rows = player.query(row.spec["sql"])
    seconds = time.perf_counter() - begin
    return Answer(seconds, player.rows(frame, rows), player.scan_metrics(frame))


def _infer(player: SparkPlayer, path: str) -> Answer:
    """The columns that Spark infers, as one row with their text."""
    reader = player.session.read().option("header", "true").option("inferSchema", "true")
    begin = time.perf_counter()
    schema = reader.csv(player.root + path).schema()
    return Answer(time.perf_counter() - begin, [(schema.simpleString(),)])


def deploy(account: Account) -> None:
    """Deploy the storlets that Headwater ships."""
    modules = sorted(shipped("storlets").glob("*.wasm"))
    if not modules:
        raise HeadwaterError(f"{shipped('storlets')} has no storlets", advice="Run: make storlets")
    account.send("PUT", f"/{CONTAINER}")
    for module in modules:
        account.send("PUT", f"/{CONTAINER}/{module.stem}", data=module.read_bytes())
