"""`make test` runs each test with one scheme and with a few cases, and `make soak-tests` with the others."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from soak import CASES, few, few_pairs, mark_repetitions
from store import SCHEMES


class _Item:
    path = Path("test_csv_pushdown.py")

    def __init__(self, scheme: str, name: str, *others: str, by: str = "bucket") -> None:
        self.callspec = SimpleNamespace(params={by: scheme}, id="-".join((scheme, *others)))
        self.originalname, self.markers = name, []
        self.nodeid = f"{name}[{self.callspec.id}]"

    def add_marker(self, marker: str) -> None:
        self.markers.append(marker)

    def get_closest_marker(self, name: str) -> str | None:
        return next((each for each in self.markers if each == name), None)


@pytest.mark.parametrize("name", ["test_s3_and_swift", "test_partitions"])
@pytest.mark.parametrize("others", [(), ("csv", "manifest")])
@pytest.mark.parametrize("by", ["bucket", "scene"])
def test_one_scheme_is_left_to_soak(name: str, others: tuple[str, ...], by: str) -> None:
    items = [_Item(scheme, name, *others, by=by) for scheme in SCHEMES]
    mark_repetitions(items)
    assert sorted(item.markers for item in items) == [[], ["soak"]]


def test_a_query_has_a_few_cases_and_a_job_all() -> None:
    for file, kept in (("test_csv_pushdown.py", CASES), ("test_manifest_writes.py", 20)):
        items = [_Item("drawn", "test_dialects", str(number), by="dialect") for number in range(20)]
        for item in items:
            item.path = Path(file)
        mark_repetitions(items)
        assert sum(not item.markers for item in items) == kept


def test_tests_of_one_name_have_their_own_cases() -> None:
    items = [_Item("drawn", "test_options", str(number), by="dialect") for number in range(2 * CASES)]
    for item in items[CASES:]:
        item.path = Path("test_json_pushdown.py")
    mark_repetitions(items)
    assert not any(item.markers for item in items)


def test_cases_that_are_left_out_do_not_count() -> None:
    items = [_Item("drawn", "test_dialects", str(number), by="dialect") for number in range(2 * CASES)]
    for item in items[CASES:]:
        item.add_marker("soak")
    mark_repetitions(items)
    assert [item.markers for item in items] == [[]] * CASES + [["soak"]] * CASES


def test_each_scheme_is_drawn() -> None:
    items = [_Item(SCHEMES[0], f"test_{number}") for number in range(20)]
    mark_repetitions(items)
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
