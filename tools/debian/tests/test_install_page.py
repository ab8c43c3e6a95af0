"""An administrator does what docs/operate/install.md says, in its order, on a Debian that systemd started."""

import re

import pytest

from cluster import Swift, succeeds
from machine import Machine, MachineError
from page import PAGE, commands, with_filters
from storlet_support import await_true

UNIT, PACKAGES = "headwater-engine", ["headwater-engine", "python3-headwater-swift"]
RELEASE = "/root/release"


@pytest.fixture(scope="module")
def swift(node: Machine) -> Swift:
    swift = Swift(node, RELEASE)
    assert swift.serves()
    return swift


@pytest.fixture(scope="module", autouse=True)
def old_configurations(node: Machine) -> dict[str, str]:
    """Swift's files before the installation."""
    return {server: node.run(f"cat /etc/swift/{server}-server.conf") for server in ("proxy", "object")}


def shown(node: Machine, name: str) -> str:
    """A property of the engine's unit."""
    return node.run(f"systemctl show --property={name} --value {UNIT}").strip()


def configure(node: Machine, server: str, text: str) -> None:
    node.run(f"cat > /etc/swift/{server}-server.conf <<'END'\n{text}END\n")


def test_1_the_engine(node: Machine, swift: Swift) -> None:
    outputs = [node.run(command, RELEASE) for command in commands("1.")]
    assert "headwater_" in outputs[-1]
    assert swift.serves()


def test_the_engine_has_its_user_and_socket(node: Machine) -> None:
    assert node.run(f"stat --format='%U %G' /proc/{shown(node, 'MainPID')}").split() == [UNIT, "swift"]
    assert node.run("stat --format='%U %G %A' /run/headwater/engine.sock").split() == [
        UNIT,
        "swift",
        "srwxrwx---",
    ]
    assert node.run("stat --format='%U %A' /var/cache/headwater").split() == [UNIT, "drwx------"]


def test_systemd_rates_the_running_unit_as_the_page_says(node: Machine) -> None:
    level, word = re.search(r'rates it (\S+), "(\w+)"', PAGE).groups()
    assert f"{UNIT}.service: {level} {word}" in node.run(f"systemd-analyze security --no-pager {UNIT}")


def test_the_unit_has_the_limits_of_the_page(node: Machine) -> None:
    memory, weight, files = re.search(
        r"MemoryMax=(\d+)G`, `CPUWeight=(\w+)`, `LimitNOFILE=(\d+)", PAGE
    ).groups()
    assert shown(node, "MemoryMax") == str(int(memory) << 30)
    assert shown(node, "CPUWeight") == weight
    assert shown(node, "LimitNOFILE") == files
    limits = node.run(f"cat /proc/{shown(node, 'MainPID')}/limits")
    assert re.search(rf"^Max open files +{files} +{files} ", limits, re.MULTILINE)


@pytest.mark.parametrize(
    "folder", ["/usr/bin", "/etc", "/var/lib", "/var/log", "/root", "/srv/node/d1", "/sys"]
)
def test_not_even_root_writes_there_as_the_engine(node: Machine, folder: str) -> None:
    within = f"nsenter --mount --target {shown(node, 'MainPID')} touch"
    with pytest.raises(MachineError, match=r"Read-only file system|Permission denied"):
        node.run(f"{within} {folder}/written")
    node.run(f"{within} /var/cache/headwater/written && rm /var/cache/headwater/written")


def test_2_the_middleware_on_the_proxy(
    node: Machine, swift: Swift, old_configurations: dict[str, str]
) -> None:
    install, reload, info = commands("2.")
    node.run(install, RELEASE)
    assert swift.serves()
    configure(node, "proxy", with_filters(old_configurations["proxy"], "tempauth.conf"))
    node.run(reload)
    await_true(lambda: '"storlets_guard"' in node.run(info))
    assert swift.serves()


def test_3_the_middleware_on_the_object_server(
    node: Machine, swift: Swift, old_configurations: dict[str, str]
) -> None:
    install, reload = commands("3.")
    node.run(install, RELEASE)
    configure(node, "object", with_filters(old_configurations["object"], "object-server.conf"))
    node.run(reload)
    assert swift.serves()


def test_4_the_first_storlet(swift: Swift) -> None:
    assert swift.first_storlet()
    assert swift.serves()


def test_systemd_starts_an_engine_again_that_was_killed(node: Machine, swift: Swift) -> None:
    old = shown(node, "MainPID")
    node.run(f"systemctl kill --signal=KILL {UNIT}")
    await_true(lambda: shown(node, "MainPID") not in (old, "0"))
    assert swift.runs_storlet()


def test_a_restart_keeps_the_service(node: Machine, swift: Swift) -> None:
    old = shown(node, "MainPID")
    node.run(f"systemctl restart {UNIT}")
    assert shown(node, "MainPID") != old
    assert swift.runs_storlet()


def test_a_second_installation_keeps_the_engine(node: Machine, swift: Swift) -> None:
    old = shown(node, "MainPID")
    node.run("apt-get install --reinstall --yes ./*.deb", RELEASE)
    assert shown(node, "MainPID") == old
    assert shown(node, "UnitFileState") == "enabled"
    assert swift.runs_storlet()


def test_remove_it(node: Machine, swift: Swift, old_configurations: dict[str, str]) -> None:
    for server, section in (("object", "3."), ("proxy", "2.")):
        configure(node, server, old_configurations[server])
        node.run(next(line for line in commands(section) if line.startswith("swift-reload")))
        assert swift.serves()
    for command in commands("Remove it"):
        node.run(command)
        assert swift.serves()


def test_nothing_of_it_runs_after_the_removal(node: Machine, swift: Swift) -> None:
    assert shown(node, "LoadState") == "not-found"
    assert not succeeds(node, "grep --quiet headwater /proc/[0-9]*/comm")
    for package in PACKAGES:
        assert not succeeds(node, f"dpkg-query --status {package} | grep '^Status: install ok'")
    node.run("systemctl restart swift-object swift-proxy")
    ports = "for port in 6200 8080; do curl --silent --fail http://127.0.0.1:$port/healthcheck || exit; done"
    await_true(lambda: succeeds(node, ports))
    assert swift.serves()
