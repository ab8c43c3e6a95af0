"""All checks, in the order in which one needs the other."""

from collections.abc import Iterator
from itertools import chain

from botocore.exceptions import BotoCoreError

from headwater.core.s3 import Endpoint
from headwater.doctor.conditions import conditions
from headwater.doctor.contact import contact, no_client
from headwater.doctor.finding import Finding, Grade
from headwater.doctor.listing import bulk_delete, consistency
from headwater.doctor.rights import rights
from headwater.doctor.spark import spark
from headwater.doctor.speed import speed
from headwater.doctor.storlets import swift
from headwater.doctor.subject import FAILURES, RESERVED, Subject, reason, subject


def examination(endpoint: Endpoint, bucket: str, folder: str) -> tuple[str | None, Iterator[Finding]]:
    """The store's URL, None if it is not known, and the findings of a folder."""
    try:
        examined = subject(endpoint, bucket, folder)
    except BotoCoreError as error:
        return endpoint.url, chain([no_client(bucket, error)], spark())
    return examined.url, examine(examined)


def examine(subject: Subject) -> Iterator[Finding]:
    """Each finding as soon as it is known. What was written is deleted at the end."""
    met = contact(subject)
    yield from met.findings
    if met.headers is not None:
        try:
            yield from _inside(subject, met.headers)
        finally:
            yield from _clean(subject)
    yield from spark()


def _inside(subject: Subject, headers: dict[str, str]) -> Iterator[Finding]:
    found = list(rights(subject))
    yield from found
    if any(each.check == "write" and each.grade != Grade.OK for each in found):
        return
    yield conditions(subject)
    yield consistency(subject)
    yield bulk_delete(subject)
    yield from swift(subject, headers)
    yield from speed(subject)


def _clean(subject: Subject) -> Iterator[Finding]:
    try:
        subject.clean()
    except FAILURES as error:
        yield Finding(
            "clean",
            Grade.WARNING,
            f"What this examination wrote was not deleted: {reason(error)}.",
            f"Delete s3://{subject.bucket}/{subject.folder}{RESERVED}",
        )
