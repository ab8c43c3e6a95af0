"""The command `headwater bench pushdown`."""

from dataclasses import replace
from pathlib import Path

import click

from headwater_bench.core.checkout import CHECKOUT, RESULTS
from headwater_bench.core.folders import folder_option
from headwater_bench.core.interrupts import unwind_when_terminated
from headwater_bench.core.results import command_of, keep, of_this_version
from headwater_bench.core.resuming import finished, unfinished
from headwater_bench.data.sizes import Size

_QUICK = 64 << 20
_NAMES = ("queries", "long-splits", "far", "selectivity", "inference", "load")
_PEERS = ("off", "swift", "stocator", "parquet", "polars")


@click.command()
@click.option(
    "--bytes",
    "size",
    type=Size(),
    default="1g",
    show_default=True,
    help="The approximate amount of data, such as 1g or 10g.",
)
@click.option("--rounds", type=click.IntRange(1), default=5, show_default=True, help="The number of rounds.")
@click.option("--quick", is_flag=True, help="64 MiB, one warm-up and one round.")
@click.option(
    "--scenario",
    "names",
    type=click.Choice(_NAMES),
    multiple=True,
    default=_NAMES,
    show_default="all",
    help="A scenario to measure (repeatable). The results of the others stay.",
)
@click.option(
    "--peer",
    "peers",
    type=click.Choice(_PEERS),
    multiple=True,
    show_default="all",
    help="A peer for the seven queries, in addition to pushdown by s3:// and S3A (repeatable).",
)
@folder_option(
    "bench/results and docs/benchmarks of the checkout; with --quick its target/bench",
    "The folder for pushdown-SIZE.json and the page of all sizes, pushdown.md.",
)
def pushdown(
    size: int,
    rounds: int,
    quick: bool,
    names: tuple[str, ...],
    peers: tuple[str, ...],
    folder: Path | None,
) -> None:
    """Measure SQL over CSV with and without pushdown, with S3A, Stocator, Parquet and Polars.

    The command starts a store, and a process for each configuration, and ends these again. Maven and pip
    fetch the peers into .cache/peers. At 1 GiB it takes about an hour. It fails if two answers differ.
    Results are stored in pushdown-SIZE-SCENARIO.json.unfinished after each query, and after each round of the
    other scenarios except `load`. An interrupted run continues there if it is started again with the same
    options at the same commit.
    """
    unwind_when_terminated()
    from headwater_bench.pushdown import plan  # noqa: PLC0415
    from headwater_bench.pushdown.document import Results, render  # noqa: PLC0415 (imports py4j: see above)
    from headwater_bench.pushdown.run import Plan, Runs  # noqa: PLC0415
    from headwater_bench.pushdown.scenarios import ALL  # noqa: PLC0415

    to_measure = plan.Plan(size, rounds, plan.chosen(peers))
    if quick:
        to_measure = replace(to_measure, length=_QUICK, rounds=1, warm_ups=1)
        folder = folder or CHECKOUT / "target" / "bench"
    kept = Results(folder or RESULTS)
    with of_this_version(f"a pushdown-SIZE.json of {kept.folder}", command_of("pushdown")):
        render(kept.of_sizes(), ALL)
    output = (folder or CHECKOUT / "docs" / "benchmarks") / "pushdown.md"
    of_size = f"{to_measure.length >> 20}m"
    parts = []
    for scenario in ALL:
        if scenario.name in names:
            part = unfinished(kept.folder / f"pushdown-{of_size}-{scenario.name}.json")
            whole = finished(Runs(), Plan(scenario, to_measure, peers, quick), part, scenario.render)
            kept.keep(of_size, scenario.name, whole)
            keep(output, render(kept.of_sizes(), ALL))
            parts.append(part)
    for part in parts:  # so far they mark their scenarios as measured
        part.unlink()
    click.echo(f"written: {output}")
