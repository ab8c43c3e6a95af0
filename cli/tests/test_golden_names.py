"""The strings that other languages share, as protocol/golden-names has them."""

import json
from pathlib import Path

import pytest

from headwater.core import storlet_names
from headwater.skipping import program
from wrong_cases import assert_rejected, wrong_cases

GOLDEN = json.loads((Path(__file__).parents[2] / "protocol" / "golden-names" / "names.json").read_text())


def test_the_constants_are_those_of_the_golden_names() -> None:
    check_constants(GOLDEN)


def check_constants(golden: dict) -> None:
    for header in storlet_names.Header:
        assert header == golden["headers"][header.name.lower()]
    reasons = {each["name"] for each in golden["reasons"]}
    assert set(storlet_names.Reason) <= reasons
    assert golden["media_type"] == storlet_names.MEDIA_TYPE
    assert golden["container"] == storlet_names.CONTAINER
    assert golden["csv_defaults"] == storlet_names.CSV_DEFAULTS
    assert golden["programs"] == {"index": program.CLASS}


def test_the_headers_of_parameters_are_those_of_the_golden_names() -> None:
    check_parameter_headers(GOLDEN)


@pytest.mark.parametrize(("path", "golden"), wrong_cases("cli", "golden-names"))
def test_wrong_golden_names_are_rejected(path: Path, golden: dict) -> None:
    def check() -> None:
        check_constants(golden)
        check_parameter_headers(golden)

    assert_rejected(check)


def check_parameter_headers(golden: dict) -> None:
    headers = golden["headers"]
    assert storlet_names.parameter_header(1, 7) == headers["parameter"].format(number=7)
    assert storlet_names.parameter_header(2, 7) == headers["stage_parameter"].format(stage=2, number=7)
