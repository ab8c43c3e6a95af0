"""Failures, each with its real cause. Nothing is left behind."""

import json
import os
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from headwater.core.errors import HeadwaterError
from headwater.embedded import checks
from headwater.embedded.checks import free_ports
from headwater.embedded.health import RUNNING
from headwater.embedded.store import EmbeddedStore
from store_support import HEADWATER, headwater, s3_client, servers_of

pytestmark = pytest.mark.server

root_only = pytest.mark.skipif(
    os.geteuid() != 0, reason="only root may mount the file system that this needs"
)


def assert_nothing_left(data: Path) -> None:
    assert servers_of(data) == []
    assert not (data / "state.json").exists()


@pytest.fixture
def mounted(tmp_path: Path) -> Iterator:
    """Mount a file system of a type and size on a new folder."""
    points = []

    def mount(kind: str, options: str = "rw") -> Path:
        point = tmp_path / kind
        point.mkdir()
        subprocess.run(["mount", "-t", kind, "-o", options, "none", point], check=True)
        points.append(point)
        return point

    yield mount
    for point in points:
        headwater("down", "--data", point)
        subprocess.run(["umount", point], check=True)


def test_a_taken_port_is_reported_with_its_process(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = headwater("up", "--data", tmp_path, "--port", port)
    assert done.returncode == 1
    assert f"port {port} of 127.0.0.1 is taken" in done.stderr
    assert f"process {os.getpid()}" in done.stderr
    assert "--port" in done.stderr
    assert_nothing_left(tmp_path)


def test_port_taken_by_another_store_names_its_folder(store, tmp_path):
    done = headwater("up", "--data", tmp_path, "--port", store["port"])
    assert done.returncode == 1
    assert f"by the store of {store['data']}" in done.stderr
    assert_nothing_left(tmp_path)


def test_running_on_another_port(store):
    other = store["port"] - 1
    done = headwater("up", "--data", store["data"], "--port", other)
    assert done.returncode == 1
    assert f"already runs on port {store['port']}, not {other}" in done.stderr
    assert headwater("status", "--data", store["data"]).returncode == 0


@pytest.mark.parametrize("position", [2, 3], ids=["object", "engine"])
def test_a_port_that_another_process_takes_meanwhile_is_replaced(tmp_path, monkeypatch, position):
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        first = checks.free_ports(5)
        first[position] = taken
        choices = iter([first])
        monkeypatch.setattr(checks, "free_ports", lambda count: next(choices, None) or free_ports(count))
        store = EmbeddedStore(tmp_path)
        try:
            assert store.up(0)
            assert taken not in [server.port for server, _ in store.status().servers]
            assert store.status().state == RUNNING
        finally:
            store.down()
    assert_nothing_left(tmp_path)


def test_a_port_that_stays_taken_is_reported_with_the_log_of_the_engine(tmp_path, monkeypatch):
    with socket.create_server(("127.0.0.1", 0)) as other:
        taken = other.getsockname()[1]
        monkeypatch.setattr(
            checks, "free_ports", lambda count: [*free_ports(3), taken, *free_ports(count - 4)]
        )
        with pytest.raises(
            HeadwaterError, match=f"the engine .port {taken}. ended during its start"
        ) as caught:
            EmbeddedStore(tmp_path).up(0)
    assert "Address already in use" in caught.value.detail
    assert_nothing_left(tmp_path)


def test_two_ups_at_once(tmp_path):
    (tmp_path / "lock").touch()
    with subprocess.Popen(
        ["flock", tmp_path / "lock", "sh", "-c", "echo held; cat"], stdin=-1, stdout=-1
    ) as holder:
        assert holder.stdout.readline() == b"held\n"
        done = headwater("up", "--data", tmp_path)
        holder.stdin.close()
    assert done.returncode == 1
    assert "another `headwater up` or `down` runs on" in done.stderr


def test_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "file").write_text("")
    done = headwater("up", "--data", tmp_path / "file" / "store")
    assert done.returncode == 1
    assert "cannot be used: Not a directory" in done.stderr


@pytest.mark.parametrize("character", "#%\n")
def test_folder_whose_name_swift_cannot_read(tmp_path, character):
    done = headwater("up", "--data", tmp_path / f"a{character}b")
    assert done.returncode == 1
    assert f"has {character!r} in its path" in done.stderr
    assert list(tmp_path.iterdir()) == []


@root_only
def test_file_system_without_user_xattrs(mounted):
    data = mounted("ramfs")
    done = headwater("up", "--data", data)
    assert done.returncode == 1
    assert "no user extended attributes" in done.stderr
    assert "--data" in done.stderr
    assert_nothing_left(data)


