"""The role does what docs/operate/install.md says: its steps, packages, commands, addresses and pipelines."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from headwater_pipelines import FILTERS

ROOT = Path(__file__).resolve().parents[3]
ANSIBLE = ROOT / "nearstore/ansible"
ROLE = ANSIBLE / "roles/headwater"
PAGE = (ROOT / "docs/operate/install.md").read_text()
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
SPECS = yaml.safe_load((ROLE / "meta/argument_specs.yml").read_text())["argument_specs"]
PLAYBOOKS = ["install.yml", "remove.yml"]
RELOADS = [line for line in COMMANDS if line.startswith("swift-reload ")]


def plays(playbook: str) -> list[dict]:
    return yaml.safe_load((ANSIBLE / playbook).read_text())


def part(play: dict) -> str:
    (task,) = play["tasks"]
    return task["ansible.builtin.include_role"]["tasks_from"]


def tasks(name: str) -> Iterator[dict]:
    """The tasks of a part of the role, with those that it includes."""
    for task in flat(yaml.safe_load((ROLE / f"tasks/{name}.yml").read_text())):
        included = task.get("ansible.builtin.include_tasks")
        if included:
            yield from tasks(included.removesuffix(".yml"))
        yield task


def flat(found: list[dict]) -> Iterator[dict]:
    for task in found:
        yield task
        yield from flat(task.get("block", []))


def values(name: str, module: str) -> list[Any]:
    """The arguments of a module in a part of the role."""
    return [task[module] for task in tasks(name) if module in task]


def pipeline(title: str) -> str:
    text = re.search(rf'title="{title}"\n\[pipeline:main\]\npipeline = (.*?)\n\n', PAGE, re.DOTALL)[1]
    return " ".join(text.split())


def test_the_plays_are_the_steps_of_the_page() -> None:
    headings = re.findall(r"^## (\d\. The .*)$", PAGE, re.MULTILINE)
    assert [play["name"] for play in plays("install.yml")][:3] == headings[:3]
    assert [part(play) for play in plays("install.yml")] == ["engine", "proxy", "object", "restart_engine"]
    parts = [part(play) for play in plays("remove.yml")]
    assert parts == ["remove_object", "remove_proxy", "remove_packages"]


@pytest.mark.parametrize("playbook", PLAYBOOKS)
def test_machines_change_one_after_the_other(playbook: str) -> None:
    everything = "swift_proxies:swift_object_servers"
    hosts = {"proxy": "swift_proxies", "object": "swift_object_servers"}
    for play in plays(playbook):
        assert play["serial"] == 1
        assert play["hosts"] == hosts.get(part(play).removeprefix("remove_"), everything)
        assert "ignore_errors" not in str(play)


def test_the_packages_are_those_of_the_page() -> None:
    files = [line.split()[2] for line in COMMANDS if line.startswith("apt-get install ./")]
    versions = [re.sub(r"_\d[\d.]*_", "_*_", file.removeprefix("./")) for file in files]
    shown = {file.replace("_amd64", "_{{ headwater_architecture }}") for file in versions}
    patterns = {
        task["vars"]["headwater_package"] + ".deb"
        for name in ("engine", "proxy", "object")
        for task in tasks(name)
        if "headwater_package" in task.get("vars", {})
    }
    assert patterns == shown
    removed = next(line for line in COMMANDS if line.startswith("apt-get remove"))
    (arguments,) = values("remove_packages", "ansible.builtin.apt")
    assert arguments["name"] == removed.split()[2:]


def test_the_reloads_are_those_of_the_page() -> None:
    assert len(RELOADS) == 2
    for prefix in ("", "remove_"):
        assert values(f"{prefix}proxy", "ansible.builtin.shell") == RELOADS[:1]
        assert values(f"{prefix}object", "ansible.builtin.shell") == RELOADS[1:]


def test_the_unit_and_the_addresses_are_those_of_the_page() -> None:
    units = {arguments["name"] for arguments in values("engine", "ansible.builtin.systemd_service")}
    assert f"systemctl enable --now {' '.join(units)}" in COMMANDS
    assert f"systemctl disable --now {' '.join(units)}" in COMMANDS
    addresses = {arguments["url"] for arguments in values("engine", "ansible.builtin.uri")}
    addresses |= {arguments["url"] for arguments in values("proxy", "ansible.builtin.uri")}
    url = SPECS["proxy"]["options"]["headwater_proxy_url"]["default"]
    shown = {line.split()[-1] for line in COMMANDS if re.search(r"^curl .*http://\S+$", line)}
    assert {address.replace("{{ headwater_proxy_url }}", url) for address in addresses} == shown


@pytest.mark.parametrize("server", FILTERS)
def test_the_files_are_those_of_swift(server: str) -> None:
    for name in (server, f"remove_{server}"):
        used = [task for task in tasks(name) if "headwater_pipeline" in task]
        (arguments,) = [task["headwater_pipeline"] for task in used if not task.get("check_mode")]
        assert (arguments["path"], arguments["server"]) == (f"/etc/swift/{server}-server.conf", server)


def test_the_pipelines_are_those_of_the_page() -> None:
    inventory = yaml.safe_load((ANSIBLE / "inventory.example.yml").read_text())
    assert inventory["swift_proxies"]["vars"]["headwater_proxy_pipeline"] == pipeline("tempauth.conf")
    default = SPECS["object"]["options"]["headwater_object_pipeline"]["default"]
    assert default == pipeline("object-server.conf")


def test_each_setting_is_described_and_used() -> None:
    computed = yaml.safe_load((ROLE / "vars/main.yml").read_text())
    for name, spec in SPECS.items():
        texts = [str(task) for task in tasks(name)]
        registered = {task["register"] for task in tasks(name) if "register" in task}
        local = {key for task in tasks(name) for key in task.get("vars", {})}
        local |= {task["loop_control"]["loop_var"] for task in tasks(name) if "loop_var" in str(task)}
        used = set(re.findall(r"(?<![\w.])headwater_\w+", " ".join(texts)))
        if "headwater_package" in used:  # from which the computed variables find the files of the release
            used.add("headwater_release")
        settings = used - registered - local - computed.keys() - {"headwater_swift", "headwater_pipeline"}
        assert settings == spec["options"].keys(), name


def test_the_defaults_are_those_of_the_description() -> None:
    described = {
        name: option["default"]
        for spec in SPECS.values()
        for name, option in spec["options"].items()
        if "default" in option
    }
    assert yaml.safe_load((ROLE / "defaults/main.yml").read_text()) == described


@pytest.mark.parametrize("playbook", PLAYBOOKS)
def test_ansible_parses_the_playbook(playbook: str) -> None:
    pytest.importorskip("ansible", reason="ansible-core is not installed: make venv")
    from fake_nodes import run  # noqa: PLC0415

    done = run(ANSIBLE, "ansible-playbook", "-i", "inventory.example.yml", "--syntax-check", playbook)
    assert done.returncode == 0, done.stderr
