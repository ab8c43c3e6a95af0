"""The command `headwater bench writes`."""

from pathlib import Path

import click

from headwater_bench.core.checkout import CHECKOUT, RESULTS
from headwater_bench.core.folders import folder_option
from headwater_bench.core.interrupts import unwind_when_terminated
from headwater_bench.core.resuming import go_on
from headwater_bench.core.sections import latency_option


@click.command()
@click.option(
    "--parts",
    type=click.IntRange(1, 1000),
    default=16,
    show_default=True,
    help="The number of objects of 1 MB that are read and written.",
)
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="The number of rounds.")
@latency_option
@click.option(
    "--scenario",
    "names",
    multiple=True,
    help="A scenario to measure, by the beginning of its name, such as 03 (repeatable).  [default: all]",
)
@click.option(
    "--quick",
    is_flag=True,
    help="A first picture: little data, three rows, one round without a warm-up and a delay.",
)
@folder_option(
    "bench/results and docs/benchmarks of the checkout; with --quick or --scenario its target/bench",
    "The folder for writes.json and its page, writing.md.",
)
def writes(
    parts: int, rounds: int, latency: int, names: tuple[str, ...], quick: bool, folder: Path | None
) -> None:
    """Write with Headwater, S3A (algorithms 1 and 2, magic) and Stocator on one store, turn by turn.

    The workloads are those of the Stocator paper. The command starts a store, and a Spark process for each
    peer, and ends these again. Maven fetches the peers into .cache/peers. Each turn is stored in
    writes.json.unfinished, which becomes writes.json at the end. An interrupted run continues there if it is
    started again in the same way, at the same commit. Otherwise it starts again, and reports why. The command
    fails if Headwater's output is wrong. At its end it reports which goals Headwater does not reach.
    """
    unwind_when_terminated()
    from headwater_bench.writes import run, sizes  # noqa: PLC0415 (imports py4j, which --help can do without)
    from headwater_bench.writes.document import render  # noqa: PLC0415

    if quick or names:
        folder = folder or CHECKOUT / "target" / "bench"
    results = (folder or RESULTS) / "writes.json"
    output = (folder or CHECKOUT / "docs" / "benchmarks") / "writing.md"
    plan = run.quick(names) if quick else run.Plan(sizes.full(parts), rounds, latency, names)
    go_on(run, plan, results, output, render)
