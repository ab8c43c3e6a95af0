"""The command `headwater bench growth`."""

from pathlib import Path

import click

from headwater_bench.core.checkout import CHECKOUT, RESULTS
from headwater_bench.core.folders import folder_option
from headwater_bench.core.interrupts import unwind_when_terminated
from headwater_bench.core.results import as_json, keep
from headwater_bench.core.resuming import go_on


@click.command()
@click.option(
    "--objects",
    type=click.Choice(["1000", "10000", "100000"]),
    default="10000",
    show_default=True,
    help="The largest number of objects in a series. 100000 takes half an hour more.",
)
@click.option(
    "--series",
    "names",
    multiple=True,
    help="A series to measure, by the beginning of its name, such as 03 (repeatable). The results of "
    "the others stay.  [default: all]",
)
@click.option(
    "--quick", is_flag=True, help="The first points of each series and one round, about two minutes."
)
@folder_option(
    "bench/results and docs/benchmarks of the checkout; with --quick its target/bench",
    "The folder for growth.json and its page, growth.md.",
)
def growth(objects: str, names: tuple[str, ...], quick: bool, folder: Path | None) -> None:
    """Measure requests and time of a job while its parts, bytes, objects or partitions grow.

    The command starts a store, and a Spark process for each peer, and ends these again. Maven fetches the
    peers into .cache/peers. It takes about a quarter of an hour. Each series is stored in
    growth.json.unfinished. An interrupted run continues there if it is started again with the same options at
    the same commit. With --series, the result is written to growth.json immediately.
    """
    unwind_when_terminated()
    from headwater_bench.growth import run  # noqa: PLC0415 (imports py4j, which --help can do without)
    from headwater_bench.growth.document import render  # noqa: PLC0415

    if quick:
        folder = folder or CHECKOUT / "target" / "bench"
    results = (folder or RESULTS) / "growth.json"
    output = (folder or CHECKOUT / "docs" / "benchmarks") / "growth.md"
    plan = run.Plan(int(objects), quick, names)
    if not names or not results.exists():
        go_on(run, plan, results, output, render)
        return
    for document in run.again(plan, run.load(results)):
        keep(results, as_json(document))
        keep(output, render(document))
    click.echo(f"written: {output}")
