"""A real Prometheus with a separate configuration."""

import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import requests
import yaml

import monitoring_support
from headwater.embedded.checks import free_ports

_OFTEN = {"scrape_interval": "1s", "evaluation_interval": "1s"}


class Prometheus:
    """The API of a running Prometheus."""

    def __init__(self, port: int) -> None:
        self._url = f"http://127.0.0.1:{port}"
        self._session = requests.Session()
        self._session.trust_env = False

    def is_ready(self) -> bool:
        """Whether it answers queries."""
        try:
            return self._session.get(f"{self._url}/-/ready", timeout=10).ok
        except requests.ConnectionError:
            return False

    def result(self, expression: str) -> list[dict[str, Any]]:
        """The result of an expression now."""
        return self._get("query", query=expression)["result"]

    def rules(self) -> dict[str, dict[str, Any]]:
        """The alert rules by their names, each with its health and its active alerts."""
        return {rule["name"]: rule for group in self._get("rules")["groups"] for rule in group["rules"]}

    def alerts(self, name: str) -> list[dict[str, Any]]:
        """The pending and firing alerts of a rule."""
        return self.rules()[name]["alerts"]

    def _get(self, call: str, **parameters: str) -> Any:
        answer = self._session.get(f"{self._url}/api/v1/{call}", params=parameters, timeout=60)
        assert answer.ok, answer.text
        return answer.json()["data"]


@contextmanager
def running(scrapes: list[dict], folder: Path) -> Iterator[Prometheus]:
    """A Prometheus with all alert rules, which scrapes every second, until the end of the block."""
    program, (port,) = monitoring_support.built("prometheus"), free_ports(1)
    configuration = folder / "prometheus.yml"
    rules = [str(path) for path in monitoring_support.RULES]
    configuration.write_text(
        yaml.safe_dump({"global": _OFTEN, "rule_files": rules, "scrape_configs": scrapes})
    )
    command = [program, f"--config.file={configuration}", f"--storage.tsdb.path={folder / 'data'}"]
    with (folder / "prometheus.log").open("w") as log:
        process = subprocess.Popen(
            [*command, f"--web.listen-address=127.0.0.1:{port}"], stdout=log, stderr=subprocess.STDOUT
        )
        try:
            prometheus = Prometheus(port)
            wait_until(lambda: process.poll() is not None or prometheus.is_ready())
            assert process.poll() is None, (folder / "prometheus.log").read_text()
            yield prometheus
        finally:
            process.terminate()
            process.wait()


def wait_until(found: Callable[[], Any], seconds: float = 300) -> Any:
    """The first true result. An error if that takes longer."""
    end = time.monotonic() + seconds
    while not (result := found()):
        assert time.monotonic() < end, f"not so within {seconds} s"
        time.sleep(0.2)
    return result
