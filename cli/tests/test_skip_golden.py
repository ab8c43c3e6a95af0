"""The golden cases of protocol/golden-skip: they are indexes, and their filters have the recorded bits."""

import base64
import gzip
import json
from pathlib import Path

import jsonschema
import pytest

from headwater.skipping.column_statistics import merge
from headwater.skipping.document import Index
from headwater.skipping.options import of
from wrong_cases import assert_rejected, wrong_cases

PROTOCOL = Path(__file__).resolve().parents[2] / "protocol"
SCHEMA = json.loads((PROTOCOL / "skip-index.schema.json").read_text(encoding="utf-8"))
CASES = sorted(path for path in (PROTOCOL / "golden-skip").glob("*.json") if path.stem != "bloom")
BLOOM = json.loads((PROTOCOL / "golden-skip" / "bloom.json").read_text(encoding="utf-8"))


def document(case: dict) -> dict:
    return {
        "format": case.get("format", 1),
        "source": case["source"],
        "options": of(case["source"], ()) | case.get("options", {}),
        "columns": case["columns"],
        "objects": [{"key": "a", "etag": "0", "length": 1, "rows": 1, "columns": case["known"]}],
    }


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_a_case_is_an_index(path: Path) -> None:
    check_index(json.loads(path.read_text(encoding="utf-8")))


def check_index(case: dict) -> None:
    made = document(case)
    known_format = made["format"] == 1
    assert jsonschema.Draft202012Validator(SCHEMA).is_valid(made) == known_format
    read = Index.parse(gzip.compress(json.dumps(made).encode()))
    assert (read is not None) == known_format
    if read:
        again = Index.parse(read.content())
        assert again == read
        assert set(case["predicates"].values()) <= {"dropped", "read"}


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize("case", BLOOM["filters"], ids=lambda case: case["values"][0][:10])
def test_a_filter_is_made_as_short_as_it_may_be(case: dict) -> None:
    check_filter(case)


@pytest.mark.parametrize(("path", "case"), wrong_cases("cli", "golden-skip"))
def test_a_wrong_golden_case_is_rejected(path: Path, case: dict) -> None:
    assert_rejected(check_filters if path.stem == "bloom" else check_index, case)


def check_filters(case: dict) -> None:
    for each in case["filters"]:
        check_filter(each)


def check_filter(case: dict) -> None:
    part = {"count": 1, "unsure": 0, "min": "a", "bloom": case["longest"]}
    assert merge([part], 1)["bloom"] == case["bloom"]


def test_parts_are_joined() -> None:
    nothing = base64.b64encode(bytes(8192)).decode()
    numbers = {"low": "9", "high": "10", "scale": 0, "form": "integer"}
    first = {"count": 2, "unsure": 0, "min": "10", "max": "9", "bloom": nothing} | numbers
    other = first | {"min": "1.5", "max": "1.5", "low": "1.5", "high": "1.5", "scale": 1}
    del other["form"]
    assert merge([first, other], 5) == {
        "nulls": 1,
        "min": "1.5",
        "max": "9",
        "low": "1.5",
        "high": "10",
        "scale": 1,
    }
    few = {"count": 1, "unsure": 0, "min": "é", "max": "é", "values": ["é"], "bloom": nothing}
    assert merge([few, few | {"values": ["z"], "min": "z"}], 2) == {"nulls": 0, "values": ["z", "é"]}
    assert merge([few, few | {"unsure": 1}], 2) is None
    empty = {"count": 0, "unsure": 0, "values": [], "bloom": nothing}
    assert merge([empty, empty], 3) == {"nulls": 3, "values": []}
    assert merge([empty, first], 3)["low"] == "9"


def test_times_in_two_forms_have_none() -> None:
    spaced = {"count": 1, "unsure": 0, "min": "2015-01-01 00:00:00", "max": "2015-01-01 00:00:00"}
    spaced |= {"form": "timestamp", "bloom": base64.b64encode(bytes(8192)).decode()}
    timed = spaced | {"min": "2015-01-01T00:00:00", "max": "2015-01-01T00:00:00"}
    assert "form" not in merge([spaced, timed], 2)
    assert merge([spaced, spaced], 2)["form"] == "timestamp"
