"""Shared by the tests: a store with its storlets, and clients that run them."""

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable
from configparser import ConfigParser
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Self
from urllib.parse import urlsplit

import psutil
import requests
from headwater.embedded import engine, processes, state
from headwater.embedded.layout import Layout
from store_support import SwiftSession, headwater, s3_client, start

from headwater_swift.wire.engine import Engine
from headwater_swift.wire.frames import Frame, FrameReader
from headwater_swift.wire.names import MEDIA_TYPE

SOURCES = Path(__file__).parent / "storlets"
READER = "headwater:reader"


@cache
def module(name: str) -> bytes:
    """A compiled storlet of this folder."""
    rustc = shutil.which("rustc")
    assert rustc, "rustc is needed, with the target wasm32-wasip1"
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "module.wasm"
        options = [
            "--edition",
            "2024",
            "--target",
            "wasm32-wasip1",
            "-C",
            "opt-level=s",
            "-C",
            "strip=symbols",
        ]
        subprocess.run([rustc, *options, SOURCES / f"{name}.rs", "-o", target], check=True, timeout=300)
        return target.read_bytes()


def run_headers(storlets: str = "many", **parameters: Any) -> dict[str, str]:
    """The headers that run storlets. The parameters are the first one's."""
    numbered = enumerate(parameters.items(), 1)
    headers = {
        f"X-Storlet-Parameter-{n}": f"{key}:{requests.utils.quote(str(v))}" for n, (key, v) in numbered
    }
    return {"X-Run-Storlet": storlets, **headers}


def read_frames(content: bytes) -> list[Frame]:
    """The frames of a complete answer."""
    chunks = iter([content])
    reader = FrameReader(lambda: next(chunks, b""))
    frames = [reader.read()]
    while not frames[-1].last:
        frames.append(reader.read())
    return frames


class Client(SwiftSession):
    """A user's session with the Swift API. URLs are paths in the account."""

    def __init__(self, document: dict, user: str = "swift") -> None:
        if user == READER:
            key = document["readonly"]["secret_key"]
            document = {**document, "swift": {**document["swift"], "user": READER, "key": key}}
        super().__init__(document)

    def call(self, path: str, method: str = "GET", **options: Any) -> requests.Response:
        """Send a request with any outcome."""
        return self.request(method, self.account + path, timeout=60, **options)

    def begin(self, method: str, path: str, headers: dict[str, str]) -> socket.socket:
        """A connection on which the head of a request was sent, and nothing else."""
        url = urlsplit(self.account + path)
        lines = [f"{method} {url.path} HTTP/1.1", f"Host: {url.netloc}"]
        every = {**self.headers, "Connection": "close", **headers}
        lines += [f"{name}: {value}" for name, value in every.items()]
        connection = socket.create_connection((url.hostname, url.port), timeout=60)
        connection.sendall("\r\n".join([*lines, "", ""]).encode())
        return connection

    def run(self, path: str, storlets: str = "many", headers: dict | None = None, **parameters: Any) -> bytes:
        """A storlet's answer, which must be complete."""
        response = self.call(path, headers={**run_headers(storlets, **parameters), **(headers or {})})
        assert response.status_code == 200, response.text
        return response.content

    def frames(self, path: str, headers: dict[str, str]) -> list[Frame]:
        """A framed answer."""
        response = self.call(path, headers={**headers, "Accept": MEDIA_TYPE})
        assert response.status_code == 200, response.text
        assert response.headers["Content-Type"] == MEDIA_TYPE
        return read_frames(response.content)


