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
    "--objects", type=click.IntRange(10), default=1000, show_default=True, help="The number of objects."
)
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="The number of rounds.")
@latency_option
@folder_option(
    "bench/results and docs/benchmarks of the checkout",
    "The folder for operations.json and its page, operations.md.",
)
def operations(objects: int, rounds: int, latency: int, folder: Path | None) -> None:
    """Create, read, list, rename and delete with Headwater, S3A and Stocator on one store, and with HDFS.

    The command starts a store, a small HDFS, and a JVM for each peer, and ends these again. Maven fetches the
    peers' jars into .cache/peers. A round takes some minutes. Each turn is stored in
    operations.json.unfinished. An interrupted run continues there if it is started again with the same
    options at the same commit.
    """
    unwind_when_terminated()
    from headwater_bench.operations import run  # noqa: PLC0415 (imports py4j, which --help can do without)
    from headwater_bench.operations.document import render  # noqa: PLC0415

    results = (folder or RESULTS) / "operations.json"
    output = (folder or CHECKOUT / "docs" / "benchmarks") / "operations.md"
    go_on(run, run.Plan(objects, rounds, latency), results, output, render)
