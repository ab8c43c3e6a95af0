"""The alert rules and the dashboard of Spark name metrics that Prometheus makes of a real Spark's page."""

import os
import re
from pathlib import Path

import monitoring_support
import pytest
import requests
import yaml
from headwater.spark import launcher
from prometheus_client.parser import text_string_to_metric_families

import pages
import store
from history import wait_for
from program import FREQUENT_REPORTS, started
from s3_bucket import S3Bucket

PAGE = "operate/metrics.md"
(JOB,) = yaml.safe_load(pages.block(PAGE, "yaml"))["scrape_configs"]
EXPRESSIONS = monitoring_support.expressions("spark-alerts.yml", "spark-dashboard.json")
BYTES_SENT = "headwater_connector_bytes_sent_total"
ENDED_EXECUTORS = {
    "spark.executor.heartbeatInterval": "1h",
    "spark.network.timeout": "2h",
    "spark.dynamicAllocation.enabled": "true",
    "spark.dynamicAllocation.shuffleTracking.enabled": "true",
    "spark.dynamicAllocation.executorIdleTimeout": "1s",
}
"""Settings with which executors end soon, and report their counts only then."""

Metrics = dict[str, tuple[dict[str, str], float]]
"""The labels and the value of each metric."""


def relabeled(labels: dict[str, str], rules: list[dict]) -> dict[str, str]:
    """The labels that Prometheus stores for a sample, or none for one that it drops."""
    for rule in rules:
        action, target = rule.get("action", "replace"), rule.get("target_label")
        assert action in {"keep", "replace", "lowercase", "labeldrop"}
        pattern = re.compile(rule.get("regex", "(.*)"))
        value = ";".join(labels.get(name, "") for name in rule.get("source_labels", ()))
        found = pattern.fullmatch(value)
        if action == "keep" and not found:
            return {}
        if action == "replace" and found:
            labels |= {target: found.expand(re.sub(r"\$\{(\d)}", r"\\\1", rule.get("replacement", "${1}")))}
        if action == "lowercase":
            labels |= {target: value.lower()}
        if action == "labeldrop":
            labels = {name: text for name, text in labels.items() if not pattern.fullmatch(name)}
    return labels


def stored(url: str) -> Metrics:
    """What Prometheus stores of a page."""
    page = requests.get(url, timeout=60, proxies={"http": ""})
    page.raise_for_status()
    found = {}
    for sample in (each for family in text_string_to_metric_families(page.text) for each in family.samples):
        if labels := relabeled({"__name__": sample.name} | sample.labels, JOB["metric_relabel_configs"]):
            found[labels.pop("__name__")] = labels, sample.value
    return found


@pytest.fixture(scope="module")
def bucket() -> S3Bucket:
    return S3Bucket(f"monitoring-{os.getpid()}")


@pytest.fixture(scope="module")
def metrics(master: str, bucket: S3Bucket, tmp_path_factory: pytest.TempPathFactory) -> Metrics:
    """Those of an application that wrote to the bucket, after all executors reported."""
    return of_application(master, bucket, tmp_path_factory.mktemp("monitoring"), FREQUENT_REPORTS)


def of_application(master: str, bucket: S3Bucket, folder: Path, settings: dict[str, str]) -> Metrics:
    """The metrics of an application with these settings, which writes to the bucket, after all reports."""
    settings = store.spark_settings(folder) | pages.settings(PAGE) | settings
    settings |= {
        "spark.master": master,
        "spark.executor.memory": "512m",
        "spark.executor.extraClassPath": str(launcher.bundle()),
        "spark.metrics.namespace": "nightly-import",
        "spark.ui.enabled": "true",
        "spark.ui.port": "0",
    }
    with started("monitored", bucket.root, settings=settings, log=folder / "log") as program:
        assert not program.ends(lambda: "page: " in program.output()), program.output()
        url = re.search(r"page: (\S+)", program.output())[1] + JOB["metrics_path"]
        length = sum(bucket.keys().values())
        return wait_for(lambda: found if (found := stored(url))[BYTES_SENT][1] >= length else None)


@pytest.mark.parametrize(("title", "expression"), EXPRESSIONS.items())
def test_each_expression_names_real_metrics(title: str, expression: str, metrics: Metrics) -> None:
    monitoring_support.check(title, expression, {name: set(labels) for name, (labels, _) in metrics.items()})


def test_the_page_names_all_metrics(metrics: Metrics) -> None:
    assert set(re.findall(r"headwater_connector_\w+_total", pages.text(PAGE))) == set(metrics)


def test_the_driver_counts_what_all_processes_did(metrics: Metrics, bucket: S3Bucket) -> None:
    assert all(labels == {"application": "nightly_import"} for labels, _ in metrics.values())
    assert metrics[BYTES_SENT][1] == sum(bucket.keys().values())
    sent = [line for line in bucket.requests() if "Headwater/" in line]
    assert metrics["headwater_connector_requests_total"][1] == len(sent)
    assert metrics["headwater_connector_jobs_committed_total"][1] == 1


def test_executors_report_when_they_end(master: str, tmp_path: Path) -> None:
    bucket = S3Bucket(f"ended-{os.getpid()}")
    metrics = of_application(master, bucket, tmp_path, ENDED_EXECUTORS)
    assert metrics[BYTES_SENT][1] == sum(bucket.keys().values())
