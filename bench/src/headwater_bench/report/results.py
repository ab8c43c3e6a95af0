"""The results that `headwater bench` has written, by the names of their files."""

import json
from pathlib import Path

from headwater.errors import HeadwaterError

Results = dict[str, dict]
"""The documents by their files' names, without `.json`: reads, pushdown-1024m."""


def load(folder: Path) -> Results:
    """All that a folder has; none where there is no folder. Raises HeadwaterError for what is no JSON."""
    return {file.stem: _document(file) for file in sorted(folder.glob("*.json"))}


def of_sizes(results: Results, kind: str) -> list[dict]:
    """The documents of a kind that has one for each size of the data, as pushdown-1024m; the least first."""
    prefix = f"{kind}-"
    names = [name for name in results if name.startswith(prefix)]
    return [results[name] for name in sorted(names, key=lambda name: int(name[len(prefix) :].rstrip("m")))]


def _document(file: Path) -> dict:
    try:
        return json.loads(file.read_text(encoding="utf-8"))
    except json.JSONDecodeError as error:
        raise HeadwaterError(
            f"{file} is no JSON: {error}",
            advice="Remove it, or make it again by its `headwater bench` command.",
        ) from error
