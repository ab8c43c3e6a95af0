"""The command `sweep`: deletes objects that do not count and are no longer needed."""

import json
import re
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import click

from headwater.access import stores
from headwater.commands.options import dataset_data_option, endpoint_option, json_option, uri_argument
from headwater.core.bucket import Bucket, batches
from headwater.core.counts import counted
from headwater.core.errors import HeadwaterError
from headwater.core.leftovers import KeepReason, Leftover, LeftoverKind, keep_reasons, leftovers
from headwater.core.snapshot import take_snapshot
from headwater.terminal import tables
from headwater.terminal.progress import Advance, byte_bar, ignore
from headwater.terminal.text import printable

_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


class Age(click.ParamType):
    """A number of seconds, minutes, hours or days: 0s, 30m, 24h, 7d."""

    name = "age"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> timedelta:
        """The age. A usage error if it is invalid."""
        if isinstance(value, timedelta):
            return value
        found = re.fullmatch(r"([0-9]{1,6})([smhd])", str(value))
        if not found:
            self.fail(f"{value!r} is not an age. Examples: 0s, 30m, 24h, 7d", param, ctx)
        return timedelta(**{_UNITS[found.group(2)]: int(found.group(1))})


@dataclass(frozen=True)
class Plan:
    """The objects that may be deleted now, and the number of leftovers that stay by reason.

    `bare` are roots without a manifest whose orphans would be deleted.
    """

    deletes: list[Leftover]
    stay: Counter[KeepReason]
    bare: list[str]


@click.command()
@uri_argument
@click.option(
    "--older-than",
    "age",
    type=Age(),
    default="24h",
    show_default=True,
    help="The minimum age of a deleted object.",
)
@click.option("--delete", is_flag=True, help="Delete the objects. By default, they are only shown.")
@json_option
@endpoint_option
@dataset_data_option
def sweep(
    uri: str, age: timedelta, delete: bool, as_json: bool, endpoint: str | None, data: Path | None
) -> None:
    """Show the objects that readers of the dataset at URI do not count. Delete them with --delete.

    These are objects that jobs published and did not commit, or replaced, folded deltas, stale claims,
    tasks' manifests, and incomplete uploads. Each is older than --older-than by the store's clock. A job with
    a younger object may still run, so all of its objects are kept.
    """
    bucket, folder = stores.dataset(uri, endpoint, data)
    plan = planned(bucket, folder, age)
    if not as_json:
        _show(plan)
    failed, saved = _deleted(bucket, folder, age, plan) if delete else ({}, 0)
    deleted = len(plan.deletes) - len(failed) - saved if delete else 0
    if as_json:
        document = _document(uri, plan) | {"deleted": deleted, "changed": saved, "failed": failed}
        click.echo(json.dumps(document, indent=2))
    elif delete:
        click.echo(f"{deleted:,} deleted, {saved:,} kept because they changed during the run")
    elif plan.deletes:
        click.echo("Nothing was deleted. To delete these objects, run the command again with --delete.")
    if failed:
        key, why = next(iter(failed.items()))
        raise HeadwaterError(
            f"{counted(len(failed), 'object')} could not be deleted, for example {key}: {why}",
            advice="Run the command again.",
        )


def _deleted(bucket: Bucket, folder: str, age: timedelta, plan: Plan) -> tuple[dict[str, str], int]:
    with byte_bar("delete", sum(each.length for each in plan.deletes)) as advance:
        return delete_planned(bucket, folder, age, plan, advance)


def planned(bucket: Bucket, folder: str, age: timedelta) -> Plan:
    """Take a snapshot of the folder and plan. Raises ManifestError if a manifest cannot be read."""
    uploads = list(bucket.uploads(folder))
    seen = take_snapshot(bucket, folder)
    found = leftovers(seen, uploads)
    reasons = list(keep_reasons(found, seen, uploads, age))
    deletes = [each for each, reason in zip(found, reasons, strict=True) if reason is None]
    roots = {root for each in deletes if each.kind == LeftoverKind.ORPHAN for root in each.roots[:1]}
    bare = [
        root for root in roots if root not in seen.state.datasets or not seen.state.datasets[root].manifests
    ]
    return Plan(deletes, Counter(reason for reason in reasons if reason), sorted(bare))


def delete_planned(
    bucket: Bucket, folder: str, age: timedelta, plan: Plan, advance: Advance = ignore
) -> tuple[dict[str, str], int]:
    """Delete what was planned and still may be. Returns failed keys with reasons, and the number spared."""
    failed: dict[str, str] = {}
    saved = 0
    for batch in batches(plan.deletes):
        # A job may have committed since. Check again before each request.
        still = set(planned(bucket, folder, age).deletes)
        wanted = [each for each in batch if each in still]
        saved += len(batch) - len(wanted)
        keys = [each.key for each in wanted if each.upload is None]
        failed |= bucket.delete(keys) if keys else {}
        for each in wanted:
            if each.upload:
                bucket.abort(each.upload)
        advance(sum(each.length for each in batch))
    return failed, saved


def _document(uri: str, plan: Plan) -> dict:
    """The JSON document of a plan: lengths in bytes, times in milliseconds since 1970."""
    names = ("key", "kind", "modified", "length", "job")
    return {
        "uri": uri,
        "deletes": [{name: getattr(each, name) for name in names} for each in plan.deletes],
        "kept": dict(plan.stay),
        "roots_without_manifest": plan.bare,
    }


def _show(plan: Plan) -> None:
    if plan.deletes:
        tables.show(
            ("key", "what", "written", "bytes", "job"),
            ([e.key, e.kind, tables.time(e.modified), e.length, e.job] for e in plan.deletes),
        )
        click.echo()
    total = tables.size(sum(each.length for each in plan.deletes))
    click.echo(f"{len(plan.deletes):,} to delete, of {total}")
    for reason, count in plan.stay.items():
        click.echo(f"{count:,} kept: {reason}")
    for root in plan.bare:
        click.echo(
            f"There is no manifest at {printable(root)}. If its _SUCCESS was deleted, "
            "these orphans belong to a dataset."
        )
