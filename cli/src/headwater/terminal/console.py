"""The command line's output: steps with their times, tables, errors."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape

from headwater.core.errors import HeadwaterError
from headwater.terminal.text import printable

# Without emoji, which would replace `:x:` in a name.
out = Console(highlight=False, soft_wrap=True, emoji=False)
err = Console(stderr=True, highlight=False, soft_wrap=True, emoji=False)


@contextmanager
def step(title: str) -> Iterator[None]:
    """Show on stderr that a step is running, then that it is done and its duration in seconds."""
    begin = time.monotonic()
    try:
        with err.status(f"{escape(title)} ..."):
            yield
    except BaseException:
        err.print(f"[red]failed[/]  {escape(title)}  [dim]{time.monotonic() - begin:.1f} s[/]")
        raise
    err.print(f"[green]done[/]    {escape(title)}  [dim]{time.monotonic() - begin:.1f} s[/]")


def show_error(error: HeadwaterError) -> None:
    """Show what happened, the evidence, and what to do."""
    err.print(f"[bold red]Error:[/] {escape(printable(str(error)))}")
    if error.detail:
        err.print(escape(printable(error.detail, keep="\n\t")), style="dim")
    if error.advice:
        err.print(f"[bold]What to do:[/] {escape(printable(error.advice))}")
