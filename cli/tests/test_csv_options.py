"""The golden cases of protocol/golden-csv-options, which Spark's tests run too."""

import json
from pathlib import Path

import pytest

from headwater.core.errors import HeadwaterError
from headwater.skipping.options import of
from wrong_cases import assert_rejected, wrong_cases

CASES = sorted((Path(__file__).resolve().parents[2] / "protocol" / "golden-csv-options").glob("*.json"))


def test_there_are_cases() -> None:
    assert CASES


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.stem)
def test_options_match_the_case(path: Path) -> None:
    check(json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(("path", "case"), wrong_cases("cli", "golden-csv-options"))
def test_wrong_golden_options_are_rejected(path: Path, case: dict) -> None:
    assert_rejected(check, case)


def check(case: dict) -> None:
    given = [f"{name}={value}" for name, value in case["options"].items()]
    if case.get("refused"):
        with pytest.raises(HeadwaterError):
            of("csv", given)
    else:
        assert of("csv", given) == case["recorded"]
