"""A Ceph of one node on loopback, with an object gateway (RGW) that speaks S3 and Swift.

It needs Debian's packages ceph-mon, ceph-osd, ceph-mgr and radosgw. The object store is in memory, all files are in one
folder, and no process is a service of the machine.
"""

import json
import secrets
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from servers import free_port, server, stop

PROGRAMS = ("ceph-mon", "ceph-osd", "ceph-mgr", "radosgw", "ceph", "radosgw-admin")
START_SECONDS = 180
_USER = "headwater"

_CONFIGURATION = """
[global]
fsid = {fsid}
mon host = v1:127.0.0.1:{mon}
ms bind msgr2 = false
public addr = 127.0.0.1
auth cluster required = none
auth service required = none
auth client required = none
mon initial members = a
mon allow pool size one = true
mon data avail crit = 1
osd objectstore = memstore
memstore device bytes = {memory}
osd crush chooseleaf type = 0
osd pool default size = 1
osd pool default min size = 1
osd pool default pg num = 4
osd pool default pgp num = 4
osd pool default pg autoscale mode = off
mgr initial modules =
keyring = {folder}/keyring
run dir = {folder}
mon data = {folder}/mon
mgr data = {folder}/mgr
osd data = {folder}/osd
rgw data = {folder}/rgw
log file = {folder}/$name.log
admin socket =
pid file = {folder}/$name.pid
[client.rgw]
rgw frontends = beast endpoint=127.0.0.1:{rgw}
rgw swift url = http://127.0.0.1:{rgw}
rgw swift account in url = true
"""
_MEMORY = 4 << 30
_NOT_READY = "problem getting command descriptions"


def missing() -> str:
    """The first program of Ceph that is not installed, or nothing."""
    return next((each for each in PROGRAMS if not shutil.which(each)), "")


@contextmanager
def gateway(folder: Path, environment: dict[str, str]) -> Iterator[dict[str, str]]:
    """Run a Ceph until the block ends, and yield the variables with the gateway's addresses and keys."""
    folder.mkdir()
    ceph = _Ceph(folder, environment)
    with ExitStack() as stack:
        ceph.start_monitor(stack)
        ceph.start_storage(stack)
        yield ceph.start_gateway(stack)


class _Ceph:
    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder, self.mon = folder, free_port()
        self.fsid = str(uuid.uuid4())
        self.environment = environment | {"CEPH_CONF": str(folder / "ceph.conf")}

    def start_monitor(self, stack: ExitStack) -> None:
        """The monitor, which knows the other processes."""
        self._configure(0)
        self._run(
            "monmaptool",
            "--create",
            "--addv",
            "a",
            f"[v1:127.0.0.1:{self.mon}]",
            "--fsid",
            self.fsid,
            "monmap",
        )
        self._run(
            "ceph-authtool",
            "--create-keyring",
            "keyring",
            "--gen-key",
            "-n",
            "mon.",
            "--cap",
            "mon",
            "allow *",
        )
        self._run(
            "ceph-mon",
            "-i",
            "a",
            "--mkfs",
            "--monmap",
            "monmap",
            "--keyring",
            "keyring",
        )
        self._serve(stack, "ceph-mon", "-i", "a")
        self._ask("status")  # waits for the monitor

    def start_storage(self, stack: ExitStack) -> None:
        """The manager and one object server."""
        self._serve(stack, "ceph-mgr", "-i", "x")
        identity = str(uuid.uuid4())
        self._ask("osd", "new", identity, "0")
        self._run("ceph-osd", "-i", "0", "--mkfs", "--osd-uuid", identity)
        self._serve(stack, "ceph-osd", "-i", "0")
        self._await_storage()

    def start_gateway(self, stack: ExitStack) -> dict[str, str]:
        """The gateway, with a user of both APIs."""

        def launch(port: int, output: BinaryIO) -> subprocess.Popen:
            self._configure(port)
            return self._launch(output, "radosgw", "-n", "client.rgw")

        port = stack.enter_context(server(launch, self.folder / "radosgw.out", START_SECONDS))
        access_key, secret_key, swift_key = (secrets.token_hex(10) for _ in range(3))
        keys = ("--access-key", access_key, "--secret-key", secret_key)
        self._run(
            "radosgw-admin",
            "user",
            "create",
            "--uid",
            _USER,
            "--display-name",
            _USER,
            *keys,
        )
        subuser = ("--uid", _USER, "--subuser", f"{_USER}:swift", "--access", "full")
        self._run(
            "radosgw-admin",
            "subuser",
            "create",
            *subuser,
            "--key-type",
            "swift",
            "--secret-key",
            swift_key,
        )
        return {
            "HEADWATER_TEST_RGW_ENDPOINT": f"http://127.0.0.1:{port}",
            "HEADWATER_TEST_RGW_ACCESS_KEY": access_key,
            "HEADWATER_TEST_RGW_SECRET_KEY": secret_key,
            "HEADWATER_TEST_RGW_AUTH_URL": f"http://127.0.0.1:{port}/auth/v1.0",
            "HEADWATER_TEST_RGW_USER": f"{_USER}:swift",
            "HEADWATER_TEST_RGW_KEY": swift_key,
            "HEADWATER_TEST_RGW_LOG": str(self.folder / "client.rgw.log"),
        }

    def _configure(self, rgw: int) -> None:
        for each in ("mon", "mgr", "osd", "rgw"):
            (self.folder / each).mkdir(exist_ok=True)
        text = _CONFIGURATION.format(
            fsid=self.fsid, mon=self.mon, rgw=rgw, folder=self.folder, memory=_MEMORY
        )
        (self.folder / "ceph.conf").write_text(text)

    def _serve(self, stack: ExitStack, *command: str) -> None:
        output = stack.enter_context((self.folder / f"{command[0]}.out").open("wb"))
        stack.callback(stop, self._launch(output, *command))

    def _launch(self, output: BinaryIO, *command: str) -> subprocess.Popen:
        return subprocess.Popen(
            [*command, "--foreground"],
            cwd=self.folder,
            env=self.environment,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C is for the command. This server is stopped after it.
        )

    def _ask(self, *command: str) -> str:
        """Run a command of the client. A monitor that has just started may refuse it."""
        deadline = time.monotonic() + START_SECONDS
        while True:
            done = self._done("ceph", *command)
            if not done.returncode or _NOT_READY not in done.stderr or time.monotonic() > deadline:
                return self._output(done)
            time.sleep(0.2)

    def _run(self, *command: str) -> str:
        return self._output(self._done(*command))

    def _done(self, *command: str) -> subprocess.CompletedProcess:
        return subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment,
            check=False,
            capture_output=True,
            timeout=START_SECONDS,
            text=True,
        )

    @staticmethod
    def _output(done: subprocess.CompletedProcess) -> str:
        if done.returncode:
            name = " ".join(done.args[:3])
            sys.exit(f"{Path(sys.argv[0]).name}: {name} failed:\n{done.stderr[-4000:]}")
        return done.stdout

    def _await_storage(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while not json.loads(self._ask("osd", "stat", "--format=json"))["num_up_osds"]:
            if time.monotonic() > deadline:
                sys.exit(f"{Path(sys.argv[0]).name}: Ceph's object server did not start")
            time.sleep(0.1)
