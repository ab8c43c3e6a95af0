"""Whether listings show every acknowledged write and delete, and whether many deletes are one request."""

from headwater.core.counts import counted
from headwater.doctor.finding import Finding, Grade, failure
from headwater.doctor.subject import FAILURES, Subject, reason

_ROUNDS = 20
_ODD = "listing/größe & 100%+<x>"
"""A name that has to be escaped in every way."""


def consistency(subject: Subject) -> Finding:
    """Write and list by turns."""
    try:
        late = sum(_is_late(subject, number) for number in range(_ROUNDS))
    except FAILURES as error:
        return failure("listing", reason(error))
    figures = {"late": late, "of": _ROUNDS}
    if not late:
        message = f"Each of {_ROUNDS} listings shows the object that was written just before."
        return Finding("listing", Grade.OK, message, "", figures)
    return Finding(
        "listing",
        Grade.WARNING,
        f"In {late} of {_ROUNDS} listings, the object that was written just before is missing.",
        "Set fs.headwater.list.consistent=false, and let only one job at a time replace a dataset.",
        figures,
    )


def _is_late(subject: Subject, number: int) -> bool:
    name = f"listing/{number:02}" if number else _ODD
    subject.send("put_object", name, Body=b"1")
    return subject.key(name) not in {each["Key"] for each in subject.listed(subject.key("listing/"))}


def bulk_delete(subject: Subject) -> Finding:
    """Delete the objects of the listings by one request."""
    keys = [each["Key"] for each in subject.listed(subject.key("listing/"))]
    wanted = {"Objects": [{"Key": each} for each in keys], "Quiet": True}
    try:
        response = subject.client.delete_objects(Bucket=subject.bucket, Delete=wanted)
        failed = [each["Key"] for each in response.get("Errors", ())]
        failed = failed or [each["Key"] for each in subject.listed(subject.key("listing/"))]
    except FAILURES as error:
        return _failed(reason(error))
    if failed:
        return _failed(f"it left {len(failed)} of {counted(len(keys), 'object')}")
    return Finding("bulk delete", Grade.OK, f"One request deletes {counted(len(keys), 'object')}.")


def _failed(why: str) -> Finding:
    return Finding(
        "bulk delete",
        Grade.WARNING,
        f"Several objects cannot be deleted by one request: {why}.",
        "The store's operator can enable DeleteObjects (in Swift: bulk in the proxy's pipeline).",
    )
