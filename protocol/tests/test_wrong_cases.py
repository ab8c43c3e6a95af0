"""`protocol/wrong-cases.json` has a wrong case for each golden folder and each language's tests of it."""

import json
from itertools import chain

import pytest

from wrong_cases import PROTOCOL, WRONG, name, wrong

# The languages are those of the tests' folders.
LANGUAGES = {
    "connector": "Java",
    "spark": "Scala",
    "engine": "Rust",
    "cli": "Python",
    "nearstore": "Python",
    "protocol": "Python",
}
RUN_BY = {
    "golden": {"Java", "Python"},
    "golden-aggregate": {"Rust", "Scala", "Python"},
    "golden-csv-options": {"Scala", "Python"},
    "golden-frames": {"Java", "Rust", "Python"},
    "golden-keys": {"Java", "Python"},
    "golden-markers": {"Java", "Python"},
    "golden-members": {"Java", "Python"},
    "golden-names": {"Java", "Rust", "Scala", "Python"},
    "golden-outcomes": {"Rust", "Scala"},
    "golden-selection": {"Rust", "Scala", "Python"},
    "golden-skip": {"Rust", "Scala", "Python"},
    "golden-statistics": {"Rust", "Scala", "Python"},
    "golden-text": {"Rust", "Scala"},
}


def test_each_folder_has_a_wrong_case_for_each_language():
    assert set(RUN_BY) == {path.name for path in PROTOCOL.glob("golden*")}
    for folder, languages in RUN_BY.items():
        chosen = [each["tests"] for each in WRONG if each["file"].startswith(f"{folder}/")]
        tests = set(chain.from_iterable(chosen))
        assert {LANGUAGES[each.split("/")[0]] for each in tests} == languages, folder
        assert all((PROTOCOL.parent / each).is_dir() for each in tests)


@pytest.mark.parametrize("case", WRONG, ids=name)
def test_a_wrong_case_differs_from_the_golden_one(case):
    assert wrong(case) != json.loads((PROTOCOL / case["file"]).read_text(encoding="utf-8"))
