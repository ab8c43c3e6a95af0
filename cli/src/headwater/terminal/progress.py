"""Bars for work on many bytes, on a terminal only."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.markup import escape
from rich.progress import (
    BarColumn,
    DownloadColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
    TransferSpeedColumn,
)

from headwater.terminal import console
from headwater.terminal.text import printable

Advance = Callable[[int], None]
"""Called with the number of bytes that are done since the last call, by any thread."""


def ignore(_count: int) -> None:
    """An Advance that shows nothing."""


@contextmanager
def byte_bar(title: str, total: int) -> Iterator[Advance]:
    """Show on stderr the done part of `total` bytes, the rate and the remaining time.

    Without a terminal, nothing is shown. The bar is removed at the end.
    """
    columns = (
        TextColumn("{task.description}"),
        BarColumn(bar_width=20),
        DownloadColumn(binary_units=True),
        TransferSpeedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console.err, transient=True, disable=not console.err.is_terminal) as bar:
        task = bar.add_task(escape(printable(title)), total=total)
        yield lambda count: bar.advance(task, count)
