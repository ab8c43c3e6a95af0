"""The command `headwater bench mapreduce`."""

from pathlib import Path

import click

from headwater_bench.interrupts import unwind_when_terminated
from headwater_bench.mapreduce.document import render
from headwater_bench.mapreduce.measure import measure

_DOCUMENT = Path(__file__).resolve().parents[4] / "docs" / "mapreduce.md"


@click.command()
@click.option(
    "--megabytes",
    type=click.IntRange(min=1),
    multiple=True,
    default=(16, 64, 256),
    show_default=True,
    help="The output of the reducer, in millions of bytes; may be given several times.",
)
@click.option("--runs", type=click.IntRange(min=1), default=3, show_default=True, help="Runs of each.")
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=_DOCUMENT,
    show_default="docs/mapreduce.md of the checkout",
    help="The document to write.",
)
def mapreduce(megabytes: tuple[int, ...], runs: int, output: Path) -> None:
    """Measure what reducers wait for in the file system, ours and S3A, while their output grows.

    A store is started for it and ended again. It needs the checkout and Maven, and takes a good half hour.
    """
    unwind_when_terminated()
    sizes = [size * 10**6 for size in sorted(set(megabytes))]
    output.write_text(render(measure(sizes, runs)), encoding="utf-8")
    click.echo(f"written: {output}")
