"""The one writer of tables: a table for each place `RESULT/TABLE/SECTION` of a page.

`tables.jinja` draws them.
"""

from collections.abc import Callable, Mapping
from functools import partial
from statistics import median

from jinja2 import Environment, PackageLoader, StrictUndefined, UndefinedError

from headwater.core.errors import HeadwaterError
from headwater_bench.core.results import command, of_this_version
from headwater_bench.pages import cells
from headwater_bench.pages.cells import numbers
from headwater_bench.pages.view import VIEWS, View
from headwater_bench.scale.sizing import need

Results = Mapping[str, dict]


def text(place: str, results: Results) -> str:
    """The table of a place. HeadwaterError for an unknown place, or a result of another version.

    Without its result or section, the table has the command that measures it.
    """
    if place == "summary":
        views = {name: View(name, known) for name, known in results.items()}
        return _drawn(_MACROS["summary"], views)
    name, _, kind_and_rest = place.partition("/")
    of_kind, *rest = kind_and_rest.split("/")
    if of_kind not in KINDS:
        advice = f"RESULT/TABLE, where TABLE is: {', '.join(KINDS)}"
        raise HeadwaterError(f"no table is known as {place}", advice=advice)
    if name not in results:
        return _drawn(_MACROS["unmeasured"], command(name))
    with of_this_version(name):
        return KINDS[of_kind](View(name, results[name]), *rest)


def printed(name: str, known: dict) -> str:
    """The tables of a result that a run prints: times and requests."""
    view = View(name, known)
    parts = []
    for each in known["sections"]:
        parts.append(f"{each['title'] or name}, {each['latency_ms']} ms more")
        for metric, kind in (("seconds", "times"), ("requests", "requests")):
            if any(numbers(row, peer, metric) for row, peer, _ in view.cells(each["name"])):
                parts.append(KINDS[kind](view, each["name"]))
        parts.append(KINDS["failures"](view, each["name"]))
    return "\n\n".join(filter(None, parts))


def _macros() -> dict[str, Callable[..., str]]:
    """The macros of `tables.jinja` by the names of their tables."""
    environment = Environment(loader=PackageLoader(__package__, ""), undefined=StrictUndefined)  # noqa: S701 (Markdown)
    environment.filters |= {"number": format, "duration": cells.duration}
    environment.globals |= {"VIEWS": VIEWS, "median": median, "command": command, "need": need, **vars(cells)}
    found = vars(environment.get_template("tables.jinja").module)
    return {name.replace("_", "-"): each for name, each in found.items() if not name.startswith("_")}


def _drawn(macro: Callable[..., str], *arguments: object) -> str:
    """The table of a macro, whose first line is the head. An indented line continues the line before."""
    try:
        drawn = macro(*arguments)
    except UndefinedError as error:
        raise LookupError(str(error)) from error
    lines: list[str] = []
    for line in filter(None, map(str.strip, drawn.splitlines())):
        if line.startswith("|"):
            lines.append(line)
        else:
            lines[-1] += f" {line}"
    lines[1:1] = [f"| --- |{' --: |' * lines[0].count(' | ')}" for _ in lines[:1]]
    return "\n".join(lines)


_MACROS = _macros()
KINDS: dict[str, Callable[..., str]] = {
    name: partial(_drawn, macro) for name, macro in _MACROS.items() if name not in ("summary", "unmeasured")
}
"""The tables by name. Each gets a view, and the rest of the place."""
