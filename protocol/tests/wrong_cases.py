"""Golden cases made wrong, by `protocol/wrong-cases.json`, which tests must reject."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

PROTOCOL = Path(__file__).resolve().parents[1]
WRONG = json.loads((PROTOCOL / "wrong-cases.json").read_text(encoding="utf-8"))["cases"]


def wrong_cases(tests: str, folder: str) -> list:
    """The parameters of a test: the file's path and its wrong document.

    `tests` is the folder of the tests in the repository, and `folder` has the cases. Raises ValueError if
    there are none.
    """
    chosen = [each for each in WRONG if each["file"].startswith(f"{folder}/") and tests in each["tests"]]
    if not chosen:
        raise ValueError(f"{folder} has no wrong case for {tests}")
    return [pytest.param(PROTOCOL / each["file"], wrong(each), id=name(each)) for each in chosen]


def name(case: dict) -> str:
    """The file and the JSON pointer of a wrong case."""
    return f"{case['file']}{case['at']}"


def wrong(case: dict) -> dict:
    """The document of the case's file with the value at its JSON pointer replaced or added."""
    document = json.loads((PROTOCOL / case["file"]).read_text(encoding="utf-8"))
    *parents, last = [step.replace("~1", "/").replace("~0", "~") for step in case["at"].split("/")[1:]]
    place = document
    for step in parents:
        place = place[int(step) if isinstance(place, list) else step]
    if isinstance(place, list):
        place[int(last) : int(last) + 1] = [case["value"]]
    else:
        place[last] = case["value"]
    return document


def assert_rejected(check: Callable, *arguments: object) -> None:
    """Fail unless the check fails with these arguments."""
    # pytest.raises itself reports a missing exception by its own kind.
    with pytest.raises((AssertionError, pytest.fail.Exception)):
        check(*arguments)
