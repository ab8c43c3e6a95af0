"""The stores that only `make test-stores` starts, each on a free port of 127.0.0.1."""

import functools
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from servers import server

_ROOT = Path(__file__).resolve().parent.parent
_START_SECONDS = 60
_ACCESS_KEY = "key"
_SECRET_KEY = "secret"

Launch = Callable[[Path, int, BinaryIO], subprocess.Popen]
"""Starts a store with a folder, on a port, with a file for its output."""


def _moto(folder: Path, port: int, output: BinaryIO) -> subprocess.Popen:
    """An imitation of Amazon's services in Python."""
    program = _ROOT / ".cache/stores/bin/moto_server"
    return _started([program, "-H", "127.0.0.1", "-p", str(port)], folder, output)


def _gofakes3(folder: Path, port: int, output: BinaryIO) -> subprocess.Popen:
    """An S3 service in Go for tests."""
    program = _ROOT / ".cache/bin/gofakes3"
    return _started(
        [program, "-backend", "memory", "-host", f"127.0.0.1:{port}"], folder, output
    )


def _s3proxy(folder: Path, port: int, output: BinaryIO) -> subprocess.Popen:
    """A proxy in Java that gives other stores S3's API, in front of a folder."""
    settings = {
        "s3proxy.endpoint": f"http://127.0.0.1:{port}",
        "s3proxy.authorization": "aws-v2-or-v4",
        "s3proxy.identity": _ACCESS_KEY,
        "s3proxy.credential": _SECRET_KEY,
        "jclouds.provider": "filesystem-nio2",
        "jclouds.filesystem.basedir": str(folder / "s3proxy"),
    }
    (folder / "s3proxy").mkdir(exist_ok=True)
    file = folder / "s3proxy.conf"
    file.write_text("".join(f"{name}={value}\n" for name, value in settings.items()))
    program = _ROOT / ".cache/store-jars/s3proxy.jar"
    return _started(["java", "-jar", program, "--properties", file], folder, output)


LAUNCHES: dict[str, Launch] = {
    "MOTO": _moto,
    "GOFAKES3": _gofakes3,
    "S3PROXY": _s3proxy,
}
"""By the names of the stores in the tests."""


def _started(command: list, folder: Path, output: BinaryIO) -> subprocess.Popen:
    return subprocess.Popen(
        command, cwd=folder, stdout=output, stderr=output, start_new_session=True
    )


@contextmanager
def running(name: str, folder: Path, launch: Launch) -> Iterator[dict[str, str]]:
    """Run a store, and yield the variables with its address and its keys."""
    with server(
        functools.partial(launch, folder), folder / f"{name}.log", _START_SECONDS
    ) as port:
        prefix = f"HEADWATER_TEST_{name}_"
        yield {
            f"{prefix}ENDPOINT": f"http://127.0.0.1:{port}",
            f"{prefix}ACCESS_KEY": _ACCESS_KEY,
            f"{prefix}SECRET_KEY": _SECRET_KEY,
        }
