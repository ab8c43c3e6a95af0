"""What the files for Prometheus and Grafana query."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import promql_parser
import pytest
import yaml

_ROOT = Path(__file__).parents[2]
FOLDER = _ROOT / "nearstore" / "monitoring"
RULES = sorted(FOLDER.glob("*alerts.yml"))
_PROMETHEUS_LABELS = {"instance", "job"}
_GOLDEN = json.loads((_ROOT / "protocol/golden-names/names.json").read_text())
_REASONS = {reason["name"] for reason in _GOLDEN["reasons"] if reason["engine"]}
_VALUES = {
    "outcome": _REASONS | {"ok"},
    "reason": _REASONS,
    "status": _REASONS,
    "state": {"running", "waiting"},
    "tenant": {""},
    "job": {"headwater-engine", "headwater-spark"},
}
"""The values of labels that expressions choose. A dashboard's variable is `.*`, which matches all.

The tenant of a request is empty if it is not known.
"""


def built(program: str) -> Path:
    """A program of Prometheus. Skips the test without it: its build takes minutes."""
    path = _ROOT / ".cache/bin" / program
    if not path.exists():
        pytest.skip(f"{program} is not built: make test-monitoring builds it")
    return path


def alerts(rules: Path) -> dict[str, str]:
    """The expressions of a file of alert rules, by the names of the alerts."""
    groups = yaml.safe_load(rules.read_text())["groups"]
    return {rule["alert"]: rule["expr"] for group in groups for rule in group["rules"]}


def expressions(rules: str, dashboard: str) -> dict[str, str]:
    """The expressions of a file of alert rules and of a dashboard, by their titles."""
    return alerts(FOLDER / rules) | panels(dashboard)


def panels(dashboard: str) -> dict[str, str]:
    """The expressions of a dashboard's panels with all instances chosen, by their titles."""
    found = json.loads((FOLDER / dashboard).read_text())["panels"]
    return {
        f"{panel['title']} {target['refId']}": re.sub(r"\$\w+", ".*", target["expr"])
        for panel in found
        for target in panel["targets"]
    }


def check(title: str, expression: str, known: dict[str, set[str]]) -> None:
    """Each metric of an expression must be known, with the labels and the values that it needs."""
    found = list(_uses(promql_parser.parse(expression)))
    assert found, title
    for selector, grouped in found:
        name, chosen = selector.name, selector.matchers.matchers
        labels = grouped | {each.name for each in chosen}
        assert name in known, f"{title}: no metric {name}"
        assert labels <= known[name] | _PROMETHEUS_LABELS, f"{title}: {name} has {known[name]}, not {labels}"
        for each in chosen:
            possible = _VALUES.get(each.name, set()) | {".*"}
            assert each.value in possible, f"{title}: {each.name} is never {each.value}"


def _uses(
    expression: promql_parser.Expr, grouped: frozenset[str] = frozenset()
) -> Iterator[tuple[promql_parser.VectorSelector, frozenset[str]]]:
    """The selectors of an expression, each with the labels by which it is grouped."""
    match expression:
        case promql_parser.VectorSelector():
            yield expression, grouped
        case promql_parser.MatrixSelector():
            yield from _uses(expression.vector_selector, grouped)
        case promql_parser.SubqueryExpr() | promql_parser.ParenExpr() | promql_parser.UnaryExpr():
            yield from _uses(expression.expr, grouped)
        case promql_parser.AggregateExpr():
            by = expression.modifier.labels if expression.modifier else ()
            yield from _uses(expression.expr, grouped | set(by))
        case promql_parser.BinaryExpr():
            for side in (expression.lhs, expression.rhs):
                yield from _uses(side, grouped)
        case promql_parser.Call():
            for argument in expression.args:
                yield from _uses(argument, grouped)
        case promql_parser.NumberLiteral() | promql_parser.StringLiteral():
            pass
        case _:
            raise AssertionError(f"not checked: {expression}")
