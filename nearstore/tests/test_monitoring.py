"""The alert rules and the dashboard name metrics and labels that a running engine really serves."""

import monitoring_support
import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

from storlet_support import Store, await_true

ELSEWHERE = {
    "up": set(),
    "headwater_middleware_unguarded_reads_total": {"proxy"},
    "headwater_engine_tenant_requests": {"tenant", "state"},
}
"""Prometheus's own metric, one that test_unguarded.py sees, and one that the engine's tests see."""


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


@pytest.mark.parametrize(
    ("title", "expression"), monitoring_support.expressions("alerts.yml", "dashboard.json").items()
)
def test_each_expression_names_real_metrics(title: str, expression: str, served: dict[str, set[str]]):
    monitoring_support.check(title, expression, ELSEWHERE | served)
