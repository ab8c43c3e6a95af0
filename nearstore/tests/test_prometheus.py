"""A real Prometheus reads a real engine, evaluates the alert rules and the dashboard, and alerts fire."""

import re
from collections.abc import Iterator
from pathlib import Path

import monitoring_support
import prometheus_support
import pytest
import yaml
from prometheus_support import Prometheus, wait_until

from policy_support import FILTERS, without
from storlet_support import Store

PAGE = Path(__file__).parents[2] / "docs" / "operate" / "monitoring.md"
PORT = "9464"
"""The port of the engine on the page."""
SPARK_PANELS = monitoring_support.panels("spark-dashboard.json")
PANELS = monitoring_support.panels("dashboard.json") | SPARK_PANELS
WITHOUT_RESULT = {"Unguarded reads A", "Waiting requests by tenant A", *SPARK_PANELS}
"""Panels of what is not here: a proxy without guard, a queue, and Spark. Prometheus must accept them too."""

pytestmark = pytest.mark.server


@pytest.fixture(scope="module")
def prometheus(module_store: Store, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Prometheus]:
    """One with the page's configuration, after a run of a storlet and a refusal."""
    monitoring_support.built("prometheus")
    module_store.owner.send_ok("PUT", "/box/monitored", data=b"text")
    module_store.owner.run("/box/monitored")
    assert module_store.owner.call("/storlet/broken", "PUT", data=b"no module").status_code == 422
    (found,) = re.findall(r"^```yaml\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert found.count(PORT) == 1
    scrapes = yaml.safe_load(found.replace(PORT, str(module_store.port("engine"))))["scrape_configs"]
    with prometheus_support.running(scrapes, tmp_path_factory.mktemp("prometheus")) as started:
        yield started


@pytest.mark.parametrize("title", PANELS)
def test_each_panel_has_the_expected_result(prometheus: Prometheus, title: str):
    if title in WITHOUT_RESULT:
        wait_until(lambda: prometheus.result("headwater_engine_workers"))
        assert prometheus.result(PANELS[title]) == []
    else:
        wait_until(lambda: prometheus.result(PANELS[title]))


def test_prometheus_evaluates_each_alert_rule(prometheus: Prometheus):
    rules = wait_until(lambda: evaluated(prometheus))
    assert {name: rule["lastError"] for name, rule in rules.items() if rule.get("lastError")} == {}
    alerts = [name for path in monitoring_support.RULES for name in monitoring_support.alerts(path)]
    assert sorted(rules) == sorted(alerts)


def evaluated(prometheus: Prometheus) -> dict[str, dict]:
    """All rules, after their first evaluation."""
    rules = prometheus.rules()
    return rules if all(rule["health"] != "unknown" for rule in rules.values()) else {}


def test_the_first_unguarded_read_fires_an_alert(prometheus: Prometheus, module_store: Store):
    # The rule compares with the last full minute, of which this must have a sample.
    wait_until(lambda: prometheus.result("headwater_engine_workers offset 1m"))
    module_store.reconfigure("proxy", without(*FILTERS))
    assert module_store.owner.send_ok("GET", "/box/monitored").content == b"text"
    (alert,) = wait_until(lambda: prometheus.alerts("HeadwaterUnguardedReads"))
    assert alert["state"] == "firing"
    assert alert["annotations"]["summary"] == "The proxy 127.0.0.1 reads objects without storlets_guard"


def test_an_engine_that_is_killed_is_reported(prometheus: Prometheus, module_store: Store):
    port = module_store.port("engine")
    wait_until(lambda: prometheus.result('up{job="headwater-engine"} == 1'))
    assert prometheus.alerts("HeadwaterEngineDown") == []
    module_store.kill("engine")
    (alert,) = wait_until(lambda: prometheus.alerts("HeadwaterEngineDown"))
    assert alert["state"] in {"pending", "firing"}
    assert alert["annotations"]["summary"] == f"The engine of 127.0.0.1:{port} does not answer"
    module_store.revive("engine")
    wait_until(lambda: prometheus.alerts("HeadwaterEngineDown") == [])
