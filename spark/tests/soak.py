"""What `make test` leaves to `make soak-tests`: more values of a promise that others check, and more rounds.

They have the marker `soak`. A pytest without `-m` runs all.
"""

import os
from collections.abc import Container, Iterable
from itertools import product
from typing import Any

import pytest

from store import drawn_scheme

QUERIES = ("test_csv_", "test_json_", "test_pushdown_", "test_skip", "test_storlet_")
"""The beginnings of the names of the test files that compare a query's rows."""

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


def mark_other_schemes(items: Iterable[pytest.Item]) -> None:
    """Mark the tests of queries with a scheme that is not drawn from their name.

    The rows of a query do not depend on the scheme. So `make test` runs each of these tests with one scheme,
    and a module's tests with both. Commits and streams differ by scheme, and have both.
    """
    for item in items:
        case = item.path.name.startswith(QUERIES) and getattr(item, "callspec", None)
        scheme = case and (case.params.get("bucket") or case.params.get("scene"))
        if not scheme:
            continue
        others = [part for part in case.id.split("-") if part != scheme]
        if scheme != drawn_scheme("-".join((item.originalname, *others))):
            item.add_marker("soak")
