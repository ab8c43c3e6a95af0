"""Results of interrupted runs, which the same run can continue."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import click
from rich.markup import escape

from headwater.terminal import console
from headwater_bench.core.results import as_json, command_of, keep, of_this_version, read


class Measures(Protocol):
    """A measurement whose runs can be resumed."""

    def begin(self, plan: Any, kept: dict | None) -> dict:
        """The document of a new run, or `kept` to continue it."""

    def run(self, plan: Any, known: dict) -> Iterator[dict]:
        """Measure what is missing in `known`, and yield the complete document after each turn."""


class Runs(Measures, Protocol):
    """A module of such runs with a summary at the end."""

    def summary(self, known: dict) -> str:
        """Where Headwater misses its goals, one line each."""


def go_on(runs: Runs, plan: Any, results: Path, output: Path, render: Callable[[dict], str]) -> None:
    """Make a run or the rest of an interrupted one, and write its results and page when it has finished.

    Until then it is stored next to them after each turn, so that earlier results remain intact.
    """
    part = unfinished(results)
    known = finished(runs, plan, part, render)
    part.replace(results)
    keep(output, render(known))
    click.echo(runs.summary(known))
    click.echo(f"written: {output}")


def unfinished(results: Path) -> Path:
    """The file of an unfinished run that makes the results."""
    return results.with_name(f"{results.name}.unfinished")


def finished(runs: Measures, plan: Any, part: Path, render: Callable[[dict], object]) -> dict:
    """The document of a finished run, which is written to `part` after each turn and at the end.

    It continues the content of `part` if that is of the same run.
    """
    known = _known(runs, plan, part, render)
    for document in runs.run(plan, known):
        keep(part, as_json(document))
    known["made"]["finished"] = True
    keep(part, as_json(known))
    return known


def _known(runs: Measures, plan: Any, file: Path, render: Callable[[dict], object]) -> dict:
    """The initial document of the run. Reports on stderr what is continued, or why nothing is.

    Raises HeadwaterError for a file that this version cannot continue.
    """
    kept = read(file, command_of(file.name.partition(".")[0])) if file.exists() else None
    with of_this_version(file, plan.command):
        known = runs.begin(plan, kept)
        if known is kept:
            render(kept)
            console.err.print(f"continues where {escape(str(file))} ends")
        elif kept is not None and _is_unfinished(kept):
            differences = _differences(kept["made"], known["made"])
            console.err.print(
                f"starts again, because {escape(f'{file} was started otherwise: {differences}')}"
            )
    return known


def begin(new: dict, kept: dict | None) -> dict:
    """The document of a `new` run, or `kept` if it is of the same run and unfinished.

    `new` has the output of `machine.describe` as `made`.
    """
    made = new["made"]
    if kept is not None and _is_unfinished(kept) and _identity(kept["made"]) == _identity(made):
        kept["made"]["resumed"].append(made["date"])
        return kept
    return new | {"made": made | {"resumed": [], "finished": False}}


def has_finished(kept: dict, new: dict) -> bool:
    """Whether an earlier run is the same as a `new` one and has finished."""
    made = kept["made"]
    return made.get("finished") is True and _identity(made) == _identity(new["made"])


def _is_unfinished(kept: dict) -> bool:
    return kept["made"].get("finished") is False


def _identity(made: dict) -> dict[str, str]:
    """The values, by name, that must be the same in all turns of a run."""
    return {name: made[name] for name in ("command", "processor")} | made["versions"]


def _differences(kept: dict, made: dict) -> str:
    before, now = _identity(kept), _identity(made)
    names = [name for name in before | now if before.get(name) != now.get(name)]
    return "; ".join(
        f"{name} {before.get(name, 'unknown')}, now {now.get(name, 'unknown')}" for name in names
    )


def interruptions(made: dict) -> str:
    """Says on the page that a run was interrupted, or is empty."""
    resumed = made.get("resumed")
    return f", which was interrupted and resumed: {', '.join(resumed)}" if resumed else ""
