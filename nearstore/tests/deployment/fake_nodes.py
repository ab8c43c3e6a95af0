"""Machines of the tests: folders of this machine, on which the real role and playbooks run.

Real are Ansible, the role's tasks and its module, and Swift, which loads each configuration. Instead of apt,
systemd and Swift's servers, there are the programs and modules of `fakes`. The copy of the role has other
paths.
"""

import json
import os
import shutil
import subprocess
import sys
import threading
from configparser import ConfigParser
from getpass import getuser
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import yaml
from headwater.embedded.rings import write_rings

ROOT = Path(__file__).resolve().parents[3]
ANSIBLE = ROOT / "nearstore/ansible"
FAKES = Path(__file__).parent / "fakes"
PROXIES, OBJECT_SERVERS = ["proxy-1", "proxy-2"], ["object-1"]
PIPELINES = {
    "proxy": "catch_errors gatekeeper healthcheck proxy-logging cache bulk tempauth storlets copy slo dlo "
    "versioned_writes symlink proxy-logging storlets_guard proxy-server",
    "object": "healthcheck recon backend_ratelimit storlets object-server",
}
SPECIAL = {"proxy-logging": "proxy_logging", "cache": "memcache"}
SECRET = "a-secret-of-the-cluster"


class FakeNodes:
    """Two proxies and an object server in a folder, without Headwater."""

    installation: subprocess.CompletedProcess

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.nodes = folder / "nodes"
        self.release = folder / "release"
        self.nodes.mkdir()
        for name in [*PROXIES, *OBJECT_SERVERS]:
            self._add(name)
        shutil.copytree(ANSIBLE, folder, dirs_exist_ok=True)
        for file in (folder / "roles/headwater/tasks").iterdir():
            file.write_text(yaml.safe_dump(_substituted(yaml.safe_load(file.read_text()))))
        for each in FAKES.iterdir():
            target = folder if each.suffix != ".py" else folder / "roles/headwater/library"
            shutil.copy(each, target)
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self.nodes))
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.publish("0.2.0")

    def _add(self, name: str) -> None:
        node, server = self.nodes / name, name.partition("-")[0]
        for part in ("etc", "packages", "units", "archives", "running"):
            (node / part).mkdir(parents=True)
        (node / "etc/swift.conf").write_text("[swift-hash]\nswift_hash_path_suffix = tests\n")
        write_rings(node / "etc", {"account": 6002, "container": 6001, "object": 6000})
        self.conf(name).write_text(configuration(node / "etc", server))
        shutil.copy(self.conf(name), node / "running")

    def conf(self, name: str) -> Path:
        """The configuration of a node's server."""
        return self.nodes / name / f"etc/{name.partition('-')[0]}-server.conf"

    def publish(self, version: str) -> None:
        """Make a release of this version."""
        shutil.rmtree(self.release, ignore_errors=True)
        self.release.mkdir()
        architecture = {"x86_64": "amd64", "aarch64": "arm64"}[os.uname().machine]
        for name in (f"headwater-engine_{version}_{architecture}", f"python3-headwater-swift_{version}_all"):
            (self.release / f"{name}.deb").touch()

    def play(
        self, playbook: str, *options: str, pipeline: str = PIPELINES["proxy"]
    ) -> subprocess.CompletedProcess:
        """Run a playbook. `log` then has what the nodes did."""
        (self.nodes / "log").write_text("")
        self._write_inventory(pipeline)
        return run(self.folder, "ansible-playbook", "-i", "inventory.yml", "--diff", playbook, *options)

    def _write_inventory(self, pipeline: str) -> None:
        url = f"http://127.0.0.1:{self.server.server_port}"
        groups = {
            "swift_proxies": {
                "hosts": {name: {"headwater_proxy_url": f"{url}/{name}"} for name in PROXIES},
                "vars": {"headwater_proxy_pipeline": pipeline},
            },
            "swift_object_servers": {"hosts": dict.fromkeys(OBJECT_SERVERS)},
        }
        common = {
            "ansible_connection": "local",
            "ansible_become": False,
            "ansible_python_interpreter": sys.executable,
            "headwater_release": str(self.release),
            "nodes": str(self.nodes),
            "url": url,
        }
        inventory = {"all": {"vars": common}, **groups}
        (self.folder / "inventory.yml").write_text(yaml.safe_dump(inventory))

    def log(self) -> list[str]:
        return (self.nodes / "log").read_text().splitlines()


