"""The command `headwater bench report`."""

from pathlib import Path

import click

from headwater_bench.core.checkout import RESULTS


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
    show_default="report.html in that folder",
    help="The page to write.",
)
def report(results: Path, output: Path | None) -> None:
    """Write one self-contained page of all results, with plots.

    Results that have not been measured yet are marked, with the command that measures them.
    """
    from headwater_bench.core import results as of_folder  # noqa: PLC0415 (imports altair, as elsewhere)
    from headwater_bench.report.page import render  # noqa: PLC0415

    output = output or results / "report.html"
    output.write_text(render(of_folder.load(results)), encoding="utf-8")
    click.echo(f"written: {output}")
