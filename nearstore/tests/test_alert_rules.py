"""promtool accepts the alert rules, and each alert fires in its cases of nearstore/monitoring/tests."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import monitoring_support
import pytest
import yaml

CASES = sorted((monitoring_support.FOLDER / "tests").glob("*.yml"))
ALERTS = [alert for rules in monitoring_support.RULES for alert in monitoring_support.alerts(rules)]


@pytest.fixture(scope="module")
def promtool() -> Path:
    return monitoring_support.built("promtool")


def accepted(*command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("rules", monitoring_support.RULES, ids=lambda path: path.name)
def test_promtool_accepts_the_rules(promtool: Path, rules: Path):
    accepted(promtool, "check", "rules", "--lint=all", "--lint-fatal", rules)


@pytest.mark.parametrize("cases", CASES, ids=lambda path: path.stem)
def test_alerts_fire_as_documented(promtool: Path, cases: Path):
    accepted(promtool, "test", "rules", cases)


def expected(alert: str) -> Iterator[list[bool]]:
    """For each case with this alert: whether it is expected to fire, in the order of time."""
    for case in (case for cases in CASES for case in yaml.safe_load(cases.read_text())["tests"]):
        moments = [each for each in case["alert_rule_test"] if each["alertname"] == alert]
        if moments:
            yield [bool(each["exp_alerts"]) for each in moments]


@pytest.mark.parametrize("alert", ALERTS)
def test_each_alert_has_a_case_in_which_it_fires_and_one_in_which_it_does_not(alert: str):
    cases = list(expected(alert))
    assert [False, True] in [fires[:2] for fires in cases], "no case has the moment in which it fires"
    assert any(not any(fires) for fires in cases), "it fires in each case"
