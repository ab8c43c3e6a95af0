"""The data: generated in a folder by Spark and by TPC-H's generator, and uploaded with Swift's native API.

No peer has written it, so no peer has an advantage when it reads.
"""

import random
from collections.abc import Collection, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from headwater.core.account import Account
from headwater_bench.core import objects, programs
from headwater_bench.core.files import table
from headwater_bench.jvm.spark_player import SparkPlayer
from headwater_bench.peers.software import packages

_DATA = table(__package__, "reads_data.toml")
SCHEMA = ", ".join(f"{name} {of_type}" for name, (of_type, _) in _DATA["columns"]["wide"].items())
"""The types of the wide tables."""

TREE = "tree"
TPCHGEN = "tpchgen-cli==4.0.0"
"""TPC-H's generator, which pip fetches."""

_SEED = 20260101
_FILE_BYTES = 10 << 10
_LINE = 64
_YEARS, _MONTHS = 5, 10


def make(maker: SparkPlayer, sizes: Mapping[str, Any], names: Collection[str], folder: Path) -> None:
    """Write tables into a folder, each into a subfolder: those of `reads_data.toml`, `small` and `tpch`."""
    for name, each in _DATA["tables"].items():
        if name not in names:
            continue
        rows, parts = (sizes.get(each[size], each[size]) for size in ("rows", "parts"))
        columns = (f"{made} AS {column}" for column, (_, made) in _DATA["columns"][each["columns"]].items())
        numbers = f"range(0, {rows * each.get('times', 1)}, 1, {parts})"
        frame = maker.session.sql(f"SELECT {', '.join(columns)} FROM {numbers}")  # noqa: S608 (no input)
        frame.write().format(each["form"]).save((folder / name).as_uri())
    if "small" in names:
        _small_files(sizes["small_files"], folder / "small")
    if "tpch" in names:
        _tpch(sizes["scale_factor"], folder / "tpch")


def upload(account: Account, prefix: str, sizes: Mapping[str, Any], folder: Path) -> None:
    """Upload the tables under a prefix of the bucket. The file of `tree` is used for every partition."""
    found = ((f"{prefix}/{key}", file) for key, file in _objects(sizes, folder))
    objects.upload(account, found)


def _small_files(count: int, folder: Path) -> None:
    folder.mkdir()
    drawn = random.Random(_SEED)  # noqa: S311 (data, no secret)
    for number in range(count):
        lines = [drawn.randbytes(_LINE // 2 - 1).hex() for _ in range(_FILE_BYTES // _LINE)]
        (folder / f"file-{number:05}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _tpch(scale_factor: float, folder: Path) -> None:
    """Write TPC-H's tables as Parquet, each into a folder with its name. Raises HeadwaterError."""
    program = packages([TPCHGEN]) / "bin" / "tpchgen-cli"
    # Row groups as Spark's own writer makes them.
    options = [f"--scale-factor={scale_factor}", "--parts=4", "--row-group-bytes=128MB", "--quiet"]
    command = [program, "parquet", *options, f"--output-dir={folder}"]
    programs.run(command, "TPC-H's tables could not be made")


def _objects(sizes: Mapping[str, Any], folder: Path) -> Iterator[tuple[str, Path]]:
    """Key and file of each object."""
    for file in sorted(folder.rglob("*")):
        if not file.is_file() or file.name.startswith(("_", ".")):
            continue
        if file.parent == folder / TREE:
            yield from ((f"{TREE}/{partition}/{file.name}", file) for partition in _partitions(sizes["days"]))
        else:
            yield str(file.relative_to(folder)), file


def _partitions(days: int) -> Iterator[str]:
    for year, month, day in product(range(_YEARS), range(_MONTHS), range(days)):
        yield f"year={2001 + year}/month={month + 1}/day={day + 1}"
