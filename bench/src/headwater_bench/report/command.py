"""The command `headwater bench report`."""

from pathlib import Path

import click

from headwater_bench.core.checkout import CHECKOUT, RESULTS


@click.command()
@click.option(
    "--results",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=RESULTS,
    show_default="bench/results of the checkout",
    help="The folder with the results, as JSON.",
)
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=CHECKOUT / "target" / "bench" / "report.html",
    show_default="target/bench/report.html of the checkout",
    help="The page to write.",
)
def report(results: Path, output: Path) -> None:
    """Write one self-contained page with plots of all results.

    Results that have not been measured yet are marked, with the command that measures them.
    """
    from headwater_bench.core.results import keep, load  # noqa: PLC0415
    from headwater_bench.report.page import render  # noqa: PLC0415 (imports altair, which --help can do without)

    keep(output, render(load(results)))
    click.echo(f"written: {output}")
