"""The command `headwater bench mapreduce`."""

from pathlib import Path

import click

from headwater_bench import machine
from headwater_bench.folders import folder_option
from headwater_bench.interrupts import unwind_when_terminated
from headwater_bench.kept import as_json, keep
from headwater_bench.mapreduce.document import render
from headwater_bench.mapreduce.measure import measure

_CHECKOUT = Path(__file__).resolve().parents[4]


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
@folder_option(
    "bench/results and docs of the checkout",
    "Where mapreduce.json and the page of it, mapreduce.md, are written.",
)
def mapreduce(megabytes: tuple[int, ...], runs: int, folder: Path | None) -> None:
    """Measure what reducers wait for in the file system, ours and S3A, while their output grows.

    A store is started for it and ended again. It needs the checkout and Maven, and takes about ten minutes.
    """
    unwind_when_terminated()
    results = (folder or _CHECKOUT / "bench" / "results") / "mapreduce.json"
    output = (folder or _CHECKOUT / "docs") / "mapreduce.md"
    wanted = sorted(set(megabytes))
    told = " ".join(f"--megabytes {size}" for size in wanted)
    made = machine.describe() | {"command": f"headwater bench mapreduce {told} --runs {runs}"}
    for found in measure([size * 10**6 for size in wanted], runs):
        known = {"made": made | {"load_after": machine.load()}, **found}
        keep(results, as_json(known))
        keep(output, render(known))
    click.echo(f"written: {output}")
