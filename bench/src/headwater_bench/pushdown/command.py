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
    "--bytes", "size", type=Size(), default="1g", show_default=True, help="How much data, about: 1g, 10g."
)
@click.option("--rounds", type=click.IntRange(1), default=5, show_default=True, help="How many are measured.")
@click.option("--quick", is_flag=True, help="64 MiB, one warm-up and one round.")
@click.option(
    "--scenario",
    "names",
    type=click.Choice(_NAMES),
    multiple=True,
    default=_NAMES,
    show_default="all",
    help="What to measure (repeatable); what is known of the others stays.",
)
@click.option(
    "--peer",
    "peers",
    type=click.Choice(_PEERS),
    multiple=True,
    show_default="all",
    help="Who answers the seven queries beside pushdown by s3:// and S3A (repeatable).",
)
@folder_option(
    "bench/results and docs/pushdown of the checkout; with --quick its target/bench",
    "Where pushdown-SIZE.json and the page of all sizes, benchmark.md, are written.",
)
def pushdown(
    size: int,
    rounds: int,
    quick: bool,
    names: tuple[str, ...],
    peers: tuple[str, ...],
    folder: Path | None,
) -> None:
    """Measure SQL over CSV with pushdown beside Spark without, S3A, Stocator, Parquet and Polars.

    A store and a process for each are started for it and ended again. Maven and pip fetch the others into
    .cache/peers. At 1 GiB it takes about an hour. It fails if two answers differ. What is known is kept in
    pushdown-SIZE-SCENARIO.json.unfinished, after each query and after each round of the others but `load`: an
    interrupted run goes on with it if it is begun again in the same way, at the same commit.
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
    output = (folder or CHECKOUT / "docs" / "pushdown") / "benchmark.md"
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
