"""The command `doctor`: what works with a store, and what to change."""

import json
import sys
from pathlib import Path

import click
from rich.markup import escape

from headwater.access import stores
from headwater.commands.options import dataset_data_option, endpoint_option, json_option, uri_argument
from headwater.core.address import parse
from headwater.doctor.examination import examination
from headwater.doctor.finding import Finding, Grade, worst
from headwater.terminal import console
from headwater.terminal.text import printable

_COLOURS = {Grade.OK: "green", Grade.NOTE: "cyan", Grade.WARNING: "yellow", Grade.ERROR: "bold red"}


@click.command()
@uri_argument
@click.option("--strict", is_flag=True, help="Fail if there are warnings.")
@json_option
@endpoint_option
@dataset_data_option
def doctor(uri: str, strict: bool, as_json: bool, endpoint: str | None, data: Path | None) -> None:
    """Find out what works with the store of URI, and what to change.

    Examined are the connection, TLS, keys and rights, clocks, conditional writes, listings, large objects,
    storlets, this machine's Spark, latency and throughput. Objects are written below URI/_headwater-doctor,
    which readers of datasets skip, and deleted again.

    Exit code: 0 if datasets can be read, 1 if not. With --strict, it is also 1 if there are warnings, for
    example if jobs cannot write.
    """
    address = parse(uri)
    url, found = examination(stores.service(address, endpoint, data), address.bucket, address.folder)
    findings: list[Finding] = []
    for each in found:
        if not as_json:
            _show(each, {before.advice for before in findings})
        findings.append(each)
    grade = worst([each.grade for each in findings])
    if as_json:
        document = {"uri": uri, "endpoint": url, "grade": grade, **_document(findings)}
        click.echo(json.dumps(document, indent=2))
    sys.exit(1 if grade == Grade.ERROR or (strict and grade == Grade.WARNING) else 0)


def _document(findings: list[Finding]) -> dict:
    names = ("check", "grade", "message", "advice")
    return {
        "findings": [
            {name: getattr(each, name) for name in names} | {"figures": dict(each.figures)}
            for each in findings
        ]
    }


def _show(finding: Finding, advised: set[str]) -> None:
    """Print the finding, and its advice if none before has the same."""
    colour = _COLOURS[finding.grade]
    text = escape(printable(finding.message))
    console.out.print(f"[{colour}]{finding.grade:8}[/]{finding.check:12} {text}")
    if finding.advice and finding.advice not in advised:
        console.out.print(f"{'':21}[bold]What to do:[/] {escape(printable(finding.advice))}")
