"""The README's figures are those that `headwater bench requests` measured."""

import re
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]
_ROW = re.compile(r"^\| (?P<program>[^|`]+?) \| (?P<s3>[\d,]+) \| (?P<swift>[\d,]+) \|", re.MULTILINE)


def test_figures_are_the_measured_ones() -> None:
    quoted = set(_ROW.findall((_ROOT / "README.md").read_text()))
    assert len(quoted) == 11
    assert quoted <= set(_ROW.findall((_ROOT / "docs" / "benchmarks" / "requests.md").read_text()))


def test_the_storlets_figures_are_the_measured_ones() -> None:
    readme = (_ROOT / "README.md").read_text()
    measured = " ".join((_ROOT / "docs" / "benchmarks" / "storlets.md").read_text().split())
    for pattern, found in (
        (r"is ([\d.]+)x faster", r"is ([\d.]+)x faster"),
        (r"at ([\d.]+) of the speed", r"has ([\d.]+) of the native speed"),
        (r"takes ([\d.]+) ms more", r"is ([\d.]+) ms more"),
    ):
        assert re.findall(pattern, readme) == re.findall(found, measured)
