"""Commands that are imported when they are used, with a clear error if their extra is not installed."""

import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import click

from headwater.core import extras


@dataclass(frozen=True)
class Lazy:
    """A command by its `module:name`, with the extra of this package that it needs, if any."""

    location: str
    extra: str = ""

    def load(self, name: str) -> click.Command:
        """The command, or one that reports the missing extra."""
        if self.extra and extras.missing(self.extra):
            return _unavailable(name, self.extra)
        module, _, attribute = self.location.partition(":")
        return getattr(importlib.import_module(module), attribute)


class LazyGroup(click.Group):
    """A group whose commands in `lazy` are imported on demand, so that each needs its own modules only."""

    def __init__(self, *arguments: Any, lazy: Mapping[str, Lazy], **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """All names, sorted."""
        return sorted({*super().list_commands(ctx), *self._lazy})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a name, or None."""
        if cmd_name in self._lazy:
            return self._lazy[cmd_name].load(cmd_name)
        return super().get_command(ctx, cmd_name)


def _unavailable(name: str, extra: str) -> click.Command:
    def report(**_: Any) -> None:
        extras.require(extra, f"the command {name!r}")

    return click.Command(
        name,
        callback=report,
        params=[click.Argument(["arguments"], nargs=-1, type=click.UNPROCESSED)],
        context_settings={"ignore_unknown_options": True},
        help=f"Not installed: pip install 'headwater[{extra}]'",
    )
