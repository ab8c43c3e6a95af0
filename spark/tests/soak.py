"""What `make test` leaves to `make soak-tests`: more values of a promise that others check, and more rounds.

They have the marker `soak`. A pytest without `-m` runs all.
"""

import os
from collections import Counter
from collections.abc import Container, Iterable
from itertools import product
from typing import Any
from zlib import crc32

import pytest

from store import drawn_scheme

QUERIES = ("test_csv_", "test_json_", "test_pushdown_", "test_skip", "test_storlet_")
"""The beginnings of the names of the test files that compare a query's rows."""

CASES = 2
"""The cases of such a test that `make test` runs. They are drawn by their names. The fuzzers draw others."""

MARKER = "soak: one more value of a promise that other cases check, for `make soak-tests`"


def size(in_test: int, in_soak: int) -> int:
    """The smallest size that can still fail, or the size of `make soak-tests`, which sets HEADWATER_SOAK."""
    return in_soak if "HEADWATER_SOAK" in os.environ else in_test


def few(cases: Iterable[Any], chosen: Container[Any]) -> list[Any]:
    """The cases as parameters. `make test` runs the chosen ones."""
    return [case if case in chosen else pytest.param(case, marks=pytest.mark.soak) for case in cases]


def few_pairs(first: Iterable[Any], second: Iterable[Any], chosen: Container[tuple]) -> list[Any]:
    """Every pair of two parameters' values. `make test` runs the chosen pairs."""
    return [
        pytest.param(*pair, marks=() if pair in chosen else pytest.mark.soak)
        for pair in product(first, second)
    ]


def mark_repetitions(items: Iterable[pytest.Item]) -> None:
    """Mark the cases that repeat what others test: another scheme, and more than a few cases of a query."""
    kept = Counter[tuple[str, str]]()
    for item in sorted(items, key=lambda each: crc32(each.nodeid.encode())):
        if _has_other_scheme(item):
            item.add_marker("soak")
        elif item.path.name.startswith(QUERIES) and not item.get_closest_marker("soak"):
            test = (item.path.name, item.originalname)
            kept[test] += 1
            if kept[test] > CASES:
                item.add_marker("soak")


def _has_other_scheme(item: pytest.Item) -> bool:
    """Whether the item has the scheme that is not drawn from its name.

    The tests of a module, and the drawn jobs under faults, have both schemes.
    """
    case = getattr(item, "callspec", None)
    scheme = case and (case.params.get("bucket") or case.params.get("scene"))
    if not scheme:
        return False
    others = [part for part in case.id.split("-") if part != scheme]
    return scheme != drawn_scheme("-".join((item.originalname, *others)))