@root_only
def test_disk_too_full_to_start(mounted):
    data = mounted("tmpfs", "size=64m")
    done = headwater("up", "--data", data)
    assert done.returncode == 1
    assert f"the disk of {data / 'nodes'} is full" in done.stderr
    assert_nothing_left(data)


@root_only
def test_disk_that_fills_refuses_writes_only_and_recovers(mounted, own_store):
    data = mounted("tmpfs", "size=192m")
    client = s3_client(own_store("--bucket", "small", data=data))
    client.put_object(Bucket="small", Key="before", Body=b"b" * 1000)
    filler = data / "filler"
    with filler.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, os.statvfs(data).f_bavail * 4096 - 32 * 2**20)

    with pytest.raises(client.exceptions.ClientError) as refused:
        client.put_object(Bucket="small", Key="during", Body=b"d" * 1000)
    assert refused.value.response["ResponseMetadata"]["HTTPStatusCode"] == 503
    assert client.get_object(Bucket="small", Key="before")["Body"].read() == b"b" * 1000
    filler.unlink()
    client.put_object(Bucket="small", Key="after", Body=b"a")
    assert [each["Key"] for each in client.list_objects_v2(Bucket="small")["Contents"]] == ["after", "before"]


def test_server_that_ends_at_start_is_named_and_all_is_rolled_back(tmp_path):
    # The object server cannot open its log, and ends with a traceback.
    (tmp_path / "logs" / "object.log").mkdir(parents=True)
    port = free_ports(1)[0]
    done = headwater("up", "--data", tmp_path, "--port", port)
    assert done.returncode == 1
    assert "the object server" in done.stderr
    assert "ended during its start" in done.stderr
    assert "IsADirectoryError" in done.stderr
    assert_nothing_left(tmp_path)
    with socket.create_server(("127.0.0.1", port)):
        pass


def test_interrupted_start_leaves_nothing(tmp_path):
    # Background processes, such as these tests, may ignore Ctrl-C.
    heeding = ["env", "--default-signal=INT"]
    up_command = [HEADWATER, "up", "--data", tmp_path, "--port", "0"]
    with subprocess.Popen([*heeding, *up_command]) as up:
        deadline = time.monotonic() + 60
        while not servers_of(tmp_path):
            assert up.poll() is None, "it ended before it started a server"
            assert time.monotonic() < deadline
        up.send_signal(signal.SIGINT)
        assert up.wait(60) == 130
    assert_nothing_left(tmp_path)


def test_server_that_dies_later_is_named_by_status_and_up(own_store, tmp_path):
    document = own_store()
    victim = psutil.Process(next(s["pid"] for s in document["servers"] if s["name"] == "container"))
    (tmp_path / "logs" / "container.log").write_text("the last words\n")
    victim.kill()
    psutil.wait_procs([victim], timeout=30)

    status = headwater("status", "--data", tmp_path)
    again = headwater("up", "--data", tmp_path)
    for done in (status, again):
        assert done.returncode == 1
        assert f"the container server has died (process {victim.pid})" in done.stderr
        assert "the last words" in done.stderr
        assert "headwater down" in done.stderr
    document = json.loads(headwater("status", "--json", "--data", tmp_path).stdout)
    assert document["state"] == "broken"
    assert {s["name"] for s in document["servers"] if s["state"] == "dead"} == {"container"}

    assert headwater("down", "--data", tmp_path).returncode == 0
    assert_nothing_left(tmp_path)
    own_store()


def test_server_that_hangs_is_named(own_store, tmp_path):
    document = own_store()
    proxy = psutil.Process(next(s["pid"] for s in document["servers"] if s["name"] == "proxy"))
    proxy.suspend()
    try:
        done = headwater("status", "--data", tmp_path)
    finally:
        proxy.resume()
    assert done.returncode == 1
    assert f"the proxy server does not respond (process {proxy.pid})" in done.stderr


def test_damaged_state_is_reported(tmp_path):
    (tmp_path / "state.json").write_text("{}")
    for command in ("status", "down", "up"):
        done = headwater(command, "--data", tmp_path)
        assert done.returncode == 1
        assert "state.json is damaged" in done.stderr


def test_damaged_credentials_are_not_replaced(tmp_path):
    (tmp_path / "credentials.json").write_text("{")
    done = headwater("up", "--data", tmp_path, "--port", 0)
    assert done.returncode == 1
    assert "credentials.json is damaged" in done.stderr
    assert (tmp_path / "credentials.json").read_text() == "{"
    assert_nothing_left(tmp_path)
