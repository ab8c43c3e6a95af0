"""The page's chapters: one module each, listed in `ALL`.

A chapter has a TITLE, the COMMAND that makes its result, and `chapter`, which makes it from all available
results. It returns None if its own result is missing.
"""

from collections.abc import Callable
from dataclasses import dataclass

from headwater_bench.core.results import Results
from headwater_bench.report.chapters import (
    cost,
    growth,
    mapreduce,
    operations,
    pushdown,
    reading,
    requests,
    scale,
    storlets,
    uploads,
    writing,
)
from headwater_bench.report.drawing.parts import Chapter


@dataclass(frozen=True)
class Kind:
    """A module of this package, as a value."""

    name: str
    title: str
    command: str
    chapter: Callable[[Results], Chapter | None]


ALL = tuple(
    Kind(module.__name__.rsplit(".", 1)[1], module.TITLE, module.COMMAND, module.chapter)
    for module in (
        *(writing, reading, requests, pushdown, growth),
        *(operations, uploads, mapreduce, storlets, scale, cost),
    )
)
