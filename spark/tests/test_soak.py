"""`make test` runs each test of queries with one scheme, and `make soak-tests` with the other."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from soak import few, few_pairs, mark_other_schemes
from store import SCHEMES


class _Item:
    path = Path("test_csv_pushdown.py")

    def __init__(self, scheme: str, name: str, *others: str, by: str = "bucket") -> None:
        self.callspec = SimpleNamespace(params={by: scheme}, id="-".join((scheme, *others)))
        self.originalname, self.markers = name, []

    def add_marker(self, marker: str) -> None:
        self.markers.append(marker)


@pytest.mark.parametrize("name", ["test_s3_and_swift", "test_partitions"])
@pytest.mark.parametrize("others", [(), ("csv", "manifest")])
@pytest.mark.parametrize("by", ["bucket", "scene"])
def test_one_scheme_is_left_to_soak(name: str, others: tuple[str, ...], by: str) -> None:
    items = [_Item(scheme, name, *others, by=by) for scheme in SCHEMES]
    mark_other_schemes(items)
    assert sorted(item.markers for item in items) == [[], ["soak"]]


def test_commits_have_both_schemes() -> None:
    items = [_Item(scheme, "test_late_attempts") for scheme in SCHEMES]
    for item in items:
        item.path = Path("test_commit_under_faults.py")
    mark_other_schemes(items)
    assert not any(item.markers for item in items)


def test_each_scheme_is_drawn() -> None:
    items = [_Item(SCHEMES[0], f"test_{number}") for number in range(20)]
    mark_other_schemes(items)
    assert 5 < sum(bool(item.markers) for item in items) < 15


def test_cases_that_are_not_chosen_are_marked() -> None:
    chosen, left = few([1, 2], [1])
    assert chosen == 1
    assert left.values == (2,)
    assert [mark.name for mark in left.marks] == ["soak"]


def test_pairs_that_are_not_chosen_are_marked() -> None:
    pairs = few_pairs(["a", "b"], [1, 2], [("a", 2)])
    assert [pair.values for pair in pairs] == [("a", 1), ("a", 2), ("b", 1), ("b", 2)]
    assert [bool(pair.marks) for pair in pairs] == [True, False, True, True]
