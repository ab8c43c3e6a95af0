"""What the files for Prometheus and Grafana query."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import promql_parser
import yaml

_MONITORING = Path(__file__).parents[2] / "nearstore" / "monitoring"
_PROMETHEUS_LABELS = {"instance", "job"}


def expressions(rules: str, dashboard: str) -> dict[str, str]:
    """The expressions of a file of alert rules and of a dashboard, by their titles."""
    groups = yaml.safe_load((_MONITORING / rules).read_text())["groups"]
    alerts = {rule["alert"]: rule["expr"] for group in groups for rule in group["rules"]}
    return alerts | _panels(dashboard)


def _panels(dashboard: str) -> dict[str, str]:
    panels = json.loads((_MONITORING / dashboard).read_text())["panels"]
    return {
        f"{panel['title']} {target['refId']}": re.sub(r"\$\w+", ".*", target["expr"])
        for panel in panels
        for target in panel["targets"]
    }


def check(title: str, expression: str, known: dict[str, set[str]]) -> None:
    """Each metric of an expression must be known, with the labels that it needs."""
    found = list(_uses(promql_parser.parse(expression)))
    assert found, title
    for name, labels in found:
        assert name in known, f"{title}: no metric {name}"
        assert labels <= known[name] | _PROMETHEUS_LABELS, f"{title}: {name} has {known[name]}, not {labels}"


def _uses(expression: promql_parser.Expr, grouped: frozenset = frozenset()) -> Iterator[tuple[str, set[str]]]:
    """The metrics of an expression, each with the labels that it needs."""
    match expression:
        case promql_parser.VectorSelector():
            yield expression.name, grouped | {each.name for each in expression.matchers.matchers}
        case promql_parser.MatrixSelector():
            yield from _uses(expression.vector_selector, grouped)
        case promql_parser.AggregateExpr():
            by = expression.modifier.labels if expression.modifier else ()
            yield from _uses(expression.expr, grouped | set(by))
        case promql_parser.BinaryExpr():
            for side in (expression.lhs, expression.rhs):
                yield from _uses(side, grouped)
        case promql_parser.ParenExpr():
            yield from _uses(expression.expr, grouped)
        case promql_parser.Call():
            for argument in expression.args:
                yield from _uses(argument, grouped)