@dataclass
class Store:
    """A separate running store."""

    document: dict
    data: Path
    program: Path | None = None
    """The engine that `revive` starts, by default the one of this checkout."""
    owner: Client = field(init=False)
    reader: Client = field(init=False)

    @classmethod
    def up(cls, data: Path) -> Self:
        """Start it, with the container `box` and the storlet `many`."""
        return cls(start(data, "--bucket", "box"), data)

    def __post_init__(self) -> None:
        self.owner = Client(self.document)
        self.reader = Client(self.document, READER)
        self.owner.send_ok("PUT", "/storlet")
        self.owner.send_ok("PUT", "/storlet/many", data=module("many"))

    def down(self) -> None:
        """Stop it."""
        done = headwater("down", "--data", self.data)
        assert done.returncode == 0, done.stderr

    def s3(self, user: str = "s3"):
        """A boto3 client."""
        return s3_client(self.document, user)

    def pid(self, name: str) -> int:
        """The process id of a server."""
        return self._recorded(name).pid

    def port(self, name: str) -> int:
        """The port of a server."""
        return self._recorded(name).port

    def kill(self, name: str) -> None:
        """Kill a server immediately."""
        process = psutil.Process(self.pid(name))
        process.kill()
        psutil.wait_procs([process], timeout=30)

    def reconfigure(self, name: str, change: Callable[[ConfigParser], None]) -> None:
        """Change the configuration of one of Swift's servers, and restart it."""
        path = Layout(self.data).config(name)
        config = ConfigParser(interpolation=None)
        config.read(path)
        change(config)
        with path.open("w") as file:
            config.write(file)
        self.kill(name)
        self.revive(name)
        self.owner.authenticate()
        self.reader.authenticate()

    def revive(self, name: str, *options: str) -> None:
        """Restart a server that was killed. `options` are the engine's."""
        layout, old = Layout(self.data), self._recorded(name)
        if name == "engine":
            program = self.program or engine.find(layout)
            assert program
            new = engine.start(layout, program, old.port, options)
        else:
            new = processes.start(layout, name, old.port)
        recorded = state.load(layout.state)
        servers = tuple(new if each.name == name else each for each in recorded.servers)
        state.save(layout.state, state.State(recorded.port, recorded.started_at, servers))
        processes.await_ready(layout, [new])

    @property
    def engine_socket(self) -> str:
        """The path of the engine's socket."""
        return str(Layout(self.data).engine_socket)

    def engine_status(self) -> dict[str, Any]:
        """The engine's status."""
        return Engine(self.engine_socket, 10).call({"op": "status"})

    def page(self, path: str) -> str:
        """A page of the engine for operators."""
        response = requests.get(f"http://127.0.0.1:{self.port('engine')}{path}", timeout=10)
        response.raise_for_status()
        return response.text

    def counted(self, name: str, **labels: str) -> float:
        """The middleware's counter `name`, over all label sets with these labels."""
        page, metric = self.page("/metrics"), f"headwater_middleware_{name}_total"
        wanted = [f'{key}="{value}"' for key, value in labels.items()]
        return sum(
            float(line.rpartition(" ")[2])
            for line in page.splitlines()
            if line.startswith((f"{metric}{{", f"{metric} ")) and all(each in line for each in wanted)
        )

    def forget_modules(self, sha256: str = "") -> None:
        """Remove the module with this hash from the engine, or all modules."""
        self.kill("engine")
        for cached in (self.data / "engine-cache").glob(f"{sha256}*"):
            cached.unlink()
        self.revive("engine")

    def _recorded(self, name: str) -> state.ServerProcess:
        return next(each for each in state.load(Layout(self.data).state).servers if each.name == name)

    def quarantined(self) -> list[Path]:
        """The objects that Swift has quarantined as damaged."""
        folder = self.data / "nodes" / "d1" / "quarantined"
        return list(folder.rglob("*.data")) if folder.exists() else []


def await_true(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Poll until it is true. An error if that takes longer."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"not so within {seconds} s"
        time.sleep(0.1)


def s3_get(client, key: str, headers: dict[str, str], bucket: str = "box") -> dict:
    """GetObject with additional headers, which are signed like the others."""
    return with_headers(client, headers, lambda: client.get_object(Bucket=bucket, Key=key))


def with_headers(client, headers: dict[str, str], call):
    """The result of `call`, whose requests have `headers`."""

    def add(request, **_) -> None:
        for name, value in headers.items():
            request.headers.add_header(name, value)

    client.meta.events.register_first("before-sign.s3.*", add)
    try:
        return call()
    finally:
        client.meta.events.unregister("before-sign.s3.*", add)
