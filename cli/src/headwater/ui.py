"""The command line's output: steps with their times, tables, errors."""

import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from headwater.embedded.status import Status
from headwater.errors import HeadwaterError
from headwater.terminal import printable

out = Console(highlight=False, soft_wrap=True)
err = Console(stderr=True, highlight=False, soft_wrap=True)


@contextmanager
def step(what: str) -> Iterator[None]:
    """Show on stderr that a step is running, then that it is done and its duration in seconds."""
    begin = time.monotonic()
    try:
        with err.status(f"{escape(what)} ..."):
            yield
    except BaseException:
        err.print(f"[red]failed[/]  {escape(what)}  [dim]{time.monotonic() - begin:.1f} s[/]")
        raise
    err.print(f"[green]done[/]    {escape(what)}  [dim]{time.monotonic() - begin:.1f} s[/]")


def show_error(error: HeadwaterError) -> None:
    """Show what happened, the evidence, and what to do."""
    err.print(f"[bold red]Error:[/] {escape(printable(str(error)))}")
    if error.detail:
        err.print(escape(printable(error.detail, keep="\n\t")), style="dim")
    if error.advice:
        err.print(f"[bold]What to do:[/] {escape(printable(error.advice))}")


def show_status(status: Status, disk: dict[str, int]) -> None:
    """A table of the servers, and the space used."""
    where = f" at {status.endpoint}" if status.endpoint else ""
    out.print(f"The store of {escape(str(status.layout.data))} is [bold]{status.state}[/]{where}")
    if status.servers:
        table = Table(box=None, pad_edge=False)
        for column in ("server", "state", "process", "port"):
            table.add_column(column, no_wrap=True)
        for server, state in status.servers:
            table.add_row(server.name, state, str(server.pid), str(server.port))
        out.print(table)
        out.print(f"Their logs are in {escape(str(status.layout.logs))}")
    if status.storlets_absence:
        out.print(f"It runs no storlets: {escape(status.storlets_absence)}")
    out.print(
        f"{disk['used_bytes'] / 2**20:.1f} MiB used, {disk['free_bytes'] / 2**20:.0f} MiB free on its disk"
    )
