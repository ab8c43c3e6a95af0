"""A history server of Spark, for tests of event logs."""

import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import requests
from headwater.spark import launcher

_LIMIT_SECONDS = 60
_STARTED = re.compile(r"started at (http://\S+)")


@contextmanager
def history_server(folder: Path, settings: dict[str, str]) -> Iterator[str]:
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
        yield wait_for(lambda: _STARTED.search(log.read_text(errors="replace")), server).group(1)
    finally:
        server.kill()
        server.wait()


def wait_for(find, server: subprocess.Popen | None = None):
    """Poll `find` until it returns something, within the limit."""
    deadline = time.monotonic() + _LIMIT_SECONDS
    while time.monotonic() < deadline and (server is None or server.poll() is None):
        if found := find():
            return found
        time.sleep(0.05)
    raise AssertionError("nothing was found")


def get(url: str) -> list[dict]:
    response = requests.get(url, timeout=_LIMIT_SECONDS, proxies={"http": "", "https": ""})
    response.raise_for_status()
    return response.json()
