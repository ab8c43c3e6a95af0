"""The playbooks of nearstore/ansible run on machines that are folders: fake_nodes.py says what is real."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("ansible", reason="ansible-core is not installed: make venv")

from fake_nodes import OBJECT_SERVERS, PIPELINES, PROXIES, SECRET, FakeNodes
from headwater_pipelines import words

pytestmark = [pytest.mark.server, pytest.mark.long]
ENGINE, MIDDLEWARE = "headwater-engine", "python3-headwater-swift"
NODES = [*PROXIES, *OBJECT_SERVERS]


def started(folder: Path) -> Iterator[FakeNodes]:
    nodes = FakeNodes(folder)
    yield nodes
    nodes.server.shutdown()


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[FakeNodes]:
    yield from started(tmp_path)


@pytest.fixture(scope="module")
def nodes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FakeNodes]:
    """Nodes with the release 0.2.0, which the playbook has installed. Later tests upgrade and remove it."""
    for nodes in started(tmp_path_factory.mktemp("cluster")):
        nodes.installation = nodes.play("install.yml")
        yield nodes


def pipelines(nodes: FakeNodes) -> dict[str, str]:
    """The pipeline of each node's file."""
    return {name: " ".join(words(nodes.conf(name).read_text())) for name in NODES}


def expected(server: str, *, installed: bool) -> str:
    names = PIPELINES[server].split()
    return " ".join(name for name in names if installed or not name.startswith("storlets"))


def each_node(*lines: str) -> list[str]:
    """These lines of the log, for one node after the other."""
    return [f"{name}: {line}" for name in NODES for line in lines]


def both(*, installed: bool) -> dict[str, str]:
    return {name: expected(name.partition("-")[0], installed=installed) for name in NODES}


def test_the_steps_have_the_order_of_the_page(nodes: FakeNodes) -> None:
    done = nodes.installation
    assert done.returncode == 0, done.stdout
    assert nodes.log() == [
        *each_node(f"install {ENGINE} 0.2.0", "started the engine"),
        *each_node(f"install {MIDDLEWARE} 0.2.0", "reload"),
    ]
    assert pipelines(nodes) == both(installed=True)
    assert SECRET not in done.stdout + done.stderr


def test_a_second_run_changes_nothing(nodes: FakeNodes) -> None:
    done = nodes.play("install.yml")
    assert nodes.log() == []
    assert re.findall(r"changed=(\d+)", done.stdout) == ["0"] * len(NODES)


def test_a_proxy_that_fails_ends_the_run(fresh: FakeNodes) -> None:
    done = fresh.play("install.yml", pipeline=PIPELINES["proxy"].replace(" slo ", " slo staticweb "))
    assert done.returncode != 0
    assert "They may differ only by storlets and storlets_guard." in done.stdout
    assert pipelines(fresh) == both(installed=False)
    assert [line for line in fresh.log() if MIDDLEWARE in line or "reload" in line] == [
        f"proxy-1: install {MIDDLEWARE} 0.2.0"
    ]


def test_swift_refuses_an_unsafe_order_before_the_file_is_replaced(fresh: FakeNodes) -> None:
    unsafe = PIPELINES["proxy"].replace("storlets_guard ", "").replace(" copy ", " storlets_guard copy ")
    old = fresh.conf("proxy-1").read_text()
    done = fresh.play("install.yml", "--limit", "proxy-1", pipeline=unsafe)
    assert done.returncode != 0
    assert "Swift refuses the new pipeline, and the file is as before:" in done.stdout
    assert "storlets_guard" in done.stdout.partition("as before:")[2]
    assert fresh.conf("proxy-1").read_text() == old
    assert [path.name for path in fresh.conf("proxy-1").parent.glob(".*")] == []
    assert "proxy-1: reload" not in fresh.log()


def test_a_newer_release_is_an_upgrade_whose_engines_restart_last(nodes: FakeNodes) -> None:
    nodes.publish("0.3.0")
    assert nodes.play("install.yml").returncode == 0
    assert nodes.log() == [
        *each_node(f"install {ENGINE} 0.3.0"),
        *each_node(f"install {MIDDLEWARE} 0.3.0", "reload"),
        *each_node("restarted the engine"),
    ]


def test_a_run_continues_one_that_ended_before_the_restarts(nodes: FakeNodes) -> None:
    (nodes.nodes / "proxy-1/engine").write_text("0.1.0")
    (nodes.nodes / "proxy-1/running/version").write_text("0.1.0")
    assert nodes.play("install.yml", "--limit", "proxy-1").returncode == 0
    assert nodes.log() == ["proxy-1: reload", "proxy-1: restarted the engine"]


def test_proxies_are_not_removed_before_object_servers(nodes: FakeNodes) -> None:
    done = nodes.play("remove.yml", "--limit", "proxy-1,proxy-2")
    assert done.returncode != 0
    assert "The object server object-1 has the filter storlets." in done.stdout
    assert nodes.log() == []


def test_removal_has_the_reverse_order(nodes: FakeNodes) -> None:
    done = nodes.play("remove.yml")
    assert done.returncode == 0, done.stdout
    assert nodes.log() == [
        *(f"{name}: reload" for name in [*OBJECT_SERVERS, *PROXIES]),
        *each_node("stopped the engine", f"remove {ENGINE}", f"remove {MIDDLEWARE}"),
    ]
    assert pipelines(nodes) == both(installed=False)


def test_a_second_removal_changes_nothing(nodes: FakeNodes) -> None:
    done = nodes.play("remove.yml")
    assert nodes.log() == []
    assert re.findall(r"changed=(\d+)", done.stdout) == ["0"] * len(NODES)


def test_an_object_server_waits_for_all_proxies(fresh: FakeNodes) -> None:
    done = fresh.play("install.yml", "--limit", "proxy-1,object-1")
    assert done.returncode != 0
    assert "The proxy proxy-2 does not list storlets 0.2.0 and storlets_guard." in done.stdout
    assert "object-1: reload" not in fresh.log()
    assert f"object-1: install {MIDDLEWARE} 0.2.0" not in fresh.log()
