"""The results that `headwater bench` has written, by file name."""

import re
from pathlib import Path

from headwater.errors import HeadwaterError
from headwater_bench.kept import read

Results = dict[str, dict]
"""The documents by file name without `.json`: reads, pushdown-1024m."""

_OF_SIZE = re.compile(r"pushdown-(?!\d+m$)")


def load(folder: Path) -> Results:
    """All results of a folder, or none if it does not exist. Raises HeadwaterError for an invalid file."""
    return {file.stem: _document(file) for file in sorted(folder.glob("*.json"))}


def of_kind(results: Results, kind: str) -> Results:
    """The results of a kind. A kind with sizes has several."""
    return {name: known for name, known in results.items() if name.partition("-")[0] == kind}


def of_sizes(results: Results, kind: str) -> list[dict]:
    """The documents of a kind with one for each data size, such as pushdown-1024m, smallest first."""
    prefix = f"{kind}-"
    names = [name for name in results if name.startswith(prefix)]
    return [results[name] for name in sorted(names, key=lambda name: int(name[len(prefix) :].rstrip("m")))]


def _document(file: Path) -> dict:
    if _OF_SIZE.match(file.stem):
        raise HeadwaterError(
            f"{file} is no result of a known size",
            advice="Remove it, or name it by its size, as pushdown-1024m.json.",
        )
    return read(file)
