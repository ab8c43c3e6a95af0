"""The selection schema accepts and rejects the golden cases as the cases say."""

import json
from pathlib import Path

import jsonschema
import pytest

from wrong_cases import assert_rejected, wrong_cases

PROTOCOL = Path(__file__).resolve().parents[1]
CASES = sorted((PROTOCOL / "golden-selection").glob("*.json"))
SCHEMA = json.loads((PROTOCOL / "selection.schema.json").read_text(encoding="utf-8"))
# A schema cannot express whether a text is exact for its type.
BEYOND_A_SCHEMA = {"refused-literal"}


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_selection_is_valid_unless_it_is_refused(path):
    check(path, json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(("path", "case"), wrong_cases("protocol", "golden-selection"))
def test_a_wrong_selection_is_rejected(path, case):
    assert_rejected(check, path, case)


def check(path: Path, case: dict) -> None:
    valid = jsonschema.Draft202012Validator(SCHEMA).is_valid(case["selection"])
    assert valid == ("records" in case or path.stem in BEYOND_A_SCHEMA)
