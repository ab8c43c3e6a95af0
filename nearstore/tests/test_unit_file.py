"""The systemd unit of the Debian package: its rating, and the system calls that it leaves to the engine.

No systemd runs in these tests. Its program `systemd-analyze` reads the unit alone. `make test-install`
starts the unit.
"""

import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import psutil
import pytest
from headwater.core.artifacts import shipped
from headwater.embedded.engine import PROGRAM, unprivileged

from headwater_swift.wire.engine import Engine
from headwater_swift.wire.errors import StorletError
from storlet_support import await_true

ROOT = Path(__file__).resolve().parents[2]
UNIT = ROOT / "tools/release/debian/headwater-engine.service"
SANDBOX = ROOT / "engine/daemon/src/sandbox.rs"

MOST_EXPOSURE = 20
"""In tenths: systemd calls up to 2.0 OK, and a unit without hardening lines has 9.2."""

FOR_USER = {"setgroups", "setresgid", "setresuid", "fchown"}
"""With `--user`, which the unit does not have."""

needs_systemd = pytest.mark.skipif(
    not shutil.which("systemd-analyze"), reason="systemd-analyze rates the unit: install systemd"
)
needs_strace = pytest.mark.skipif(not shutil.which("strace"), reason="strace shows the calls: install strace")


def is_rated_ok(unit: Path) -> bool:
    command = ["systemd-analyze", "security", "--offline=true", f"--threshold={MOST_EXPOSURE}", unit]
    return subprocess.run(command, stdout=subprocess.DEVNULL, check=False).returncode == 0


@needs_systemd
def test_systemd_rates_the_unit_ok() -> None:
    assert is_rated_ok(UNIT)


@needs_systemd
@pytest.mark.parametrize("line", ["CapabilityBoundingSet=", "SystemCallFilter="])
def test_a_unit_without_a_line_is_not(line: str, tmp_path: Path) -> None:
    lines = [each for each in UNIT.read_text().splitlines() if not each.startswith(line)]
    unit = tmp_path / UNIT.name
    unit.write_text("\n".join(lines))
    assert not is_rated_ok(unit)


def test_the_unit_bounds_memory_and_descriptors() -> None:
    names = {line.partition("=")[0] for line in UNIT.read_text().splitlines()}
    assert names >= {"User", "Group", "UMask", "MemoryMax", "LimitNOFILE", "CPUWeight"}


def test_the_engine_comes_last() -> None:
    assert re.findall(r"^CPUWeight=(\w+)$", UNIT.read_text(), re.MULTILINE)[-1] == "idle"


@cache
def of_group(group: str) -> frozenset[str]:
    """The calls of a group of systemd's, such as @process."""
    shown = subprocess.run(
        ["systemd-analyze", "syscall-filter", group], capture_output=True, text=True, check=True
    ).stdout
    found = {line.strip() for line in shown.splitlines()[1:] if line.strip() and "#" not in line}
    return frozenset().union(*(of_group(each) if each.startswith("@") else {each} for each in found))


def allowed() -> set[str]:
    """The calls that the unit allows. systemd always allows those of @default."""
    calls = set(of_group("@default"))
    for value in re.findall(r"^SystemCallFilter=(.*)$", UNIT.read_text(), re.MULTILINE):
        for name in value.lstrip("~").split():
            named = of_group(name) if name.startswith("@") else {name}
            calls = calls - named if value.startswith("~") else calls | named
    return calls


@needs_systemd
def test_the_unit_allows_each_call_of_the_engines_sandbox() -> None:
    calls = set(re.findall(r"libc::SYS_(\w+)", SANDBOX.read_text()))
    assert len(calls) > 50
    assert not calls - allowed()


@needs_systemd
@needs_strace
@pytest.mark.server
def test_the_unit_allows_each_call_before_the_sandbox(tmp_path: Path) -> None:
    cache_folder = tmp_path / "cache"
    cache_folder.mkdir(mode=0o700)
    socket, trace = str(tmp_path / "e.sock"), tmp_path / "trace"
    tmp_path.chmod(0o755)
    engine = [shipped(PROGRAM), "serve", "--socket", socket, "--cache", cache_folder, "--workers", "1"]
    engine += unprivileged()
    tracer = subprocess.Popen(["strace", "-f", "-qq", "-o", trace, *engine])
    try:
        await_true(lambda: answers(socket))
    finally:
        for child in psutil.Process(tracer.pid).children():  # strace itself ignores signals while it traces
            child.terminate()
        tracer.wait()
    calls = set(re.findall(r"^\d+ +(\w+)\(", trace.read_text(errors="replace"), re.MULTILINE))
    assert "execve" in calls
    assert not calls - allowed() - FOR_USER


def answers(socket: str) -> bool:
    try:
        Engine(socket, 5).call({"op": "status"})
    except StorletError:
        return False
    return True
