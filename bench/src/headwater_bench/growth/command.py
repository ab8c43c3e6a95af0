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
    help="How many there are at most in the series of objects; 100000 take half an hour more.",
)
@click.option(
    "--series",
    "names",
    multiple=True,
    help="What to measure, by the beginning of its name, as 03 (repeatable); what is known of the others "
    "stays.  [default: all]",
)
@click.option("--quick", is_flag=True, help="The first points of each and one round, about two minutes.")
@folder_option(
    "bench/results and docs of the checkout; with --quick its target/bench",
    "Where growth.json and the page of it, growth.md, are written.",
)
def growth(objects: str, names: tuple[str, ...], quick: bool, folder: Path | None) -> None:
    """Requests and time of a job against its parts, bytes, objects and partitions, with the peers' beside.

    A store and a Spark for each peer are started for it and ended again. Maven fetches the others into
    .cache/peers. It takes about a quarter of an hour. Each series is kept in growth.json.unfinished, with
    which an interrupted run goes on if it is begun again in the same way, at the same commit. With --series
    it is written to growth.json at once.
    """
    unwind_when_terminated()
    from headwater_bench.growth import run  # noqa: PLC0415 (imports py4j, which --help can do without)
    from headwater_bench.growth.document import render  # noqa: PLC0415

    if quick:
        folder = folder or CHECKOUT / "target" / "bench"
    results = (folder or RESULTS) / "growth.json"
    output = (folder or CHECKOUT / "docs") / "growth.md"
    plan = run.Plan(int(objects), quick, names)
    if not names or not results.exists():
        go_on(run, plan, results, output, render)
        return
    for document in run.again(plan, run.load(results)):
        keep(results, as_json(document))
        keep(output, render(document))
    click.echo(f"written: {output}")
