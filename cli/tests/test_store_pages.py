"""The pages about shells, TLS, Keystone and Stocator work as written."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests

from headwater.spark import launcher
from page_support import ROOT, environment, examples, page, programs, run
from tls_support import certificates, tls_proxy

pytestmark = [pytest.mark.spark, pytest.mark.page]


@pytest.fixture
def work(tmp_path: Path) -> Path:
    """A reader's folder, with the jar."""
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "headwater-bundle.jar").symlink_to(launcher.bundle())
    return folder


@pytest.fixture
def keystone() -> Iterator[dict]:
    """The addresses and the user of a Swift with Keystone. Its account has the container "numbers"."""
    command = [sys.executable, ROOT / "tools/keystone-swift"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        found = json.loads(process.stdout.readline())
        token = keystone_token(found["auth_url"], found["demo"])
        account = f"http://127.0.0.1:{found['swift_port']}/v1/AUTH_{found['demo']['project_id']}"
        made = requests.put(f"{account}/numbers", headers={"X-Auth-Token": token}, timeout=60)
        assert made.ok, made.text
        yield found
        process.stdin.close()


def keystone_token(url: str, user: dict) -> str:
    password = {"user": {"id": user["user_id"], "password": user["password"]}}
    scope = {"project": {"id": user["project_id"]}}
    body = {"auth": {"identity": {"methods": ["password"], "password": password}, "scope": scope}}
    response = requests.post(f"{url}/auth/tokens", json=body, timeout=60)
    assert response.ok, response.text
    return response.headers["X-Subject-Token"]


@pytest.fixture(scope="module")
def _bucket(s3) -> None:
    s3.create_bucket(Bucket="bucket")


def keys(store: dict) -> dict[str, str]:
    """The variables of a reader with the keys of a store."""
    return {
        "AWS_ACCESS_KEY_ID": store["s3"]["access_key"],
        "AWS_SECRET_ACCESS_KEY": store["s3"]["secret_key"],
        "PYSPARK_PYTHON": sys.executable,
    }


def read_page(name: str, replaced: dict[str, str], work: Path, env: dict[str, str]) -> None:
    """Save the programs of a page and run its commands, with the values of this machine."""
    text = page(name)
    for theirs, ours in replaced.items():
        assert theirs in text
        text = text.replace(theirs, ours)
    for file, program in programs(text).items():
        (work / file).write_text(program, encoding="utf-8")
    run(examples(text), work, env)


@pytest.mark.usefixtures("_bucket")
def test_shells(store: dict, work: Path, tmp_path_factory) -> None:
    env = environment(Path(store["data"]), tmp_path_factory.mktemp("home")) | keys(store)
    read_page("get-started/shells.md", {"https://s3.example.org": store["s3"]["endpoint"]}, work, env)


@pytest.mark.usefixtures("_bucket")
def test_stocator(store: dict, work: Path, tmp_path_factory) -> None:
    env = environment(Path(store["data"]), tmp_path_factory.mktemp("home")) | keys(store)
    replaced = {
        "https://s3.example.org": store["s3"]["endpoint"],
        "=ACCESS": f"={store['s3']['access_key']}",
        "=KEY": f"={store['s3']['secret_key']}",
    }
    read_page("guides/from-stocator.md", replaced, work, env)


@pytest.mark.usefixtures("_bucket")
def test_tls_and_keystone(store: dict, keystone: dict, work: Path, tmp_path_factory) -> None:
    certificates(work, "store-ca.pem")
    env = environment(Path(store["data"]), tmp_path_factory.mktemp("home")) | keys(store)
    with tls_proxy(work, int(store["port"])) as port:
        replaced = {
            "https://s3.example.org": f"https://localhost:{port}",
            "https://keystone.example.org/v3": keystone["auth_url"],
            "USER": keystone["demo"]["user"],
            "PASSWORD": keystone["demo"]["password"],
            "PROJECT": keystone["demo"]["project"],
        }
        read_page("get-started/secure.md", replaced, work, env)
