"""TPC-H's tables, made by the generator tpchgen-cli, which pip fetches into `.cache/peers`."""

import subprocess
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater_bench.peers.jars import CACHE
from headwater_bench.peers.pip import fetched

VERSION = "4.0.0"
_PARTS = 4
_ROW_GROUP = "128MB"
"""The same as in Spark's own writer."""


def generate(scale_factor: float, folder: Path) -> None:
    """Write the tables as Parquet, each into a folder with its name. Raises HeadwaterError."""
    program = fetched(CACHE, "tpchgen-cli", VERSION) / "bin" / "tpchgen-cli"
    options = [f"--scale-factor={scale_factor}", f"--parts={_PARTS}", f"--row-group-bytes={_ROW_GROUP}"]
    command = [str(program), "parquet", *options, "--quiet", f"--output-dir={folder}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise HeadwaterError("TPC-H's tables could not be made", detail=done.stderr[-2000:])
