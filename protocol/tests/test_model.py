"""The protocol's model keeps every promise, and each mutation breaks the promise that it should."""

import re

import pytest

import tlc

SMALL = (tlc.PROTOCOL / "commit-small.cfg").read_text()
PROMISES = (
    "Complete",
    "Exclusive",
    "DurableMembership",
    "Atomic",
    "Abortable",
    "Continuous",
    "Concurrent",
    "Honest",
)

# The mutation, the plans sufficient to show it, the promise that it breaks.
MUTATIONS = (
    ("ReportBeforePublish", "Addition", "Complete"),
    ("DeleteBeforeManifest", "Replacement", "Complete"),
    ("DeleteByPrefix", "Addition", "Complete"),
    ("DeletesUnlisted", "AddAndRemove", "Complete"),
    ("DeletesMovedBack", "MoveBack", "Continuous"),
    ("BothMessages", "Speculation", "Exclusive"),
    ("RemovalByKey", "MoveBack", "DurableMembership"),
    ("FoldedCounts", "Addition", "Atomic"),
    ("FoldedForgotten", "ThreeJobs", "Atomic"),
    ("AnyBase", "Replacement", "Atomic"),
    ("GoneDelta", "Addition", "Atomic"),
    ("AbortReported", "Speculation", "Abortable"),
    ("AbortUnknown", "Addition", "Abortable"),
    ("LateAttemptSharesName", "Speculation", "Continuous"),
    ("NoCondition", "Replacement", "Concurrent"),
    ("AddedForgotten", "Removal", "Concurrent"),
    ("FoldsUnseen", "Addition", "Concurrent"),
    ("NoLook", "Replacement", "Concurrent"),
    ("NoWait", "Replacement", "Concurrent"),
    ("LateBase", "Replacement", "Concurrent"),
    ("SendTwice", "Overwrites", "Concurrent"),
    ("NoReadBack", "Replacement", "Honest"),
    ("UnknownIsRefused", "Replacement", "Honest"),
)


def configuration(mutation: str, plans: str, promise: str) -> str:
    """The small configuration with another mutation and other plans, which checks this promise alone.

    A mutation may break several promises in one step. TLC's threads decide which of them it reports.
    """
    assert '"none"' in SMALL
    assert "SmallPlans" in SMALL
    model, _ = SMALL.split("INVARIANTS")
    return model.replace('"none"', f'"{mutation}"').replace("SmallPlans", plans) + f"INVARIANTS {promise}\n"


def test_protocol_keeps_its_promises():
    outcome = tlc.check(tlc.PROTOCOL / "commit-small.cfg")
    assert outcome.broken is None, outcome.said


@pytest.mark.parametrize(("mutation", "plans", "promise"), MUTATIONS)
def test_mutation_breaks_its_promise(mutation, plans, promise, tmp_path):
    mutated = tmp_path / f"{mutation}.cfg"
    mutated.write_text(configuration(mutation, plans, promise))
    outcome = tlc.check(mutated)
    assert outcome.broken == promise, outcome.said


def test_every_mutation_of_the_model_is_run():
    named = set(re.findall(r'Mutated\("(\w+)"\)', tlc.MODEL.read_text()))
    assert named == {mutation for mutation, _, _ in MUTATIONS}


@pytest.mark.parametrize("name", ["commit-small.cfg", "commit-large.cfg"])
def test_every_promise_is_checked(name):
    _, checked = (tlc.PROTOCOL / name).read_text().split("INVARIANTS")
    assert sorted(checked.split()) == sorted(PROMISES)
    assert {promise for _, _, promise in MUTATIONS} == set(PROMISES)
