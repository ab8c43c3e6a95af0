"""Ansible runs the playbooks on a Debian that systemd started, by SSH. Its apt and systemd are real."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from cluster import Swift, succeeds
from machine import HERE, Machine

ANSIBLE = HERE.parents[1] / "nearstore/ansible"
INFO = "curl --silent --fail http://127.0.0.1:8080/info"


@pytest.fixture(scope="module")
def swift(node: Machine) -> Swift:
    return Swift(node, "/root")


@pytest.fixture(scope="module")
def inventory(node: Machine, release: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The node is a proxy and an object server. Its pipelines are Debian's with Headwater's filters."""
    folder = tmp_path_factory.mktemp("inventory")
    key = folder / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key], check=True)
    node.run(f"mkdir -p .ssh && echo '{key.with_suffix('.pub').read_text().strip()}' > .ssh/authorized_keys")
    options = f'-o ProxyCommand="{" ".join(node.enter)} /usr/sbin/sshd -i" -o StrictHostKeyChecking=no'
    pipeline = node.run("sed -n 's/^pipeline = //p' /etc/swift/proxy-server.conf")
    pipeline = pipeline.replace("tempauth", "tempauth storlets").replace(
        "proxy-server", "storlets_guard proxy-server"
    )
    variables = {
        "ansible_user": "root",
        "ansible_ssh_private_key_file": str(key),
        "ansible_ssh_common_args": f"{options} -o UserKnownHostsFile=/dev/null",
        "headwater_release": str(release),
        "headwater_proxy_pipeline": pipeline.strip(),
    }
    group = {"hosts": {"headwater": None}}
    groups = {"swift_proxies": group, "swift_object_servers": group, "all": {"vars": variables}}
    (folder / "inventory.yml").write_text(yaml.safe_dump(groups))
    return folder / "inventory.yml"


def play(inventory: Path, playbook: str) -> str:
    """The number of tasks that changed something."""
    program = Path(sys.executable).with_name("ansible-playbook")
    command = [program, "-i", inventory, "--diff", playbook]
    done = subprocess.run(command, cwd=ANSIBLE, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return re.search(r"changed=(\d+)", done.stdout)[1]


def test_the_playbook_installs(inventory: Path, node: Machine, swift: Swift) -> None:
    assert play(inventory, "install.yml") != "0"
    assert '"storlets_guard"' in node.run(INFO)
    assert swift.first_storlet()
    assert swift.serves()


def test_a_second_run_changes_nothing(inventory: Path, swift: Swift) -> None:
    assert play(inventory, "install.yml") == "0"
    assert swift.serves()


def test_the_playbook_removes(inventory: Path, node: Machine, swift: Swift) -> None:
    assert play(inventory, "remove.yml") != "0"
    assert '"storlets"' not in node.run(INFO)
    assert not succeeds(
        node, "dpkg-query --status headwater-engine python3-headwater-swift | grep 'ok installed'"
    )
    assert swift.serves()


def test_a_second_removal_changes_nothing(inventory: Path) -> None:
    assert play(inventory, "remove.yml") == "0"
