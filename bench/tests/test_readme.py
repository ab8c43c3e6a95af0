"""The README's figures are those that `headwater bench requests` measured."""

import re
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_ROW = re.compile(r"^\| (?P<program>[^|`]+?) \| (?P<headwater>\d+) \|", re.MULTILINE)


def test_figures_are_the_measured_ones() -> None:
    told = dict(_ROW.findall((_ROOT / "README.md").read_text()))
    measured = dict(_ROW.findall((_ROOT / "docs" / "requests.md").read_text()))
    assert len(told) == 6
    assert told.items() <= measured.items()
