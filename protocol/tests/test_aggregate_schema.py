"""The aggregate schema accepts and rejects the golden cases as the cases say."""

import json
from pathlib import Path

import jsonschema
import pytest

from wrong_cases import assert_rejected, wrong_cases

PROTOCOL = Path(__file__).resolve().parents[1]
CASES = sorted((PROTOCOL / "golden-aggregate").glob("*.json"))
SCHEMA = json.loads((PROTOCOL / "aggregate.schema.json").read_text(encoding="utf-8"))
# The functions allowed on a column depend on another member, which a schema cannot express.
BEYOND_A_SCHEMA = {"refused-column", "refused-group", "refused-substring", "refused-sum", "refused-twice"}


def test_the_schema_is_one():
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_an_aggregate_is_valid_unless_it_is_refused(path):
    check(path, json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(("path", "case"), wrong_cases("protocol", "golden-aggregate"))
def test_a_wrong_aggregate_is_rejected(path, case):
    assert_rejected(check, path, case)


def check(path: Path, case: dict) -> None:
    valid = jsonschema.Draft202012Validator(SCHEMA).is_valid(case["aggregate"])
    assert valid == ("answer" in case or path.stem in BEYOND_A_SCHEMA)
