"""The command `headwater bench operations`."""

from pathlib import Path

import click

from headwater_bench.core.checkout import CHECKOUT, RESULTS
from headwater_bench.core.folders import folder_option
from headwater_bench.core.interrupts import unwind_when_terminated
from headwater_bench.core.resuming import go_on
from headwater_bench.core.sections import latency_option


@click.command()
@click.option(
    "--objects", type=click.IntRange(10), default=1000, show_default=True, help="How many there are."
)
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="How many are measured.")
@latency_option
@folder_option(
    "bench/results and docs of the checkout",
    "Where operations.json and the page of it, operations.md, are written.",
)
def operations(objects: int, rounds: int, latency: int, folder: Path | None) -> None:
    """Create, read, list, rename and delete with Headwater, S3A and Stocator on one store, and with HDFS.

    A store, a small HDFS and a JVM for each are started for it and ended again. Maven fetches the others'
    jars into .cache/peers. It takes some minutes a round. Each turn is kept in operations.json.unfinished,
    with which an interrupted run goes on if it is begun again in the same way, at the same commit.
    """
    unwind_when_terminated()
    from headwater_bench.operations import run  # noqa: PLC0415 (imports py4j, which --help can do without)
    from headwater_bench.operations.document import render  # noqa: PLC0415

    results = (folder or RESULTS) / "operations.json"
    output = (folder or CHECKOUT / "docs") / "operations.md"
    go_on(run, run.Plan(objects, rounds, latency), results, output, render)
