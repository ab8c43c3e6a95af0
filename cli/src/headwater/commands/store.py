"""The commands for the embedded store: up, status, down, env."""

import json
import sys
import time
from contextlib import nullcontext
from pathlib import Path

import click
from rich.markup import escape
from rich.table import Table

from headwater.commands.options import data_option, json_option
from headwater.core import connection
from headwater.embedded.layout import data_argument
from headwater.embedded.status import STOPPED, Status, disk_use
from headwater.embedded.store import DEFAULT_PORT, EmbeddedStore, require_healthy, require_running
from headwater.terminal import console

_EXIT_STOPPED = 3


@click.command()
@data_option
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    help=f"The port of both APIs. 0 chooses a free one.  [default: {DEFAULT_PORT}]",
)
@click.option("--bucket", "buckets", multiple=True, metavar="NAME", help="Create this bucket (repeatable).")
@json_option
def up(data: Path, port: int | None, buckets: tuple[str, ...], as_json: bool) -> None:
    """Start an object store on this machine and print its Spark settings."""
    begin = time.monotonic()
    store = EmbeddedStore(data)
    fresh = store.up(port, buckets, nullcontext if as_json else console.step)
    seconds = round(time.monotonic() - begin, 2)
    document = store.status().as_dict()
    if as_json:
        _print_json(document | {"already_running": not fresh, "start_seconds": seconds})
        return
    endpoint = document["s3"]["endpoint"]
    how = f"is up at {endpoint} after {seconds:.1f} s" if fresh else f"already runs at {endpoint}"
    click.echo(f"The store of {store.layout.data} {how}.")
    click.echo(f"\nFor spark-defaults.conf:\n\n{connection.spark_settings(document)}\n")
    click.echo(f"For a shell, with the Swift API (v1 auth): headwater env{data_argument(store.layout.data)}")


@click.command()
@data_option
@json_option
def status(data: Path, as_json: bool) -> None:
    """Show the servers and their ports. Exit code: 0 if all run, 3 if none runs, 1 if one has died."""
    found = EmbeddedStore(data).status()
    if as_json:
        _print_json(found.as_dict())
    else:
        _show_status(found, disk_use(found.layout.nodes))
    require_healthy(found)
    if found.state == STOPPED:
        sys.exit(_EXIT_STOPPED)


@click.command()
@data_option
@json_option
def down(data: Path, as_json: bool) -> None:
    """Stop the store's processes. Its data is kept."""
    store = EmbeddedStore(data)
    ended = store.down()
    if as_json:
        _print_json({"data": str(store.layout.data), "was_running": ended})
        return
    click.echo(f"The store of {store.layout.data} {'is down' if ended else 'was not running'}.")


@click.command()
@data_option
def env(data: Path) -> None:
    """Print the endpoint and keys as shell exports: eval "$(headwater env)"."""
    click.echo(connection.shell_exports(require_running(EmbeddedStore(data).status()).as_dict()))


def _print_json(document: dict) -> None:
    click.echo(json.dumps(document, indent=2))


def _show_status(found: Status, disk: dict[str, int]) -> None:
    """A table of the servers, and the space used."""
    where = f" at {found.endpoint}" if found.endpoint else ""
    console.out.print(f"The store of {escape(str(found.layout.data))} is [bold]{found.state}[/]{where}")
    if found.servers:
        table = Table(box=None, pad_edge=False)
        for column in ("server", "state", "process", "port"):
            table.add_column(column, no_wrap=True)
        for server, state in found.servers:
            table.add_row(server.name, state, str(server.pid), str(server.port))
        console.out.print(table)
        console.out.print(f"Their logs are in {escape(str(found.layout.logs))}")
    if found.storlets_absence:
        console.out.print(f"It runs no storlets: {escape(found.storlets_absence)}")
    console.out.print(
        f"{disk['used_bytes'] / 2**20:.1f} MiB used, {disk['free_bytes'] / 2**20:.0f} MiB free on its disk"
    )
