"""The command `sweep`: deletes objects that do not count and are no longer needed."""

import re
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

import click

from headwater.commands import stores
from headwater.commands.options import dataset_data_option, endpoint_option, uri_argument
from headwater.core.bucket import DELETES, Bucket
from headwater.core.errors import HeadwaterError
from headwater.core.leftovers import Keep, Leftover, What, kept, leftovers
from headwater.core.snapshot import look
from headwater.terminal import tables
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
            self.fail(f"{value!r} is no age; write it like 0s, 30m, 24h or 7d", param, ctx)
        return timedelta(**{_UNITS[found.group(2)]: int(found.group(1))})


@click.command()
@uri_argument
@click.option(
    "--older-than",
    "age",
    type=Age(),
    default="24h",
    show_default=True,
    help="How old what is deleted must be.",
)
@click.option("--delete", is_flag=True, help="Delete it. Without this, it is only shown.")
@endpoint_option
@dataset_data_option
def sweep(uri: str, age: timedelta, delete: bool, endpoint: str | None, data: Path | None) -> None:
    """Show what readers of the dataset at URI do not count, and delete it with --delete.

    These are objects that jobs published and did not commit, or replaced, folded deltas, stale claims,
    tasks' manifests, and uploads that were not completed, each older than --older-than by the store's own
    times. A job that left anything younger may still run, and keeps all that is its own.
    """
    bucket, folder = stores.dataset(uri, endpoint, data)
    plan = planned(bucket, folder, age)
    _show(plan)
    if not delete:
        if plan.deletes:
            click.echo("Nothing was deleted. To delete these, run it again with --delete.")
        return
    failed, saved = delete_planned(bucket, folder, age, plan)
    deleted = len(plan.deletes) - len(failed) - saved
    click.echo(f"{deleted:,} deleted, {saved:,} spared since they changed meanwhile")
    if failed:
        key, why = next(iter(failed.items()))
        raise HeadwaterError(
            f"{len(failed):,} could not be deleted, among them {key}: {why}", advice="Run it again."
        )


@dataclass(frozen=True)
class Plan:
    """The objects that may be deleted now, and the number of leftovers that stay by reason.

    `bare` are roots without a manifest whose orphans would be deleted.
    """

    deletes: list[Leftover]
    stay: Counter[Keep]
    bare: list[str]


def planned(bucket: Bucket, folder: str, age: timedelta) -> Plan:
    """Take a snapshot of the folder and plan. Raises ManifestError if a manifest cannot be read."""
    uploads = list(bucket.uploads(folder))
    seen = look(bucket, folder)
    found = leftovers(seen, uploads)
    reasons = list(kept(found, seen, uploads, age))
    deletes = [each for each, reason in zip(found, reasons, strict=True) if reason is None]
    roots = {root for each in deletes if each.what == What.ORPHAN for root in each.roots[:1]}
    bare = [
        root for root in roots if root not in seen.state.datasets or not seen.state.datasets[root].manifests
    ]
    return Plan(deletes, Counter(reason for reason in reasons if reason), sorted(bare))


def delete_planned(bucket: Bucket, folder: str, age: timedelta, plan: Plan) -> tuple[dict[str, str], int]:
    """Delete what was planned and still may be. Returns failed keys with reasons, and the number spared."""
    failed: dict[str, str] = {}
    saved = 0
    for start in range(0, len(plan.deletes), DELETES):
        # A job may have committed since. Check again before each request.
        still = set(planned(bucket, folder, age).deletes)
        batch = plan.deletes[start : start + DELETES]
        wanted = [each for each in batch if each in still]
        saved += len(batch) - len(wanted)
        keys = [each.key for each in wanted if each.upload is None]
        failed |= bucket.delete(keys) if keys else {}
        for each in wanted:
            if each.upload:
                bucket.abort(each.upload)
    return failed, saved


def _show(plan: Plan) -> None:
    if plan.deletes:
        tables.show(
            ("key", "what", "written", "bytes", "job"),
            ([e.key, e.what, tables.time(e.modified), e.length, e.job] for e in plan.deletes),
        )
        click.echo()
    total = tables.size(sum(each.length for each in plan.deletes))
    click.echo(f"{len(plan.deletes):,} to delete, of {total}")
    for reason, count in plan.stay.items():
        click.echo(f"{count:,} stay: {reason}")
    for root in plan.bare:
        click.echo(
            f"There is no manifest at {printable(root)}: if its _SUCCESS was deleted, "
            "these orphans are a dataset's."
        )
