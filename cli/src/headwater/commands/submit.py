"""The command `submit`: spark-submit against the running embedded store."""

import sys
from pathlib import Path

import click

from headwater.commands.options import data_option
from headwater.core import connection
from headwater.embedded.store import EmbeddedStore, require_running
from headwater.spark import launcher


@click.command(context_settings={"ignore_unknown_options": True, "allow_interspersed_args": False})
@data_option
@click.argument("arguments", nargs=-1, required=True, type=click.UNPROCESSED)
def submit(data: Path, arguments: tuple[str, ...]) -> None:
    """Run spark-submit with Headwater's jar and the settings of the running store.

    ARGUMENTS are those of spark-submit: its options, the program and the program's arguments. --data
    comes before them. The exit code is the program's.
    """
    document = require_running(EmbeddedStore(data).status()).as_dict()
    sys.exit(launcher.submit(connection.spark_values(document), arguments))
