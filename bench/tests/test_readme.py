"""The README's figures are those that `headwater bench requests` measured."""

import re
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_ROW = re.compile(r"^\| (?P<program>[^|`]+?) \| (?P<s3>\d+) \| (?P<swift>\d+) \|", re.MULTILINE)


def test_figures_are_the_measured_ones() -> None:
    told = set(_ROW.findall((_ROOT / "README.md").read_text()))
    assert len(told) == 8
    assert told <= set(_ROW.findall((_ROOT / "docs" / "requests.md").read_text()))
