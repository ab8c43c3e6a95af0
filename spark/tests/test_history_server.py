"""Spark's history server reads the event log that an application wrote to the store."""

import re
from pathlib import Path

import store
from history import get, history_server, wait_for
from program import started
from store import Bucket

_PAGE = (Path(__file__).resolve().parents[2] / "docs/guides/streaming.md").read_text(encoding="utf-8")


def test_event_log_is_readable(drawn_bucket: Bucket, tmp_path: Path) -> None:
    folder = f"{drawn_bucket.root}/events"
    drawn_bucket.put("events/", b"")
    hadoops = store.spark_settings(tmp_path)
    documented = dict(re.findall(r"--conf (\S+)=(\S+)", _PAGE.replace("s3://bucket/events", folder)))
    servers = {"spark.history.fs.logDirectory": documented.pop("spark.history.fs.logDirectory")}
    assert set(documented.values()) == {"true", folder}
    with started("counting", settings=hadoops | documented, log=tmp_path / "application") as program:
        program.ended_well()
    with history_server(tmp_path, hadoops | servers) as url:
        (application,) = wait_for(lambda: get(f"{url}/api/v1/applications"))
        assert application["name"] == "counting"
        assert application["attempts"][0]["completed"]
        jobs = get(f"{url}/api/v1/applications/{application['id']}/jobs")
        assert {job["status"] for job in jobs} == {"SUCCEEDED"}
