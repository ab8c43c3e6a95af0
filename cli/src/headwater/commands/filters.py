"""The command `filters`, the former name of `storlets`."""

import click

from headwater.commands.storlets import storlets


@click.command(
    cls=click.CommandCollection,
    sources=[storlets],
    deprecated="Use `headwater storlets`.",
    hidden=True,
)
def filters() -> None:
    """The former name of `headwater storlets`."""
