"""The command `migrate-conf`: the settings of other file systems, and what they are here."""

import json
import sys
from dataclasses import asdict
from pathlib import Path

import click

from headwater.commands.options import json_option
from headwater.core.counts import counted
from headwater.migration.files import settings
from headwater.migration.report import Finding, findings
from headwater.terminal import tables

_TITLES = {"works": "works", "changes": "change it", "refused": "refused", "none": "no effect"}


@click.command("migrate-conf")
@click.argument("file", type=click.Path(path_type=Path, exists=True))
@json_option
def migrate_conf(file: Path, as_json: bool) -> None:
    """Show what the settings of S3A, Stocator and Hadoop's Swift in FILE are here. No value is shown.

    FILE is a core-site.xml or a spark-defaults.conf. Exit code: 1 if a setting is refused, or if FILE cannot
    be read. A bucket with a refused setting cannot be opened.
    """
    found = findings(settings(file))
    if as_json:
        click.echo(json.dumps([asdict(each) for each in found], indent=2))
    else:
        _show(file, found)
    sys.exit(1 if any(each.kind == "refused" for each in found) else 0)


def _show(file: Path, found: list[Finding]) -> None:
    if found:
        tables.show(
            ("setting", "state", "here"), ([each.name, _TITLES[each.kind], each.here] for each in found)
        )
        click.echo()
    counts = [sum(each.kind == kind for each in found) for kind in _TITLES]
    click.echo(
        f"{file}: {counted(len(found), 'setting')}. Unchanged: {counts[0]:,}. To change: {counts[1]:,}. "
        f"Refused: {counts[2]:,}. Without effect: {counts[3]:,}"
    )
