"""The commands `headwater bench tables` and `headwater bench report`."""

from pathlib import Path

import click

from headwater.core.errors import HeadwaterError
from headwater_bench.core.files import CHECKOUT, RESULTS, SCRATCH
from headwater_bench.core.results import keep, load


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
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=SCRATCH / "report.html",
    show_default="target/bench/report.html of the checkout",
    help="The page to write.",
)
def report(results: Path, output: Path) -> None:
    """Write one self-contained page with plots of all results.

    Results that have not been measured yet are marked, with the command that measures them.
    """
    from headwater_bench.pages.report import render  # noqa: PLC0415 (imports altair)

    keep(output, render(load(results)))
    click.echo(f"written: {output}")
