"""A Debian 13 that systemd starts in namespaces of this machine, by systemd-nspawn."""

import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1] / ".cache/debian/trixie"
PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
START_SECONDS = 120

NSPAWN = ["systemd-nspawn", "--quiet", "--boot", "--volatile=overlay", "--private-network"]
# A machine without systemd cannot register the other. Nothing on its disk is needed later.
NSPAWN += ["--register=no", "--keep-unit", "--kill-signal=SIGKILL", "--hostname=headwater"]

IN_GROUP = 'mkdir "$0" && echo $$ > "$0/cgroup.procs" && exec "$@"'
"""Runs a command in a new control group, so that two machines do not share theirs."""


class MachineError(Exception):
    """A command of a machine failed, or the machine did not start."""


class Machine:
    """A running machine. `pid` is its first process."""

    def __init__(self, pid: int) -> None:
        self.enter = ["nsenter", "--target", str(pid), "--all"]
        """The beginning of a command that runs in the machine."""

    def run(self, command: str, folder: str = "/root", **variables: str) -> str:
        """Run a command of the shell as an administrator, and return its output. MachineError if it fails."""
        settings = {"HOME": "/root", "LANG": "C.UTF-8", "PATH": PATH, "DEBIAN_FRONTEND": "noninteractive"}
        shell = ["env", "--ignore-environment", f"--chdir={folder}"]
        shell += [f"{name}={value}" for name, value in (settings | variables).items()]
        words = [*self.enter, *shell, "bash", "-c", command]
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise MachineError(f"{command}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout


@contextmanager
def machine(folder: Path, release: Path) -> Iterator[Machine]:
    """A new machine that has the folder `release` at /root/release. `folder` gets its disk and its log.

    Its system is in memory, and changes nothing in the cached one. It has no network except its loopback.
    """
    disk, group = folder / "disk", _control_groups() / f"headwater-{os.getpid()}-{folder.name}"
    disk.mkdir()
    nspawn = [*NSPAWN, f"--machine={group.name}", f"--directory={ROOT}"]
    nspawn += [f"--bind={disk}:/srv/node/d1", f"--bind={release}:/root/release"]
    words = ["setpriv", "--pdeathsig=TERM", "bash", "-c", IN_GROUP, group, *nspawn]
    with (folder / "console.log").open("w") as log:
        environment = os.environ | {"SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"}
        process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=log, stderr=log, env=environment)
    try:
        yield _started(psutil.Process(process.pid), folder / "console.log")
    finally:
        process.terminate()
        process.wait()
        for each in (*sorted(group.rglob("*/"), reverse=True), group):
            each.rmdir()


def _control_groups() -> Path:
    """The control groups of version 2, the only ones that systemd of Debian 13 supports."""
    mounts = [line.split() for line in Path("/proc/mounts").read_text().splitlines()]
    return next(Path(mount[1]) for mount in mounts if mount[2] == "cgroup2")


def _started(nspawn: psutil.Process, console: Path) -> Machine:
    """The machine, once systemd has started its units."""
    end = time.monotonic() + START_SECONDS
    while time.monotonic() < end and nspawn.status() != psutil.STATUS_ZOMBIE:
        for child in nspawn.children():
            # Before nspawn's child is systemd, it may be in the namespaces of this machine.
            if Path(f"/proc/{child.pid}/comm").read_text() == "systemd\n":
                found = Machine(child.pid)
                if found.run("systemctl is-system-running --wait || true").strip() in ("running", "degraded"):
                    return found
        time.sleep(0.1)
    raise MachineError(f"systemd did not start:\n{console.read_text()}")
