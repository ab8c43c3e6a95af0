"""The command `headwater bench storlets`."""

from pathlib import Path

import click

from headwater_bench.interrupts import unwind_when_terminated
from headwater_bench.storlets.document import render
from headwater_bench.storlets.measure import measure

_DOCUMENT = Path(__file__).resolve().parents[4] / "docs" / "storlets" / "throughput.md"


@click.command()
@click.option(
    "--megabytes", type=click.IntRange(1), default=1024, show_default=True, help="The object's MiB."
)
@click.option("--rounds", type=click.IntRange(1), default=5, show_default=True, help="How many are measured.")
@click.option(
    "--gets", type=click.IntRange(1), default=500, show_default=True, help="Small GETs of each kind."
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=_DOCUMENT,
    show_default="docs/storlets/throughput.md of the checkout",
    help="The document to write.",
)
def storlets(megabytes: int, rounds: int, gets: int, output: Path) -> None:
    """Measure the csv storlet beside a plain GET and beside its native build.

    A store is started for it and ended again; it needs the checkout, what `make build` makes, and curl.
    """
    unwind_when_terminated()
    report = measure(megabytes, rounds, gets)
    output.write_text(
        render(report, f" --megabytes {megabytes} --rounds {rounds} --gets {gets}"), encoding="utf-8"
    )
    click.echo(f"written: {output}")
