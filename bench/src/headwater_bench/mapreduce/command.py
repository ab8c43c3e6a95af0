"""The command `headwater bench mapreduce`."""

from pathlib import Path

import click

from headwater_bench.core.checkout import CHECKOUT, RESULTS
from headwater_bench.core.folders import folder_option
from headwater_bench.core.interrupts import unwind_when_terminated
from headwater_bench.core.resuming import go_on
from headwater_bench.core.sections import latency_option


@click.command()
@click.option(
    "--megabytes",
    type=click.IntRange(min=1),
    multiple=True,
    default=(16, 64, 256),
    show_default=True,
    help="The output of the reducer, in millions of bytes (repeatable).",
)
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="The number of rounds.")
@latency_option
@folder_option(
    "bench/results and docs/benchmarks of the checkout",
    "The folder for mapreduce.json and its page, mapreduce.md.",
)
def mapreduce(megabytes: tuple[int, ...], rounds: int, latency: int, folder: Path | None) -> None:
    """Measure how long reducers wait for the file system, Headwater or S3A, while their output grows.

    The command starts a store and ends it again. It needs the checkout and Maven, and takes about ten
    minutes. Each turn is stored in mapreduce.json.unfinished. An interrupted run continues there if it is
    started again with the same options at the same commit.
    """
    unwind_when_terminated()
    from headwater_bench.mapreduce import run  # noqa: PLC0415 (--help can do without)
    from headwater_bench.mapreduce.document import render  # noqa: PLC0415

    results = (folder or RESULTS) / "mapreduce.json"
    output = (folder or CHECKOUT / "docs" / "benchmarks") / "mapreduce.md"
    go_on(run, run.Plan(tuple(sorted(set(megabytes))), rounds, latency), results, output, render)
