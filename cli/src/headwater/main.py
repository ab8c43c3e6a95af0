"""The `headwater` command: a group that other packages add commands to.

A package adds one by an entry point in the group `headwater.commands`, whose name is the command's and whose
object is a `click.Command`.
"""

import os
import sys
from contextlib import suppress
from importlib.metadata import EntryPoint, entry_points
from typing import Any

import click

from headwater.commands.lazy import Lazy, LazyGroup
from headwater.core.errors import HeadwaterError
from headwater.terminal import console
from headwater.terminal.interrupts import exit_code

_STORE = "headwater.commands.store"
_COMMANDS = {
    "completion": Lazy("headwater.commands.completion:completion"),
    "demo": Lazy("headwater.demo.command:demo", "store"),
    "doctor": Lazy("headwater.commands.doctor:doctor"),
    "down": Lazy(f"{_STORE}:down", "store"),
    "engines": Lazy("headwater.commands.engines:engines"),
    "env": Lazy(f"{_STORE}:env", "store"),
    "export": Lazy("headwater.commands.export:export", "export"),
    "filters": Lazy("headwater.commands.filters:filters"),
    "index": Lazy("headwater.commands.index:index", "store"),
    "jar": Lazy("headwater.commands.jar:jar"),
    "ls": Lazy("headwater.commands.ls:ls"),
    "migrate-conf": Lazy("headwater.commands.migrate_conf:migrate_conf"),
    "policy": Lazy("headwater.commands.policy:policy"),
    "query": Lazy("headwater.commands.query:query", "queries"),
    "status": Lazy(f"{_STORE}:status", "store"),
    "storlets": Lazy("headwater.commands.storlets:storlets"),
    "submit": Lazy("headwater.commands.submit:submit", "store"),
    "sweep": Lazy("headwater.commands.sweep:sweep"),
    "up": Lazy(f"{_STORE}:up", "store"),
    "verify": Lazy("headwater.commands.verify:verify"),
}


class Commands(LazyGroup):
    """The built-in commands, and those of other installed packages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, sorted."""
        return sorted({*super().list_commands(ctx), *_plugins()})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A built-in command, or another package's. One that cannot be loaded is reported and left out."""
        own = super().get_command(ctx, cmd_name)
        if own or cmd_name not in _plugins():
            return own
        return _load(_plugins()[cmd_name])

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. If it is interrupted, report that in one sentence, with the exit code of shells."""
        try:
            return super().invoke(ctx)
        except click.exceptions.Exit:
            raise
        except BaseException as error:
            code = exit_code(error)
            if code is None:
                raise
            if isinstance(error, HeadwaterError):
                console.show_error(error)
            console.err.print("Interrupted.")
            _end(code)


def _end(code: int) -> None:
    """End this process, although other threads may wait for a store."""
    for each in (sys.stdout, sys.stderr):
        with suppress(OSError):
            each.flush()
    os._exit(code)


def _plugins() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group="headwater.commands")}


def _load(entry: EntryPoint) -> click.Command | None:
    try:
        return entry.load()
    except Exception as error:  # noqa: BLE001 (whatever another package throws, our commands still work)
        console.err.print(
            f"The command {entry.name!r} cannot be loaded from {entry.value}: {error}", markup=False
        )
        return None


@click.group(cls=Commands, lazy=_COMMANDS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="headwater")
def cli() -> None:
    """Headwater: Spark on object stores."""


def main() -> None:
    """Run the command line: 0 for success, 1 for a reported error, 2 for wrong usage, 130 for Ctrl-C."""
    try:
        cli(prog_name="headwater")
    except HeadwaterError as error:
        console.show_error(error)
        sys.exit(1)
    except OSError as error:
        console.show_error(
            HeadwaterError(f"{error.filename or 'a file or connection'}: {error.strerror or error}")
        )
        sys.exit(1)
