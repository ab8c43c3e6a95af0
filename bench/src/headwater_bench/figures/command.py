"""The command `headwater bench figures`."""

import click

from headwater.core.errors import HeadwaterError
from headwater_bench.core.checkout import CHECKOUT


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; fail if a document would change.")
def figures(check: bool) -> None:
    """Take the figures of README.md and docs/ from the results in bench/results.

    The figures are in marked places, each with its date and the command that measures it again. Pages that
    are generated from a result are generated again.
    """
    from headwater_bench.core.results import (  # noqa: PLC0415
        changes,
        keep,
        load,
    )
    from headwater_bench.figures.documents import documents  # noqa: PLC0415 (imports py4j and altair)

    wanted = documents(CHECKOUT, load(CHECKOUT / "bench" / "results"))
    found = {file: detail for file, text in wanted.items() if (detail := changes(file, text))}
    if check and found:
        raise HeadwaterError(
            "documents have other figures than the results",
            advice="Run `headwater bench figures`, and commit what it changes.",
            detail="\n".join(found.values()),
        )
    for file in found:
        keep(file, wanted[file])
        click.echo(f"written: {file}")
