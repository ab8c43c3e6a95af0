"""The command `headwater bench`."""

from pathlib import Path

import click

from headwater.errors import HeadwaterError
from headwater_bench import rules, scenario
from headwater_bench.data.command import data
from headwater_bench.document import Result, render
from headwater_bench.figures.command import figures
from headwater_bench.growth.command import growth
from headwater_bench.interrupts import unwind_when_terminated
from headwater_bench.kept import changes
from headwater_bench.mapreduce.command import mapreduce
from headwater_bench.operations.command import operations
from headwater_bench.pushdown.command import pushdown
from headwater_bench.reads.command import reads
from headwater_bench.report.command import report
from headwater_bench.scale.command import scale
from headwater_bench.storlets.command import storlets
from headwater_bench.uploads.command import uploads
from headwater_bench.writes.command import writes

_DOCS = Path(__file__).resolve().parents[3] / "docs"


@click.group()
def bench() -> None:
    """Measure Headwater."""


bench.add_command(data)
bench.add_command(figures)
bench.add_command(growth)
bench.add_command(mapreduce)
bench.add_command(operations)
bench.add_command(pushdown)
bench.add_command(reads)
bench.add_command(report)
bench.add_command(scale)
bench.add_command(storlets)
bench.add_command(uploads)
bench.add_command(writes)


@bench.command()
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    default=_DOCS / "requests.md",
    show_default="docs/requests.md of the checkout",
    help="The document to write, or to compare with.",
)
@click.option("--check", is_flag=True, help="Write nothing; fail if the document would change.")
def requests(output: Path, check: bool) -> None:
    """Count and explain the requests of small Spark programs, and write them down.

    Each runs by s3:// and by swift:// paths. A store and a Spark are started for it and ended again; it
    takes about two minutes. It fails if a request cannot be explained or a program sends more of them than
    its limit.
    """
    unwind_when_terminated()
    from headwater_bench.measure import measure  # noqa: PLC0415 (imports pyspark, which --help can do without)

    table = rules.load()
    results = [
        Result(
            each.scenario,
            {
                scheme: rules.explain(requests, each.scenario.family, each.scenario.placeholders, table)
                for scheme, requests in each.requests.items()
            },
        )
        for each in measure(scenario.load())
    ]
    conclude(results, output, check=check)


def conclude(results: list[Result], output: Path, *, check: bool) -> None:
    """Write the document, or with `check` compare it; HeadwaterError for any fault or difference.

    A document with faults is written too, since it shows the requests at fault.
    """
    document = render(results)
    if not check:
        output.write_text(document, encoding="utf-8")
    for each in results:
        counts = "".join(f"{count:5,}  " for count in each.counts.values())
        click.echo(f"{counts}{each.scenario.title}")
    if faults := [fault for each in results for fault in each.faults()]:
        raise HeadwaterError("the requests are not as they should be", detail="\n".join(faults))
    if check:
        _compare(document, output)


def _compare(document: str, committed: Path) -> None:
    if detail := changes(committed, document):
        raise HeadwaterError(
            f"the requests are not those of {committed}",
            advice="If the change is meant, run `headwater bench requests` and commit the document.",
            detail=detail,
        )
