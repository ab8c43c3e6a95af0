"""The scenarios of `headwater bench pushdown`: one module each, listed in `ALL`.

A scenario has a NAME, a `run` and a `render`. `run` measures and repeatedly yields a JSON document of what it
knows so far. `render` makes a section of the page from such a document.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from headwater_bench.pushdown import all_queries, far, inference, load, long_splits, selectivity
from headwater_bench.pushdown.plan import Plan


@dataclass(frozen=True)
class Scenario:
    """A module of this package, as a value."""

    name: str
    run: Callable[[Path, Plan, dict], Iterator[dict]]
    """Receives a folder for its files, and the document of an interrupted run, or an empty one.

    Its contents are not measured again.
    """
    render: Callable[[dict], str]
    is_resumed: bool = True
    """Whether it continues such a document. Otherwise it starts again."""


ALL = tuple(
    Scenario(module.NAME, module.run, module.render, is_resumed=module is not load)
    for module in (all_queries, long_splits, far, selectivity, inference, load)
)
