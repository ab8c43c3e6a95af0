"""What Headwater did is in Spark's metrics, in its UI, and in the event log that the history server shows."""

import json
import os
import re
from pathlib import Path

import pytest

import pages
import store
from history import get, history_server, wait_for
from program import FREQUENT_REPORTS, started
from s3_bucket import S3Bucket

DOCUMENTED = pages.settings("operate/metrics.md")


@pytest.mark.usefixtures("_storlets")
def test_the_metrics_of_an_application(tmp_path: Path) -> None:
    bucket = S3Bucket(f"metrics-{os.getpid()}")
    events = f"{bucket.root}/events"
    bucket.put("events/", b"")
    hadoops = store.spark_settings(tmp_path)
    settings = hadoops | {
        "spark.plugins": DOCUMENTED["spark.plugins"],
        "spark.ui.enabled": "true",
        "spark.ui.port": "0",
        "spark.eventLog.enabled": "true",
        "spark.eventLog.dir": events,
    }
    settings |= FREQUENT_REPORTS
    with started("metrics", bucket.root, settings=settings, log=tmp_path / "log") as program:
        output = program.ended_well()
    gauges = json.loads(re.search(r"gauges: (.*)", output)[1])
    assert gauges["application.jobsCommitted"] == gauges["jobsCommitted"] == 1
    assert gauges["requests"] > gauges["requestsFailed"]
    assert gauges["bytesSent"] > 0
    assert 0 < gauges["bytesKeptInStore"] < gauges["bytesReadInStore"]
    with history_server(tmp_path, hadoops | {"spark.history.fs.logDirectory": events}) as url:
        (application,) = wait_for(lambda: get(f"{url}/api/v1/applications"))
        executions = get(f"{url}/api/v1/applications/{application['id']}/sql?details=true")
        nodes = [node for each in executions for node in each["nodes"] if node["nodeName"] == "StoreRead"]
        assert nodes
        metrics = {metric["name"] for metric in nodes[0]["metrics"]}
        assert {"bytes read in the store", "bytes kept in the store", "splits pushed", "requests"} <= metrics
