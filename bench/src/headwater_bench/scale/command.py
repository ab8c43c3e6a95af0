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
@click.option(
    "--tasks", type=click.IntRange(10), default=100_000, show_default=True, help="The tasks of the job."
)
@click.option(
    "--nodes", type=click.IntRange(1), default=1000, show_default=True, help="The nodes that run them."
)
@click.option("--seed", type=int, default=1, show_default=True, help="The seed of all random numbers.")
@click.option("--quick", is_flag=True, help="A hundredth of the tasks and nodes.")
@click.option(
    "--growth",
    type=click.Path(path_type=Path, dir_okay=False),
    default=RESULTS / "growth.json",
    show_default="bench/results/growth.json of the checkout",
    help="The unit costs: the results of `headwater bench growth`.",
)
@folder_option(
    "bench/results and docs/benchmarks of the checkout; with --quick its target/bench",
    "The folder for scale.json and its page, scale.md.",
)
def scale(
    tasks: int,
    nodes: int,
    seed: int,
    quick: bool,
    growth: Path,
    folder: Path | None,
) -> None:
    """Predict a large job on public clouds: commit time, requests, peak load and the driver's memory.

    The unit costs are those that `headwater bench growth` measured. The driver's cost of a commit by manifest
    is measured on a store that the command starts. The model is compared with this machine. It takes about
    ten minutes, nearly all of it simulation.
    """
    unwind_when_terminated()
    from headwater_bench.scale import run  # noqa: PLC0415 (imports py4j, which --help can do without)
    from headwater_bench.scale.document import render  # noqa: PLC0415

    if quick:
        tasks, nodes = max(10, tasks // _PART), max(1, nodes // _PART)
        folder = folder or CHECKOUT / "target" / "bench"
    plan = run.Plan(tasks, nodes, seed)
    results = (folder or RESULTS) / "scale.json"
    output = (folder or CHECKOUT / "docs" / "benchmarks") / "scale.md"
    for document in run.run(plan, run.load(growth)):
        keep(results, as_json(document))
        keep(output, render(document))
    click.echo(f"written: {output}")
