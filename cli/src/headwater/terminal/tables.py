"""Tables and formats for datasets."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from headwater.terminal.text import printable


def show(columns: Sequence[str], rows: Iterable[Sequence[object]], file: TextIO | None = None) -> None:
    """Print a table with right-aligned numbers. Long keys are never cut, control characters are escaped.

    By default, the file is the standard output.
    """
    shown = [[_text(value) for value in row] for row in rows]
    table = Table(box=None, pad_edge=False)
    heads = [_text(column) for column in columns]
    for index, head in enumerate(heads):
        right = any(row[index].justify == "right" for row in shown)
        table.add_column(head, no_wrap=True, justify="right" if right else "left")
    for row in shown:
        table.add_row(*row)
    widths = [max(head.cell_len, *(row[i].cell_len for row in shown), 0) for i, head in enumerate(heads)]
    console = Console(width=sum(widths) + 2 * len(widths), highlight=False, file=file)
    console.print(table)


def plain_number(text: str) -> Text:
    """A cell with a number as it is, without separators."""
    return Text(text, justify="right")


def size(count: int) -> str:
    """A human-readable number of bytes."""
    units = ("B", "KiB", "MiB", "GiB", "TiB")
    power = min(max(count.bit_length() - 1, 0) // 10, len(units) - 1)
    return f"{count / 2 ** (10 * power):,.{1 if power else 0}f} {units[power]}"


def time(milliseconds: int | None) -> str:
    """A human-readable time since 1970 in UTC, empty if there is none."""
    if milliseconds is None:
        return ""
    try:
        return f"{datetime.fromtimestamp(milliseconds / 1000, UTC):%Y-%m-%d %H:%M:%SZ}"
    except (OverflowError, ValueError, OSError):
        return str(milliseconds)  # a manifest may contain anything


def _text(value: object) -> Text:
    if isinstance(value, Text):
        return value
    if isinstance(value, int):
        return Text(f"{value:,}", justify="right")
    return Text("" if value is None else printable(str(value)))
