"""The commands and configurations of docs/operate/install.md, as far as they do not change the machine."""

import base64
import os
import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path

import pytest
from headwater.embedded.engine import unprivileged

from cluster_config import Plan
from releases import debian_packages
from storlet_support import await_true
from swift_cluster import Cluster

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/operate/install.md").read_text()
CONFIGURATIONS = dict(re.findall(r"```ini title=\"(\S+)\"\n(.*?)```", PAGE, re.DOTALL))
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
PROXIES = [name for name in CONFIGURATIONS if name != "object-server.conf"]

LOAD = """
import sys
from swift.common import storage_policy, utils, wsgi
utils.set_swift_dir(sys.argv[1])
storage_policy.reload_storage_policies()
wsgi.loadapp(sys.argv[2])
"""
SPECIAL = {
    "proxy-logging": {"use": "egg:swift#proxy_logging"},
    "cache": {"use": "egg:swift#memcache"},
    "tempauth": {"use": "egg:swift#tempauth", "user_tenant_user": "key .admin"},
    "authtoken": {
        "paste.filter_factory": "keystonemiddleware.auth_token:filter_factory",
        "www_authenticate_uri": "http://127.0.0.1:5000",
        "auth_url": "http://127.0.0.1:5000",
        "auth_type": "password",
        "username": "swift",
        "password": "swift",
        "project_name": "service",
    },
    "s3token": {"use": "egg:swift#s3token", "auth_uri": "http://127.0.0.1:5000/v3"},
    "keymaster": {
        "use": "egg:swift#keymaster",
        "encryption_root_secret": base64.b64encode(b"k" * 32).decode(),
    },
}
"""The sections that need more than `use = egg:swift#NAME`."""


def load(plan: Plan, text: str, folder: Path) -> subprocess.CompletedProcess:
    """Let Swift load a configuration of the page, with sections for its other filters."""
    config = ConfigParser(interpolation=None)
    config.read_string(text)
    *filters, app = config["pipeline:main"]["pipeline"].split()
    config["pipeline:main"]["pipeline"] = " ".join([*filters, app])
    config["DEFAULT"] = {"swift_dir": str(plan.folder / "etc"), "devices": str(plan.devices(1))}
    config[f"app:{app}"] = {"use": f"egg:swift#{app.removesuffix('-server')}"}
    for name in filters:
        if f"filter:{name}" not in config:
            config[f"filter:{name}"] = SPECIAL.get(name, {"use": f"egg:swift#{name.replace('-', '_')}"})
    path = folder / "server.conf"
    with path.open("w") as file:
        config.write(file)
    command = [sys.executable, "-P", "-c", LOAD, plan.folder / "etc", path]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_swift_loads_each_configuration(cluster: Cluster, name: str, tmp_path: Path) -> None:
    done = load(cluster.plan, CONFIGURATIONS[name], tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", PROXIES)
@pytest.mark.parametrize(
    "before", ["", "copy", "slo", "symlink"], ids=lambda name: f"before {name}" if name else "without"
)
def test_a_pipeline_without_its_guard_at_the_end_is_refused(
    cluster: Cluster, name: str, before: str, tmp_path: Path
) -> None:
    text = re.sub(r"\s+storlets_guard (?=keymaster|proxy)", " ", CONFIGURATIONS[name])
    if before:
        text = re.sub(rf"\s{before}\s", f" storlets_guard {before} ", text, count=1)
    done = load(cluster.plan, text, tmp_path)
    assert done.returncode != 0
    assert "storlets_guard" in done.stderr


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked packages, of this checkout's programs."""
    release, root = tmp_path_factory.mktemp("release"), tmp_path_factory.mktemp("root")
    debian_packages(release)
    for package in release.glob("*.deb"):
        subprocess.run(["dpkg-deb", "--extract", package, root], check=True)
    return root


@pytest.mark.skipif(not shutil.which("dpkg-deb"), reason="dpkg-deb packs the packages: install dpkg")
class TestPackages:
    """What the packages contain, and the commands that need it."""

    def test_the_page_names_the_packages(self, installed: Path) -> None:
        named = {name for line in COMMANDS if line.startswith("apt-get install") for name in line.split()[2:]}
        assert {name.partition("_")[0] for name in named} == {
            "./headwater-engine",
            "./python3-headwater-swift",
        }
        assert (installed / "usr/lib/python3/dist-packages/headwater_swift/filters.py").exists()

    def test_the_command_of_the_unit_serves(self, installed: Path, tmp_path: Path) -> None:
        unit = (installed / "usr/lib/systemd/system/headwater-engine.service").read_text()
        command = re.search(r"ExecStart=((?:.*\\\n)*.*)", unit)[1].replace("\\\n", "").split()
        (tmp_path / "cache").mkdir(mode=0o700)
        tmp_path.chmod(0o755)
        places = {"/run/headwater": tmp_path, "/var/cache/headwater": tmp_path / "cache"}
        words = [_moved(word, places) for word in command[1:]]
        words[words.index("--metrics") + 1] = "127.0.0.1:0"
        process = subprocess.Popen([installed / command[0].lstrip("/"), *words, *unprivileged()])
        try:
            await_true((tmp_path / "engine.sock").exists)
        finally:
            process.terminate()
            process.wait()

    def test_the_first_storlet(self, installed: Path, cluster: Cluster, tmp_path: Path) -> None:
        client = cluster.client(1)
        (tmp_path / "token").write_text(f"X-Auth-Token: {client.headers['X-Auth-Token']}\n")
        commands = [line for line in COMMANDS if "$ACCOUNT" in line]
        outputs = [
            subprocess.run(
                ["bash", "-c", line.replace("/usr/share", f"{installed}/usr/share")],
                env=os.environ | {"ACCOUNT": client.account, "no_proxy": "*"},
                cwd=tmp_path,
                stdout=subprocess.PIPE,
                text=True,
                check=True,
            ).stdout
            for line in commands
        ]
        assert len(outputs) == 6
        assert "License" in outputs[-1]
        assert all("License" in line for line in outputs[-1].splitlines())


def _moved(word: str, places: dict[str, Path]) -> str:
    for old, new in places.items():
        if word.startswith(old):
            return f"{new}{word.removeprefix(old)}"
    return word
