"""The command `headwater bench requests`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from headwater.core.errors import HeadwaterError
from headwater_bench.core import machine
from headwater_bench.core.checkout import CHECKOUT, RESULTS
from headwater_bench.core.folders import folder_option
from headwater_bench.core.interrupts import unwind_when_terminated
from headwater_bench.core.results import as_json, changes, command_of, keep, of_this_version, read
from headwater_bench.request_counts import rules, scenario
from headwater_bench.request_counts.document import Result, as_result, render

if TYPE_CHECKING:  # it imports pyspark
    from headwater_bench.request_counts.measure import Measured


@click.command()
@folder_option(
    "bench/results and docs/benchmarks of the checkout",
    "The folder for requests.json and its page, requests.md, or to compare with.",
)
@click.option("--check", is_flag=True, help="Write nothing; fail if the page would show other requests.")
def requests(folder: Path | None, check: bool) -> None:
    """Count and explain the requests of small Spark programs, and write them down.

    Each program runs by s3:// and by swift:// paths, and most also by S3A and Stocator, whose jars Maven
    fetches into .cache/peers. The command starts a store, and a Spark process for each, and ends these again.
    It takes about five minutes. It fails if a request cannot be explained, or if a program sends more
    requests than its limit. With --check, only Headwater's requests are counted, and compared.
    """
    unwind_when_terminated()
    from headwater_bench.request_counts.measure import measure  # noqa: PLC0415 (imports pyspark, which --help can do without)

    kept = (folder or RESULTS) / "requests.json"
    page = (folder or CHECKOUT / "docs" / "benchmarks") / "requests.md"
    made = machine.describe("headwater bench requests")
    table = rules.load()
    measured = measure(scenario.load(), of_peers=not check)
    results = [_explained(each, table) for each in measured]
    for each in results:
        counts = "".join(f"{count:5,}  " for count in each.counts.values())
        click.echo(f"{counts}{each.scenario.title}")
    if check:
        compare(results, kept, page)
    else:
        conclude(results, made | {"load_after": machine.load()}, kept, page)


def _explained(measured: "Measured", table: Sequence[rules.Rule]) -> Result:
    tested = measured.scenario
    explained = {
        scheme: rules.explain(requests, tested.family, tested.placeholders, table)
        for scheme, requests in measured.requests.items()
    }
    return Result(tested, explained, measured.peers, measured.failures)


def conclude(results: Sequence[Result], made: dict, kept: Path, page: Path) -> None:
    """Write the result and the page, then raise HeadwaterError for any fault.

    A faulty result is written too, because the page shows the faulty requests.
    """
    keep(kept, as_json(as_result(results, made)))
    keep(page, render(results, made))
    _require_no_fault(results)


def compare(results: Sequence[Result], kept: Path, page: Path) -> None:
    """Compare the counts with a page. Raises HeadwaterError for any fault or difference.

    Place and time are ignored. Peers' requests are not counted, and the page must show the stored ones, if
    any.
    """
    _require_no_fault(results)
    with of_this_version(kept, command_of("requests")):
        known = read(kept) if kept.exists() else {"made": None, "programs": {}}
        both = [_with_peers(each, known["programs"].get(each.scenario.name)) for each in results]
        wanted = render(both, known["made"])
    if detail := changes(page, wanted):
        raise HeadwaterError(
            f"the requests are not those of {page}",
            advice="If the change is meant, run `headwater bench requests` and commit what it writes.",
            detail=detail,
        )


def _with_peers(result: Result, kept: dict | None) -> Result:
    """A result with the stored counts of peers."""
    return replace(result, peers=kept["peers"], failures=kept["failures"]) if kept else result


def _require_no_fault(results: Sequence[Result]) -> None:
    if faults := [fault for each in results for fault in each.faults()]:
        raise HeadwaterError("the requests are not as they should be", detail="\n".join(faults))
