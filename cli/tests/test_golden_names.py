"""The strings that other languages share, as protocol/golden-names has them."""

import json
from pathlib import Path

from headwater.core import storlet_names

GOLDEN = json.loads((Path(__file__).parents[2] / "protocol" / "golden-names" / "names.json").read_text())


def test_the_constants_are_those_of_the_golden_names() -> None:
    for header in storlet_names.Header:
        assert header == GOLDEN["headers"][header.name.lower()]
    reasons = {each["name"] for each in GOLDEN["reasons"]}
    assert set(storlet_names.Reason) <= reasons
    assert GOLDEN["container"] == storlet_names.CONTAINER
    assert GOLDEN["csv_defaults"] == storlet_names.CSV_DEFAULTS


def test_the_headers_of_parameters_are_those_of_the_golden_names() -> None:
    headers = GOLDEN["headers"]
    assert storlet_names.parameter_header(1, 7) == headers["parameter"].format(number=7)
    assert storlet_names.parameter_header(2, 7) == headers["stage_parameter"].format(stage=2, number=7)
