"""The command `headwater bench scale`."""

from pathlib import Path

import click

from headwater_bench.core.checkout import CHECKOUT, RESULTS
from headwater_bench.core.folders import folder_option
from headwater_bench.core.interrupts import unwind_when_terminated
from headwater_bench.core.results import as_json, keep

_PART = 100
"""A quick run has this fraction of the tasks and nodes."""


@click.command()
@click.option("--tasks", type=click.IntRange(10), default=100_000, show_default=True, help="Of the job.")
@click.option("--nodes", type=click.IntRange(1), default=1000, show_default=True, help="That run them.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of all that is drawn.")
@click.option("--quick", is_flag=True, help="A hundredth of the tasks and nodes.")
@click.option(
    "--growth",
    type=click.Path(path_type=Path, dir_okay=False),
    default=RESULTS / "growth.json",
    show_default="bench/results/growth.json of the checkout",
    help="The unit costs: the results of `headwater bench growth`.",
)
@folder_option(
    "bench/results and docs of the checkout; with --quick its target/bench",
    "Where scale.json and the page of it, scale.md, are written.",
)
def scale(
    tasks: int,
    nodes: int,
    seed: int,
    quick: bool,
    growth: Path,
    folder: Path | None,
) -> None:
    """Foretell a large job on public clouds: commit time, requests, peak against the limits, driver's memory.

    The unit costs are those that `headwater bench growth` measured. What a commit by manifest costs the
    driver is measured, on a store that is started for it. The model is held against this machine. It takes
    about ten minutes, nearly all of it simulation.
    """
    unwind_when_terminated()
    from headwater_bench.scale import run  # noqa: PLC0415 (imports py4j, which --help can do without)
    from headwater_bench.scale.document import render  # noqa: PLC0415

    if quick:
        tasks, nodes = max(10, tasks // _PART), max(1, nodes // _PART)
        folder = folder or CHECKOUT / "target" / "bench"
    plan = run.Plan(tasks, nodes, seed)
    results = (folder or RESULTS) / "scale.json"
    output = (folder or CHECKOUT / "docs") / "scale.md"
    for document in run.run(plan, run.load(growth)):
        keep(results, as_json(document))
        keep(output, render(document))
    click.echo(f"written: {output}")
