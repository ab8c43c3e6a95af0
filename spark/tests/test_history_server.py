"""Spark's history server reads the event log that an application wrote to the store."""

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import requests
from headwater.spark import launcher

import store
from program import started
from store import Bucket

_PAGE = (Path(__file__).resolve().parents[2] / "docs/guides/streaming.md").read_text(encoding="utf-8")
_LIMIT_SECONDS = 60
_STARTED = re.compile(r"started at (http://\S+)")


def test_event_log_is_readable(drawn_bucket: Bucket, tmp_path: Path) -> None:
    folder = f"{drawn_bucket.root}/events"
    drawn_bucket.put("events/", b"")
    hadoops = store.spark_settings(tmp_path)
    documented = dict(re.findall(r"--conf (\S+)=(\S+)", _PAGE.replace("s3://bucket/events", folder)))
    servers = {"spark.history.fs.logDirectory": documented.pop("spark.history.fs.logDirectory")}
    assert set(documented.values()) == {"true", folder}
    with started("counting", settings=hadoops | documented, log=tmp_path / "application") as program:
        program.ended_well()
    with _history_server(tmp_path, hadoops | servers) as url:
        (application,) = _await(lambda: _get(f"{url}/api/v1/applications"))
        assert application["name"] == "counting"
        assert application["attempts"][0]["completed"]
        jobs = _get(f"{url}/api/v1/applications/{application['id']}/jobs")
        assert {job["status"] for job in jobs} == {"SUCCEEDED"}


@contextmanager
def _history_server(folder: Path, settings: dict[str, str]) -> Iterator[str]:
    """A running server's URL. Its settings contain secrets, which must not be on a command line."""
    configuration, log = folder / "history.conf", folder / "history.log"
    settings = settings | {"spark.history.ui.port": "0", "spark.history.fs.update.interval": "1s"}
    configuration.write_text("".join(f"{name} {value}\n" for name, value in settings.items()))
    main = "org.apache.spark.deploy.history.HistoryServer"
    command = [str(launcher.home() / "bin" / "spark-class"), main, "--properties-file", str(configuration)]
    environment = launcher.environment() | {
        "SPARK_DAEMON_MEMORY": "512m",
        "SPARK_DAEMON_JAVA_OPTS": launcher.SHORT_LIVED,
    }
    with log.open("wb") as output:
        server = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        yield _await(lambda: _STARTED.search(log.read_text(errors="replace")), server).group(1)
    finally:
        server.kill()
        server.wait()


def _await(find, server: subprocess.Popen | None = None):
    """Poll `find` until it returns something, within the limit."""
    deadline = time.monotonic() + _LIMIT_SECONDS
    while time.monotonic() < deadline and (server is None or server.poll() is None):
        if found := find():
            return found
        time.sleep(0.05)
    raise AssertionError("nothing was found")


def _get(url: str) -> list[dict]:
    response = requests.get(url, timeout=_LIMIT_SECONDS, proxies={"http": "", "https": ""})
    response.raise_for_status()
    return response.json()
