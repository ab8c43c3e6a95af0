"""The commands `headwater bench tables` and `headwater bench report`, and the check of where they write."""

import math
import os
import tempfile
from pathlib import Path

import click

from headwater.core.errors import HeadwaterError
from headwater_bench.core.files import CHECKOUT, RESULTS, SCRATCH
from headwater_bench.core.results import keep, load


def writable(_context: click.Context, option: click.Parameter, path: Path | None) -> Path | None:
    """A folder that exists or can be created. It is tested before anything is measured."""
    places = [path, *path.absolute().parents] if path else []
    nearest = next((place for place in places if os.path.exists(place)), None)  # noqa: PTH110 (Path's may raise)
    try:
        if nearest:
            tempfile.TemporaryDirectory(dir=nearest).cleanup()
    except OSError as error:
        raise HeadwaterError(
            f"nothing can be written to {path}: {nearest}: {error.strerror}",
            advice=f"Name another with {option.opts[0]}, or change who may write there.",
        ) from error
    return path


@click.command()
@click.option("--check", is_flag=True, help="Write nothing. Fail if a page would change.")
def tables(check: bool) -> None:
    """Write the tables of README.md and docs/ from the results in bench/results.

    They are in marked places of the pages.
    """
    from headwater_bench.pages.places import changes, filled, pages  # noqa: PLC0415 (imports numpy, which --help can do without)

    results = load(RESULTS)
    wanted = {file: filled(file.read_text(encoding="utf-8"), results) for file in pages(CHECKOUT)}
    found = {file: detail for file, text in wanted.items() if (detail := changes(file, text))}
    if check and found:
        raise HeadwaterError(
            "pages have other tables than the results",
            advice="Run `headwater bench tables`, and commit what it changes.",
            detail="\n".join(found.values()),
        )
    for file in found:
        keep(file, wanted[file])
        click.echo(f"written: {file}")


@click.command()
@click.option(
    "--results",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=RESULTS,
    show_default="bench/results of the checkout",
    help="The folder with the results, as JSON.",
)
def report(results: Path) -> None:
    """Write target/bench/report.html, one self-contained page with plots of all results.

    Results that have not been measured yet are marked, with the command that measures them.
    """
    from headwater_bench.pages.report import render  # noqa: PLC0415 (imports altair)

    page = SCRATCH / "report.html"
    keep(page, render(load(results)))
    click.echo(f"written: {page}")


@click.command()
@click.option(
    "--tenants", type=click.IntRange(1), default=20, show_default=True, help="The tenants that read at once."
)
@click.option(
    "--rate",
    type=click.FloatRange(0.001, 1000),
    default=0.1,
    show_default=True,
    help="The GiB of objects that each of them reads in a second.",
)
@click.option(
    "--cores",
    type=click.IntRange(1, 1024),
    default=8,
    show_default=True,
    help="The processors of each object server.",
)
def sizing(tenants: int, rate: float, cores: int) -> None:
    """Print the processors, network, workers and memory that a store needs for tenants, by kinds of reads.

    The costs are those of bench/results/pushdown-1024m.json, with 60% of the processors' time.
    """
    from headwater_bench.pages.tables import text  # noqa: PLC0415 (imports numpy, which --help can do without)

    if math.isnan(rate):  # The range has it.
        raise click.BadParameter("nan is not a number.", param_hint="'--rate'")
    click.echo(text(f"pushdown-1024m/sizes/{tenants}/{rate:g}/{cores}", load(RESULTS)))
