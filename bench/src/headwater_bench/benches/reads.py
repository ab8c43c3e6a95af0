"""`headwater bench reads`: files of many kinds, and TPC-H's queries in `tpch/`, in Spark's SQL.

The rows are in `reads.toml`: a query `sql` over a view `data` of a folder of the data. `rows` is the part of
the table's rows that it reads, from and to, as `low` to `high` in the SQL. `textFile` is the format of data
that `sc.textFile` counts, without SQL.
"""

import re
import time
from collections.abc import Mapping
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

from py4j.java_gateway import JavaObject
from pyarrow import parquet

from headwater.terminal import console
from headwater_bench.benches import reads_data
from headwater_bench.core.answers import Answer
from headwater_bench.core.files import table
from headwater_bench.core.plan import Plan, Row, Turn, compared
from headwater_bench.jvm.spark_player import SparkPlayer, scans
from headwater_bench.jvm.stage import SparkStage
from headwater_bench.peers.definitions import titles

PEERS = ("headwater-s3", "headwater-swift", "s3a-classic", "s3a-analytics", "stocator")
REFERENCE = "s3a-classic"
QUICK = {"rows": 20_000, "lines": 1_000, "parts": 2, "small_files": 40, "days": 1, "scale_factor": 0.01}
"""Also used to warm up processes."""

_TABLES = ("customer", "lineitem", "nation", "orders", "part", "partsupp", "region", "supplier")
_TPCH = "tpch"
_FRACTION = 0.0001
"""TPC-H's FRACTION of query 11 at scale factor 1."""

_AFTER_FOOTER = 8
"""The bytes of a Parquet file after its footer: its length and the magic."""

_WITHOUT_SCHEMA = ("csv", "json")
"""Formats whose files have no schema. It is specified, because inference is another scan."""


def plan(*, scale_factor: float, rounds: int, latency: int, quick: bool) -> Plan:
    """All rows."""
    full = {"rows": 500_000, "lines": 640_000, "parts": 4, "small_files": 2000, "days": 20}
    sizes = QUICK if quick else full | {"scale_factor": scale_factor}
    turns = {"rounds": 1 if quick else rounds, "latency": latency, "warm_ups": 3, "reference": REFERENCE}
    return compared("reads", rows(), titles(PEERS), Stage, sizes, **turns)


def rows() -> list[Row]:
    """All rows, TPC-H last."""
    found = [
        Row(each["name"], each["title"], each | {"views": {"data": each["data"]}})
        for each in table(__package__, "reads.toml")["row"]
    ]
    queries = files(__package__).joinpath(_TPCH).iterdir()
    for file in sorted(queries, key=lambda file: file.name):
        sql = file.read_text(encoding="utf-8")
        number = file.name.removesuffix(".sql")
        views = {name: f"{_TPCH}/{name}" for name in _TABLES if re.search(rf"\b{name}\b", sql)}
        spec = {"format": "parquet", "views": views, "sql": sql}
        found.append(Row(f"{_TPCH}-{number}", f"TPC-H {int(number)}", spec))
    return found


def bounds(row: Row, sizes: Mapping[str, Any]) -> tuple[int, int]:
    """The first row of the table that a query reads, and the row after the last."""
    low, high = row.spec.get("rows", (0.0, 1.0))
    return round(low * sizes["rows"]), round(high * sizes["rows"])


def statement(row: Row, sizes: Mapping[str, Any]) -> str:
    """The SQL for data of a size."""
    low, high = bounds(row, sizes)
    return row.spec["sql"].format(low=low, high=high, fraction=f"{_FRACTION / sizes['scale_factor']:.10f}")


class Stage(SparkStage):
    """The store with the data, which no peer has written, so that no peer has an advantage."""

    def furnish(self) -> None:
        """Make the data with a separate Spark and upload it."""
        self._sizes = {"full": self.plan.data, "warm-up": QUICK}
        tables = {path.split("/")[0] for row in self.rows for path in row.spec["views"].values()}
        with self.helper() as maker:
            for prefix, sizes in self._sizes.items():
                with console.step(f"data: {prefix}"):
                    local = self.folder / prefix
                    local.mkdir()
                    reads_data.make(maker, sizes, tables, local)
                    reads_data.upload(self.account, prefix, sizes, local)

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        """Run a query from naming its data to its last row."""
        prefix = "warm-up" if is_warm_up else "full"
        plans = []

        def run(player: SparkPlayer) -> Answer:
            answer, executed = read(player, row, prefix, self._sizes[prefix])
            plans.append(executed)
            return answer

        sample, answer, _ = self.sample(peer, document, run)
        return Turn(sample, answer.rows, {"needed": self._needed(row, prefix, plans[0])})

    def _needed(self, row: Row, prefix: str, executed: JavaObject) -> int | None:
        """The bytes that the query needs from columnar files, None for others and for a part of the rows."""
        is_columnar = row.spec["format"] in ("orc", "parquet")
        if not is_columnar or "rows" in row.spec or reads_data.TREE in row.spec["views"].values():
            return None
        return needed(executed, self.folder / prefix)


def needed(executed: JavaObject, folder: Path) -> int:
    """The bytes that a plan needs from files in a folder as the store has them.

    They are the chunks of the columns for each scan, and each footer once. All columns of ORC are read.
    """
    footers: dict[Path, int] = {}
    chunks = 0
    for scan in scans(executed):
        path = scan.relation().location().rootPaths().apply(0).toUri().getPath()
        columns = set(scan.requiredSchema().fieldNames())
        for file in (folder / path.split(f"/{folder.name}/", 1)[1]).iterdir():
            if file.suffix == ".orc":
                chunks += file.stat().st_size
            elif file.suffix == ".parquet":
                footer = parquet.read_metadata(file)
                footers[file] = footer.serialized_size + _AFTER_FOOTER
                places = product(range(footer.num_row_groups), range(footer.num_columns))
                parts = (footer.row_group(group).column(place) for group, place in places)
                chunks += sum(each.total_compressed_size for each in parts if each.path_in_schema in columns)
    return sum(footers.values()) + chunks


def read(
    player: SparkPlayer, row: Row, folder: str, sizes: Mapping[str, Any]
) -> tuple[Answer, JavaObject | None]:
    """The answer of a row's query over a folder of the bucket, and its plan."""
    root, form = f"{player.root}{folder}/", row.spec["format"]
    begin = time.perf_counter()
    if form == "textFile":
        context = player.session.sparkContext()
        url = root + row.spec["views"]["data"]
        count = context.textFile(url, context.defaultMinPartitions()).count()
        return Answer(time.perf_counter() - begin, [(count,)]), None
    for view, path in row.spec["views"].items():
        reader = player.session.read().format(form)
        if form in _WITHOUT_SCHEMA:
            reader = reader.schema(reads_data.SCHEMA)
        reader.load(root + path).createOrReplaceTempView(view)
    frame, found = player.query(statement(row, sizes))
    seconds = time.perf_counter() - begin
    return Answer(seconds, player.rows(frame, found)), frame.queryExecution().executedPlan()
