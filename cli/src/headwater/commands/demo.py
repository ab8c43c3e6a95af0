"""The command `demo`."""

from pathlib import Path

import click

from headwater.demo.run import run


@click.command()
@click.option(
    "--data",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path(".cache/demo"),
    show_default=True,
    help="The folder of the demo's store, which keeps running.",
)
def demo(folder: Path) -> None:
    """Write 336,776 rows to an object store despite failures, read them back and compare."""
    run(folder)
