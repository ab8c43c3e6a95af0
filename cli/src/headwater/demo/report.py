"""The demo's output."""

import shlex
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent
from urllib.parse import unquote

from rich.box import SIMPLE_HEAD
from rich.markup import escape
from rich.table import Table

from headwater.demo.checks import FORBIDDEN
from headwater.demo.event_log import Attempts
from headwater.demo.names import BUCKET, OUTPUTS, PARQUET, QUERY, SOURCE, TEXT
from headwater.demo.pushdown import QueryResult
from headwater.embedded.request_log import Kind, Request, count
from headwater.terminal import console


@dataclass(frozen=True)
class Row:
    """The requests for one step, and the number of objects that it left in the store."""

    step: str
    counts: Counter[Kind]
    objects: int


def rows(
    run: str, write: Sequence[Request], read: Sequence[Request], sizes: dict[str, int]
) -> tuple[Row, ...]:
    """The requests of the two programs by step. The last row has those that belong to no single step."""

    def of(name: str, requests: Iterable[Request]) -> Counter[Kind]:
        return count(request for request in requests if f"{run}/{name}" in unquote(request.path))

    def objects(name: str) -> int:
        return sum(key == f"{run}/{name}" or key.startswith(f"{run}/{name}/") for key in sizes)

    found = (
        Row("copy in, read CSV", of(SOURCE, write), objects(SOURCE)),
        *(Row(f"write {OUTPUTS[name]}", of(name, write), objects(name)) for name in OUTPUTS),
        *(Row(f"read {OUTPUTS[name]}", of(name, read), 0) for name in OUTPUTS),
    )
    rest = count([*write, *read]) - sum((row.counts for row in found), Counter())
    return (*found, Row("rest", rest, 0)) if rest else found


def show_requests(things: Sequence[Row]) -> None:
    """The table of requests: a column for each step, a line for each kind."""
    table = Table(title="Requests that the store received", title_justify="left", box=SIMPLE_HEAD)
    table.add_column("", no_wrap=True)
    for thing in things:
        table.add_column(thing.step, justify="right")
    table.add_column("all", justify="right")
    for kind in Kind:
        if kind in FORBIDDEN or any(thing.counts[kind] for thing in things):
            _add_line(table, kind, [thing.counts[kind] for thing in things])
    table.add_section()
    _add_line(table, "all requests", [thing.counts.total() for thing in things])
    _add_line(table, "objects written", [thing.objects for thing in things])
    console.out.print(table)


def _add_line(table: Table, name: str, numbers: Sequence[int]) -> None:
    shown = [str(number) if number else "[dim]-[/]" for number in (*numbers, sum(numbers))]
    table.add_row(name, *shown)


def show_trouble(attempts: dict[str, Attempts]) -> None:
    """The failures according to Spark's event log."""
    console.out.print("\nFailures during the writes, from Spark's event log:")
    for name, title in OUTPUTS.items():
        seen = attempts[name]
        console.out.print(
            f"  {title}: failed halfway: {seen.injected} attempt; speculative copies: {seen.speculative},"
            f" of which {seen.copies_won} won over the attempt that slept; succeeded: {seen.succeeded}"
        )


def show_pushdown(found: dict[str, QueryResult]) -> None:
    """The query, and its cost with pushdown off and on."""
    console.out.print(f"\nOne query of {SOURCE}:\n{escape(indent(QUERY.strip(), '  '))}")
    table = Table(box=SIMPLE_HEAD)
    table.add_column("pushdown")
    for name in ("rows", "bytes from the store", "seconds"):
        table.add_column(name, justify="right")
    for switch, result in found.items():
        table.add_row(switch, str(len(result.rows)), f"{result.bytes:,.0f}", f"{result.seconds:.2f}")
    console.out.print(table)
    console.out.print(
        "The same rows. With pushdown on, the store reads the object, and sends the result only."
    )


def show_no_pushdown() -> None:
    """Says that the second act was skipped, and why."""
    console.out.print(
        "\nThe second act needs the engine and the storlets: `make build`, then `make demo` again."
    )


def show_result(total_rows: int) -> None:
    """Says that all checks passed."""
    console.out.print(
        "\n[bold green]No row is missing and none is duplicated.[/]"
        f" Both datasets have the {total_rows:,} rows of the source,\n"
        "and month by month the sums of distance, air_time and dep_delay and the checksum of all lines\n"
        "that Python found in the CSV. No COPY, no DELETE, nothing under _temporary, no directory markers."
    )


def show_where(data: Path, run: str) -> None:
    """Shows the location of the objects, and how to list them and stop the store."""
    folder = shlex.quote(str(data))
    lines = {
        "Spark sees": f"s3://{BUCKET}/{run}/{{{SOURCE},{PARQUET},{TEXT}}}",
        "on the disk": f"{data}/nodes/d1/objects (one .data file an object)",
        "list them": f'eval "$(headwater env --data {folder})"; aws s3 ls --recursive s3://{BUCKET}/{run}/',
        "in Spark": f"headwater submit --data {folder} YOUR_PROGRAM.py",
        "stop it": f"headwater down --data {folder}",
    }
    console.out.print("\nThe store is still up, with the objects in it:")
    for name, value in lines.items():
        console.out.print(f"  {name:<12}{escape(value)}")
