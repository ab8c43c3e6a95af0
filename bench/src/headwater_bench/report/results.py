"""The results that `headwater bench` has written, by the names of their files."""

import re
from pathlib import Path

from headwater.errors import HeadwaterError
from headwater_bench.kept import read

Results = dict[str, dict]
"""The documents by their files' names, without `.json`: reads, pushdown-1024m."""

_OF_SIZE = re.compile(r"pushdown-(?!\d+m$)")


def load(folder: Path) -> Results:
    """All that a folder has; none where there is no folder. Raises HeadwaterError for what is no result."""
    return {file.stem: _document(file) for file in sorted(folder.glob("*.json"))}


def of_kind(results: Results, kind: str) -> Results:
    """The results of a kind, which are many of one that has sizes."""
    return {name: known for name, known in results.items() if name.partition("-")[0] == kind}


def of_sizes(results: Results, kind: str) -> list[dict]:
    """The documents of a kind that has one for each size of the data, as pushdown-1024m; the least first."""
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
