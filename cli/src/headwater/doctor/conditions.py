"""Which conditional writes the store honours, and so how it arbitrates between jobs."""

from dataclasses import asdict

from headwater.core.conditions import RACERS, Conditions, probe
from headwater.doctor.finding import Finding, Grade, failure
from headwater.doctor.subject import FAILURES, Subject, reason


def conditions(subject: Subject) -> Finding:
    """Whether conditional writes let one of several writers win."""
    try:
        found = probe(subject.client, subject.bucket, subject.key("condition"))
    except FAILURES as error:
        return failure("conditions", reason(error))
    figures = {**asdict(found), "atomic": found.atomic}
    if found.atomic:
        message = f"Conditional writes are honoured, and one of {RACERS} racing writers wins. Jobs use them."
        advice = "If the store has several gateways that do not coordinate, set s3.conditions.atomic=false."
        return Finding("conditions", Grade.OK, message, advice, figures)
    return Finding(
        "conditions",
        Grade.NOTE,
        f"The store honours {_named(found)}. Jobs use claims instead, which take some more requests. "
        "Nothing has to change.",
        "",
        figures,
    )


def _named(found: Conditions) -> str:
    names = [name for name in ("create", "replace", "upload") if getattr(found, name)]
    if not names:
        return "no condition of writes"
    winners = found.winners if found.replacers is None else found.replacers
    return f"the condition of: {', '.join(names)}. Of {RACERS} racing writers, {winners} won"
