"""Datasets that a released version wrote stay as they are. Golden cases test every reader."""

import hashlib
import json
from pathlib import Path

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
CASES = sorted(GOLDEN.glob("released-*.json"))


def test_no_case_changes() -> None:
    listed = [line.split() for line in (GOLDEN / "released.sha256").read_text().splitlines()]
    assert listed == [[hashlib.sha256(case.read_bytes()).hexdigest(), case.name] for case in CASES]


def test_the_first_version_has_a_case_with_its_manifest() -> None:
    cases = [json.loads(case.read_text()) for case in CASES if case.name.startswith("released-0.1-")]
    documents = [each["document"] for case in cases for each in case["objects"] if "document" in each]
    assert 1 in {each["headwater"]["format"] for each in documents}
    assert all(case["expected"]["entries"] for case in cases)
