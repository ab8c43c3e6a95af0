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
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="How many are measured.")
@latency_option
@folder_option(
    "bench/results and docs of the checkout",
    "Where uploads.json and the page of it, uploads.md, are written.",
)
def uploads(megabytes: int, rounds: int, latency: int, folder: Path | None) -> None:
    """A file put, WordCount's text written, and WordCount, by each way to write, ours and the peers'.

    A store is started for it and ended again. Maven fetches the others into .cache/peers. It takes about
    twenty minutes. Each turn is kept in uploads.json.unfinished, with which an interrupted run goes on if it
    is begun again in the same way, at the same commit.
    """
    unwind_when_terminated()
    from headwater_bench.uploads import run  # noqa: PLC0415 (imports py4j, which --help can do without)
    from headwater_bench.uploads.document import render  # noqa: PLC0415

    results = (folder or RESULTS) / "uploads.json"
    output = (folder or CHECKOUT / "docs") / "uploads.md"
    go_on(run, run.Plan(megabytes, rounds, latency), results, output, render)
