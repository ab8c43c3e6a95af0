"""The command `headwater bench storlets`."""

from dataclasses import asdict
from pathlib import Path

import click

from headwater_bench.core import machine
from headwater_bench.core.checkout import CHECKOUT, RESULTS
from headwater_bench.core.folders import folder_option
from headwater_bench.core.interrupts import unwind_when_terminated
from headwater_bench.core.results import as_json, keep
from headwater_bench.storlets.document import render
from headwater_bench.storlets.measure import measure


@click.command()
@click.option(
    "--megabytes", type=click.IntRange(1), default=1024, show_default=True, help="The object's MiB."
)
@click.option("--rounds", type=click.IntRange(1), default=5, show_default=True, help="The number of rounds.")
@click.option(
    "--gets", type=click.IntRange(1), default=500, show_default=True, help="Small GETs of each kind."
)
@folder_option(
    "bench/results and docs/benchmarks of the checkout",
    "The folder for storlets.json and its page, storlets.md.",
)
def storlets(megabytes: int, rounds: int, gets: int, folder: Path | None) -> None:
    """Compare the csv storlet with a plain GET and with its native build.

    The command starts a store and ends it again. It needs the checkout, the results of `make build`, curl,
    and the csv storlet's native build, which `make bench` makes.
    """
    unwind_when_terminated()
    results = (folder or RESULTS) / "storlets.json"
    output = (folder or CHECKOUT / "docs" / "benchmarks") / "storlets.md"
    command = f"headwater bench storlets --megabytes {megabytes} --rounds {rounds} --gets {gets}"
    made = machine.describe(command)
    for report in measure(megabytes, rounds, gets):
        known = {"made": made | {"load_after": machine.load()}, **asdict(report)}
        keep(results, as_json(known))
        keep(output, render(known))
    click.echo(f"written: {output}")
