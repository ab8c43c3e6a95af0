"""Results of runs that were interrupted, with which the same run goes on where it was."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import click

from headwater_bench.kept import as_json, keep


class Runs(Protocol):
    """A module whose runs can be resumed."""

    def begin(self, plan: Any, kept: dict | None) -> dict:
        """The document of a new run, or `kept` to go on with."""

    def run(self, plan: Any, known: dict) -> Iterator[dict]:
        """Measure what `known` does not have yet; yields all that is known after each turn."""

    def summary(self, known: dict) -> str:
        """Where Headwater falls short, a line each."""


def go_on(runs: Runs, plan: Any, results: Path, output: Path, render: Callable[[dict], str]) -> None:
    """Make a run, or the rest of the one that `results` has; after each turn they and the page are kept."""
    kept = json.loads(results.read_text(encoding="utf-8")) if results.exists() else None
    known = runs.begin(plan, kept)
    if known is kept:
        click.echo(f"goes on where {results} ends")
    for document in runs.run(plan, known):
        keep(results, as_json(document))
        keep(output, render(document))
    click.echo(runs.summary(known))
    click.echo(f"written: {output}")


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