def run(folder: Path, *command: str) -> subprocess.CompletedProcess:
    """Run a program of Ansible in a folder, with the fakes of systemd and Swift before the real ones."""
    programs = f"{folder}:{Path(sys.executable).parent}:{os.environ['PATH']}"
    settings = {"ANSIBLE_PIPELINING": "true", "ANSIBLE_HOME": str(folder / "ansible"), "PATH": programs}
    return subprocess.run(
        [Path(sys.executable).with_name(command[0]), *command[1:]],
        cwd=folder,
        env=os.environ | settings,
        capture_output=True,
        text=True,
        check=False,
    )


def configuration(etc: Path, server: str) -> str:
    """A server's configuration without Headwater's filters."""
    *filters, _ = words = [name for name in PIPELINES[server].split() if not name.startswith("storlets")]
    lines = [
        f"[DEFAULT]\nbind_port = 8080\nswift_dir = {etc}\ndevices = {etc}\nuser = {getuser()}\n",
        f"# Of this cluster.\n[pipeline:main]\npipeline = {words[0]}\n    {' '.join(words[1:])}\n",
        f"[app:{server}-server]\nuse = egg:swift#{server}\n",
        *(f"[filter:{name}]\nuse = egg:swift#{SPECIAL.get(name, name)}\n" for name in dict.fromkeys(filters)),
    ]
    return "\n".join(lines).replace("#tempauth\n", f"#tempauth\nuser_a_b = {SECRET} .admin\n")


NODE = "{{ nodes }}/{{ item | default(inventory_hostname) }}"
"""The folder of a node. In a loop over nodes, it is the folder of each."""

SUBSTITUTES = {
    "/etc/swift": f"{NODE}/etc",
    "/var/cache/apt/archives": f"{NODE}/archives",
    "/usr/lib/systemd/system": f"{NODE}/units",
    "http://127.0.0.1:9464": "{{ url }}/{{ inventory_hostname }}",
    "swift-reload ": "{{ nodes }}/../swift-reload {{ inventory_hostname }} ",
}
FAKE_MODULES = {
    "ansible.builtin.apt": "fake_apt",
    "ansible.builtin.systemd_service": "fake_systemd_service",
}


def _substituted(part: Any) -> Any:
    """A part of the role's tasks with the paths and the modules of the tests."""
    if isinstance(part, str):
        for old, new in SUBSTITUTES.items():
            part = part.replace(old, new)
        return part
    if isinstance(part, list):
        return [_substituted(each) for each in part]
    if isinstance(part, dict):
        return {
            FAKE_MODULES.get(key, key): _substituted(value) | ({"node": NODE} if key in FAKE_MODULES else {})
            if isinstance(value, dict)
            else _substituted(value)
            for key, value in part.items()
        }
    return part


def _handler(nodes: Path) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """What engines and proxies answer: /NODE/metrics and /NODE/info."""

        def do_GET(self) -> None:
            _, name, page = self.path.split("/")
            engine = nodes / name / "engine"
            if page == "metrics" and not engine.exists():
                self.send_error(503)
                return
            kind, text = metrics(engine) if page == "metrics" else ("application/json", info(nodes / name))
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *_arguments: object) -> None:
            pass

    return Handler


def metrics(engine: Path) -> tuple[str, str]:
    """The type and the text of an engine's answer to /metrics."""
    return "text/plain", f'headwater_engine_build_info{{version="{engine.read_text()}"}} 1\n'


def info(node: Path) -> str:
    """The answer of a running proxy to /info. The first one after a reload is from its old processes."""
    processes = node / ("old" if (node / "old").exists() else "running")
    config = ConfigParser(interpolation=None)
    config.read(processes / "proxy-server.conf")
    listed = {name: {} for name in config["pipeline:main"]["pipeline"].split() if name.startswith("storlets")}
    if "storlets" in listed:
        listed["storlets"]["version"] = (processes / "version").read_text()
    shutil.rmtree(node / "old", ignore_errors=True)
    return json.dumps({"swift": {}} | listed)
