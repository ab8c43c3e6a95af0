"""The command `headwater bench growth`."""

from pathlib import Path

import click

from headwater_bench.folders import folder_option
from headwater_bench.interrupts import unwind_when_terminated
from headwater_bench.kept import as_json, keep

_CHECKOUT = Path(__file__).resolve().parents[4]


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
    .cache/peers. It takes about a quarter of an hour. What is known is written after each point, so that an
    interrupted run keeps it; with --series, after each series.
    """
    unwind_when_terminated()
    from headwater_bench.growth import run  # noqa: PLC0415 (imports py4j, which --help can do without)
    from headwater_bench.growth.document import render  # noqa: PLC0415

    if quick:
        folder = folder or _CHECKOUT / "target" / "bench"
    results = (folder or _CHECKOUT / "bench" / "results") / "growth.json"
    output = (folder or _CHECKOUT / "docs") / "growth.md"
    kept = run.load(results) if names and results.exists() else None
    for document in run.run(run.Plan(int(objects), quick, names), kept=kept):
        keep(results, as_json(document))
        keep(output, render(document))
    click.echo(f"written: {output}")
