"""The golden cases of protocol/golden-statistics: parts of a column are merged as recorded."""

import base64
import json
from pathlib import Path

import pytest

from headwater.skipping.column_statistics import merge
from wrong_cases import PROTOCOL, assert_rejected, wrong_cases

CASES = sorted((PROTOCOL / "golden-statistics").glob("*.json"))


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_merged_parts_are_the_recorded_statistics(path: Path) -> None:
    check(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(("path", "case"), wrong_cases("cli", "golden-statistics"))
def test_wrong_statistics_are_rejected(path: Path, case: dict) -> None:
    assert_rejected(check, case)


def check(case: dict) -> None:
    parts = [each["part"] | {"bloom": bloom(each["bits"])} for each in case["parts"]]
    rows = sum(part["count"] + part["nulls"] + part["unsure"] for part in parts)
    assert merge(parts, rows) == case["recorded"]


def bloom(bits: list[int]) -> str:
    """A filter of the maximum length."""
    return base64.b64encode(sum(1 << bit for bit in bits).to_bytes(8192, "little")).decode()
