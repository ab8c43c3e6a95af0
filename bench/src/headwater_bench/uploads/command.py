"""The command `headwater bench uploads`."""

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
    type=click.IntRange(1),
    default=256,
    show_default=True,
    help="The file and the text, in millions of bytes.",
)
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="The number of rounds.")
@latency_option
@folder_option(
    "bench/results and docs/benchmarks of the checkout",
    "The folder for uploads.json and its page, uploads.md.",
)
def uploads(megabytes: int, rounds: int, latency: int, folder: Path | None) -> None:
    """Measure `hadoop fs -put`, RandomTextWriter and WordCount with each upload policy and with the peers.

    The command starts a store and ends it again. Maven fetches the peers into .cache/peers. It takes about
    twenty minutes. Each turn is stored in uploads.json.unfinished. An interrupted run continues there if it
    is started again with the same options at the same commit.
    """
    unwind_when_terminated()
    from headwater_bench.uploads import run  # noqa: PLC0415 (imports py4j, which --help can do without)
    from headwater_bench.uploads.document import render  # noqa: PLC0415

    results = (folder or RESULTS) / "uploads.json"
    output = (folder or CHECKOUT / "docs" / "benchmarks") / "uploads.md"
    go_on(run, run.Plan(megabytes, rounds, latency), results, output, render)
