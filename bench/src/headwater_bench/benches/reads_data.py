"""The data: generated in a folder by Spark and by TPC-H's generator, and uploaded with Swift's native API.

No peer has written it, so no peer has an advantage when it reads.
"""

import random
import subprocess
from collections.abc import Collection, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

from headwater.core.account import Account
from headwater.core.errors import HeadwaterError
from headwater_bench.core import objects
from headwater_bench.jvm.spark_player import SparkPlayer
from headwater_bench.peers.pip import fetched

WIDE = {
    "id": ("BIGINT", "id"),
    **{f"long{n}": ("BIGINT", f"xxhash64(id, {n})") for n in range(1, 6)},
    **{f"int{n}": ("INT", f"cast(pmod(xxhash64(id, {n + 10}), {10**n}) AS INT)") for n in range(2, 5)},
    **{f"double{n}": ("DOUBLE", f"pmod(xxhash64(id, {n + 20}), 1000000) / 100.0D") for n in range(1, 6)},
    **{
        f"name{n}": ("STRING", f"concat('name-', pmod(xxhash64(id, {n + 30}), {10**n}))") for n in range(2, 5)
    },
    **{f"text{n}": ("STRING", f"hex(xxhash64(id, {n + 40}))") for n in range(1, 3)},
    "day": ("DATE", "date_add(DATE '2020-01-01', cast(pmod(xxhash64(id, 50), 1000) AS INT))"),
}
"""The twenty columns of the wide tables: their types, and Spark's expression for each from a number, `id`."""

SCHEMA = ", ".join(f"{name} {of_type}" for name, (of_type, _) in WIDE.items())
TREE = "tree"
FORMATS = ("csv", "json", "orc", "parquet")

_TEXT_LINE = "concat(sha2(cast(id AS STRING), 256), lpad(cast(id AS STRING), 35, '0'))"
"""99 characters derived from a number, `id`. With the line end they are 100 bytes."""

LARGE = 16
"""The large text has this many times the lines of the small one."""

TPCHGEN = "tpchgen-cli==4.0.0"
"""TPC-H's generator, which pip fetches."""

_SEED = 20260101
_FILE_BYTES = 10 << 10
_LINE = 64
_YEARS, _MONTHS = 5, 10
_ROWS_A_DAY = 100


def make(maker: SparkPlayer, sizes: Mapping[str, Any], names: Collection[str], folder: Path) -> None:
    """Write tables into a folder, each into a subfolder.

    They are `wide-` and a format, `tree`, `small`, `text-small`, `text-large`, `tpch`.
    """
    for each in FORMATS:
        if f"wide-{each}" in names:
            _write(maker, sizes["rows"], sizes["parts"], each, folder / f"wide-{each}")
    if TREE in names:
        _write(maker, _ROWS_A_DAY, 1, "parquet", folder / TREE)
    for name, lines in {"text-small": sizes["lines"], "text-large": LARGE * sizes["lines"]}.items():
        if name in names:
            _save(maker, f"{_TEXT_LINE} AS value", lines, sizes["parts"], "text", folder / name)
    if "small" in names:
        _small_files(sizes["small_files"], folder / "small")
    if "tpch" in names:
        _tpch(sizes["scale_factor"], folder / "tpch")


def upload(account: Account, prefix: str, sizes: Mapping[str, Any], folder: Path) -> None:
    """Upload the tables under a prefix of the bucket. The file of `tree` is used for every partition."""
    found = ((f"{prefix}/{key}", file) for key, file in _objects(sizes, folder))
    objects.upload(account, found)


def _write(maker: SparkPlayer, rows: int, parts: int, form: str, folder: Path) -> None:
    columns = ", ".join(f"{made} AS {name}" for name, (_, made) in WIDE.items())
    _save(maker, columns, rows, parts, form, folder)


def _save(maker: SparkPlayer, columns: str, rows: int, parts: int, form: str, folder: Path) -> None:
    frame = maker.session.sql(f"SELECT {columns} FROM range(0, {rows}, 1, {parts})")  # noqa: S608 (no input)
    frame.write().format(form).save(folder.as_uri())


def _small_files(count: int, folder: Path) -> None:
    folder.mkdir()
    drawn = random.Random(_SEED)  # noqa: S311 (data, no secret)
    for number in range(count):
        lines = [drawn.randbytes(_LINE // 2 - 1).hex() for _ in range(_FILE_BYTES // _LINE)]
        (folder / f"file-{number:05}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _tpch(scale_factor: float, folder: Path) -> None:
    """Write TPC-H's tables as Parquet, each into a folder with its name. Raises HeadwaterError."""
    program = fetched([TPCHGEN]) / "bin" / "tpchgen-cli"
    # Row groups as Spark's own writer makes them.
    options = [f"--scale-factor={scale_factor}", "--parts=4", "--row-group-bytes=128MB", "--quiet"]
    command = [str(program), "parquet", *options, f"--output-dir={folder}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise HeadwaterError("TPC-H's tables could not be made", detail=done.stderr[-2000:])


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
