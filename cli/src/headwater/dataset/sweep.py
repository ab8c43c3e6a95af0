"""The command `sweep`: delete what does not count and nobody will need."""

import re
from collections import Counter
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import click

from headwater.dataset import tables
from headwater.dataset.leftovers import Keep, Leftover, kept, leftovers
from headwater.dataset.look import data_option, endpoint_option, look, opened, uri_argument
from headwater.dataset.store import DELETES, Bucket
from headwater.errors import HeadwaterError

_UNITS = {"s": "seconds", "m": "minutes", "h": "hours", "d": "days"}


class Age(click.ParamType):
    """A number of seconds, minutes, hours or days: 0s, 30m, 24h, 7d."""

    name = "age"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> timedelta:
        """The age; a usage error if it is none."""
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
@data_option
def sweep(uri: str, age: timedelta, delete: bool, endpoint: str | None, data: Path | None) -> None:
    """Show what readers of the dataset at URI do not count, and delete it with --delete.

    These are objects that jobs published and did not commit, or replaced, folded deltas, stale claims,
    tasks' manifests, and uploads that were not completed, each older than --older-than by the store's own
    times. A job that left anything younger may still run, and keeps all that is its own.
    """
    bucket, folder = opened(uri, endpoint, data)
    found, stay = planned(bucket, folder, age)
    _show(found, stay)
    if not delete:
        if found:
            click.echo("Nothing was deleted. To delete these, run it again with --delete.")
        return
    failed, saved = delete_planned(bucket, folder, age, found)
    click.echo(f"{len(found) - len(failed) - saved:,} deleted, {saved:,} spared since they changed meanwhile")
    if failed:
        key, why = next(iter(failed.items()))
        raise HeadwaterError(
            f"{len(failed):,} could not be deleted, among them {key}: {why}", advice="Run it again."
        )


def planned(bucket: Bucket, folder: str, age: timedelta) -> tuple[list[Leftover], Counter[Keep]]:
    """What may be deleted by what the store has now, and how many leftovers stay, and why."""
    uploads = list(bucket.uploads(folder))
    seen = look(bucket, folder)
    found = leftovers(seen, uploads)
    reasons = list(kept(found, seen, uploads, age))
    sweepable = [each for each, reason in zip(found, reasons, strict=True) if reason is None]
    return sweepable, Counter(reason for reason in reasons if reason)


def delete_planned(
    bucket: Bucket, folder: str, age: timedelta, plan: Sequence[Leftover]
) -> tuple[dict[str, str], int]:
    """Delete what was planned and still may be; keys that failed, with why, and how many were spared."""
    failed: dict[str, str] = {}
    saved = 0
    for start in range(0, len(plan), DELETES):
        # A job may have committed since: look again before each request.
        still = set(planned(bucket, folder, age)[0])
        batch = plan[start : start + DELETES]
        wanted = [each for each in batch if each in still]
        saved += len(batch) - len(wanted)
        keys = [each.key for each in wanted if each.upload is None]
        failed |= bucket.delete(keys) if keys else {}
        for each in wanted:
            if each.upload:
                bucket.abort(each.upload)
    return failed, saved


def _show(found: Sequence[Leftover], stay: Counter[Keep]) -> None:
    if found:
        tables.show(
            ("key", "what", "written", "bytes", "job"),
            ([each.key, each.what, tables.time(each.modified), each.length, each.job] for each in found),
        )
        click.echo()
    total = tables.size(sum(each.length for each in found))
    click.echo(f"{len(found):,} to delete, of {total}")
    for reason, count in stay.items():
        click.echo(f"{count:,} stay: {reason}")
