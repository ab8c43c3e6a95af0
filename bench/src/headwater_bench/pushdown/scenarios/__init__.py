"""What `headwater bench pushdown` measures: a module each, listed in `ALL`.

A scenario has a NAME, a `run` that measures and yields a JSON document of what it knows so far, again and
again, and a `render` that makes a section of the page of such a document.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from headwater_bench.pushdown.scenarios import far, inference, load, long_splits, queries, selectivity
from headwater_bench.pushdown.scenarios.plan import Plan


@dataclass(frozen=True)
class Scenario:
    """A module of this package, as a value."""

    name: str
    run: Callable[[Path, Plan, dict], Iterator[dict]]
    """With a folder for its files, and the document of a run that was interrupted, or an empty one.

    What is in that is not measured again.
    """
    render: Callable[[dict], str]
    is_resumed: bool = True
    """Whether it goes on with such a document; else it begins anew."""


ALL = tuple(
    Scenario(module.NAME, module.run, module.render, is_resumed=module is not load)
    for module in (queries, long_splits, far, selectivity, inference, load)
)
