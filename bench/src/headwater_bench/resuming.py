"""Results of runs that were interrupted, with which the same run goes on where it was."""

import json
from pathlib import Path


def load(file: Path) -> dict | None:
    """The result that an earlier run has left, if any."""
    return json.loads(file.read_text(encoding="utf-8")) if file.exists() else None


def begin(new: dict, kept: dict | None) -> dict:
    """The document of a `new` run; or `kept`, an earlier one's, where that was the same and came to no end.

    `new` has what `machine.describe()` tells as `made`, and the command.
    """
    made = new["made"]
    if kept and kept["made"].get("finished") is False:
        same = all(kept["made"][name] == made[name] for name in ("command", "processor", "versions"))
        if same:
            kept["made"]["resumed"].append(made["date"])
            return kept
    return new | {"made": made | {"resumed": [], "finished": False}, "sections": []}


def told(made: dict) -> str:
    """That a run was interrupted, for its page; else nothing."""
    resumed = made.get("resumed")
    return f", which was interrupted and resumed: {', '.join(resumed)}" if resumed else ""
