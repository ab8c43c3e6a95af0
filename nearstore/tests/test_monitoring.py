"""The alert rules and the dashboard name metrics and labels that a running engine really serves."""

import json
from collections.abc import Iterator
from pathlib import Path

import promql_parser
import pytest
import yaml
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from storlet_support import Store, await_true

MONITORING = Path(__file__).parents[1] / "monitoring"
PROMETHEUS_LABELS = {"instance", "job"}
ELSEWHERE = {
    "up": set(),
    "headwater_middleware_unguarded_reads_total": {"proxy"},
    "headwater_engine_tenant_requests": {"tenant", "state"},
}
"""Prometheus's own metric, one that test_unguarded.py sees, and one that the engine's tests see."""


def alerts() -> dict[str, str]:
    groups = yaml.safe_load((MONITORING / "alerts.yml").read_text())["groups"]
    return {rule["alert"]: rule["expr"] for group in groups for rule in group["rules"]}


def panels() -> dict[str, str]:
    dashboard = json.loads((MONITORING / "dashboard.json").read_text())
    return {
        f"{panel['title']} {target['refId']}": target["expr"].replace("$instance", ".*")
        for panel in dashboard["panels"]
        for target in panel["targets"]
    }


def uses(expression: promql_parser.Expr, grouped: frozenset = frozenset()) -> Iterator[tuple[str, set[str]]]:
    """The metrics of an expression, each with the labels that it needs."""
    match expression:
        case promql_parser.VectorSelector():
            yield expression.name, grouped | {each.name for each in expression.matchers.matchers}
        case promql_parser.MatrixSelector():
            yield from uses(expression.vector_selector, grouped)
        case promql_parser.AggregateExpr():
            by = expression.modifier.labels if expression.modifier else ()
            yield from uses(expression.expr, grouped | set(by))
        case promql_parser.BinaryExpr():
            for side in (expression.lhs, expression.rhs):
                yield from uses(side, grouped)
        case promql_parser.ParenExpr():
            yield from uses(expression.expr, grouped)
        case promql_parser.Call():
            for argument in expression.args:
                yield from uses(argument, grouped)


@pytest.fixture(scope="module")
def served(store: Store) -> dict[str, set[str]]:
    """The metrics that an engine serves after one success and one refusal, with their labels."""
    store.owner.send_ok("PUT", "/box/monitored", data=b"text")
    store.owner.run("/box/monitored")
    refused = store.owner.call("/storlet/broken", "PUT", data=b"no module")
    assert refused.status_code == 422, refused.text
    await_true(lambda: store.counted("bytes_sent", storlet="many") > 0)
    return {
        sample.name: set(sample.labels)
        for family in text_string_to_metric_families(store.page("/metrics"))
        for sample in family.samples
    }


@pytest.mark.parametrize(("title", "expression"), [*alerts().items(), *panels().items()])
def test_each_expression_names_real_metrics(title: str, expression: str, served: dict[str, set[str]]):
    known = ELSEWHERE | served
    found = list(uses(promql_parser.parse(expression)))
    assert found, title
    for name, labels in found:
        assert name in known, f"{title}: no metric {name}"
        assert labels <= known[name] | PROMETHEUS_LABELS, f"{title}: {name} has {known[name]}, not {labels}"
