"""The commands of docs/operate/cluster.md: Spark's jobs of two tenants on the whole cluster."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
import requests

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/operate/cluster.md").read_text()
PROGRAM = re.search(r"```python title=\"readings.py\"\n(.*?)```", PAGE, re.DOTALL)[1]
SUBMIT = re.search(r"^\.venv/bin/spark-submit .* readings\.py \S+$", PAGE, re.MULTILINE)[0]
ROWS = re.search(r"`(rows: \d+)`", PAGE)[1]

pytestmark = [pytest.mark.long, pytest.mark.server]


@dataclass(frozen=True)
class Running:
    """A running `make cluster`: its process, what it printed, by name, and the variables that it exports."""

    process: subprocess.Popen
    printed: dict[str, str]
    exported: dict[str, str]

    @property
    def clouds(self) -> Path:
        """The file with the tenants' keys."""
        return Path(self.exported["OS_CLIENT_CONFIG_FILE"])

    def submitted(self, folder: str, where: Path) -> str:
        """The output of the page's program, as the page runs it."""
        (where / "readings.py").write_text(PROGRAM)
        settings = shlex.split(self.printed["submit"])[2]
        words = shlex.split(SUBMIT.replace("SETTINGS", settings).replace("swift://erasure.research", folder))
        environment = os.environ | self.exported
        command = [ROOT / words[0], *words[1:]]
        done = subprocess.run(
            command, cwd=where, env=environment, capture_output=True, text=True, timeout=600, check=False
        )
        assert done.returncode == 0, done.stderr[-8000:]
        return done.stdout

    def token(self, tenant: str) -> tuple[str, str]:
        """A tenant's token, and the URL of its account."""
        auth = json.loads(self.clouds.read_text())["clouds"][tenant]["auth"]
        domains = {"id": auth["user_domain_id"]}
        user = {"name": auth["username"], "password": auth["password"], "domain": domains}
        project = {"name": auth["project_name"], "domain": domains}
        identity = {"methods": ["password"], "password": {"user": user}}
        document = {"auth": {"identity": identity, "scope": {"project": project}}}
        answer = requests.post(f"{auth['auth_url']}/auth/tokens", json=document, timeout=60)
        catalogue = answer.json()["token"]["catalog"]
        swift = next(each for each in catalogue if each["type"] == "object-store")
        url = next(each["url"] for each in swift["endpoints"] if each["region"] == "RegionOne")
        return answer.headers["X-Subject-Token"], url


@pytest.fixture(scope="module")
def running(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("whole")
    paths = ("tools", "nearstore/tests", "nearstore/tests/cluster", "cli/tests")
    paths = [*(str(ROOT / each) for each in paths), *filter(None, [os.environ.get("PYTHONPATH")])]
    command = [sys.executable, ROOT / "tools/cluster", "--data", folder / "data"]
    with (
        (folder / "errors").open("w+") as errors,
        subprocess.Popen(
            ["env", "--default-signal=INT", *command],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as process,
    ):
        try:
            lines = [process.stdout.readline() for _ in range(6)]
            assert all(lines), (folder / "errors").read_text()
            printed = dict(line.split(maxsplit=1) for line in lines[:4])
            exported = dict(word.split("=", 1) for word in shlex.split(lines[4])[1:])
            yield Running(process, printed | {"submit": lines[5]}, exported)
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(120)


@pytest.mark.parametrize("folder", ["swift://erasure.research", "swift://replicas.sales"])
def test_tenants_of_two_domains_write_and_query(running: Running, folder: str, tmp_path: Path) -> None:
    output = running.submitted(folder, tmp_path)
    assert "Pushdown: storlet csv" in output
    assert ROWS in output.splitlines(), output


def test_each_proxy_refuses_the_tenant_of_the_other_domain(running: Running) -> None:
    (own, account), (other, _) = running.token("research"), running.token("sales")
    for proxy in running.printed["Swift"].split(" and "):
        url = f"{proxy.strip()}/{account.rpartition('/')[2]}/replicas"
        statuses = [
            requests.get(url, headers={"X-Auth-Token": each}, timeout=60).status_code for each in (own, other)
        ]
        assert statuses == [204, 403]


def test_only_its_user_can_read_the_keys(running: Running) -> None:
    assert running.clouds.stat().st_mode & 0o077 == 0


def test_every_daemon_still_runs_and_it_ends_if_one_does_not(running: Running) -> None:
    assert running.process.poll() is None  # it looks at every server and daemon
    family = psutil.Process(running.process.pid).children(recursive=True)
    engine = next(each for each in family if "serve" in each.cmdline())
    engine.kill()
    assert running.process.wait(120) == 1
