"""The command `headwater bench reads`."""

from pathlib import Path
from typing import Any

import click

from headwater_bench.core.checkout import CHECKOUT, RESULTS
from headwater_bench.core.folders import folder_option
from headwater_bench.core.interrupts import unwind_when_terminated
from headwater_bench.core.results import as_json, command_of, keep, of_this_version
from headwater_bench.core.resuming import go_on
from headwater_bench.core.sections import latency_option


@click.command()
@click.option(
    "--scale-factor",
    type=click.FloatRange(0.01, 10),
    default=1.0,
    show_default=True,
    help="The scale factor of TPC-H.",
)
@click.option("--rounds", type=click.IntRange(1), default=3, show_default=True, help="The number of rounds.")
@latency_option
@click.option(
    "--scenario",
    "names",
    multiple=True,
    help="A scenario to measure, by the beginning of its name: 05, tpch (repeatable).  [default: all]",
)
@click.option(
    "--add",
    is_flag=True,
    help="Measure the rows of --scenario for the existing finished result, whose other rows stay. "
    "If it is interrupted, nothing is stored.",
)
@click.option("--quick", is_flag=True, help="Little data and one round, to test the setup.")
@folder_option(
    "bench/results and docs/benchmarks of the checkout; with --quick or --scenario, but for --add, "
    "its target/bench",
    "The folder for reads.json and its page, reading.md.",
)
def reads(names: tuple[str, ...], folder: Path | None, *, add: bool, quick: bool, **measured: Any) -> None:
    """Read files of many kinds, and TPC-H, with Headwater, S3A and Stocator on one store, turn by turn.

    The command starts a store, and a Spark process for each of them, and ends these again. Maven and pip
    fetch the peers, and TPC-H's generator, into .cache/peers. It takes more than an hour. Each turn is stored
    in reads.json.unfinished, which becomes reads.json at the end. An interrupted run continues there if it is
    started again in the same way, at the same commit. Otherwise it starts again, and reports why. The command
    fails if two answers differ. At its end it reports where Headwater is slower than S3A, or sends more than
    half as many requests.
    """
    if add and not names:
        raise click.UsageError("--add needs a --scenario, whose rows are added")
    unwind_when_terminated()
    from headwater_bench.reads import adding, run  # noqa: PLC0415 (imports py4j, which --help can do without)
    from headwater_bench.reads.document import render  # noqa: PLC0415

    if quick or (names and not add):
        folder = folder or CHECKOUT / "target" / "bench"
    results = (folder or RESULTS) / "reads.json"
    output = (folder or CHECKOUT / "docs" / "benchmarks") / "reading.md"
    plan = run.plan(names, quick=quick, **measured)
    if not add:
        go_on(run, plan, results, output, render)
        return
    with of_this_version(results, command_of("reads")):
        kept = adding.like(plan, results)
    known = adding.added(plan, kept)
    keep(results, as_json(known))
    keep(output, render(known))
    click.echo(f"written: {output}")
