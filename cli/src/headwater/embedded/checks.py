"""Checks before the store can start. Each raises HeadwaterError with a remedy."""

import errno
import os
import shutil
import socket
import tempfile
from pathlib import Path

import psutil

from headwater.core.errors import HeadwaterError
from headwater.embedded.config import RESERVE_BYTES
from headwater.embedded.layout import Layout

_UNREADABLE = set("#%\n\r")
"""Characters with a special meaning in the library that reads Swift's configuration."""

MIN_FREE_BYTES = RESERVE_BYTES + 64 * 1024 * 1024
"""The free space below which the store does not start, because it could accept almost nothing."""


def check_data_folder(layout: Layout) -> None:
    """Create the data folder's folders, and check that they are writable and support Swift's metadata."""
    if strange := _UNREADABLE & set(str(layout.data)):
        raise HeadwaterError(
            f"the data folder {str(layout.data)!r} has {', '.join(map(repr, sorted(strange)))} in its path",
            advice="Choose one without with --data: Swift cannot find its configuration there.",
        )
    try:
        layout.create()
        probe_xattrs(layout.nodes)
    except OSError as error:
        raise HeadwaterError(
            f"the data folder {layout.data} cannot be used: {error.strerror}",
            advice="Choose a folder that you may write with --data.",
        ) from error


def probe_xattrs(folder: Path) -> None:
    """Set a user extended attribute on a new file in `folder`, where Swift keeps an object's metadata."""
    if not hasattr(os, "setxattr"):
        raise HeadwaterError(
            "the embedded store needs Linux", advice="Run it in a container or a virtual machine."
        )
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".probe-") as file:
        try:
            os.setxattr(file.fileno(), "user.headwater.probe", b"1")
        except OSError as error:
            if error.errno not in (errno.ENOTSUP, errno.EPERM, errno.ENOSYS):
                raise
            raise HeadwaterError(
                f"the file system of {folder} has no user extended attributes, and Swift needs them",
                advice="Choose a folder on ext4, xfs or btrfs with --data "
                "(an ext4 must not be mounted with nouser_xattr).",
            ) from error


def check_free_space(folder: Path) -> None:
    """Check that the disk of `folder` has at least MIN_FREE_BYTES left."""
    free = shutil.disk_usage(folder).free
    if free < MIN_FREE_BYTES:
        raise HeadwaterError(
            f"the disk of {folder} is full: {free // 2**20} MiB free, {MIN_FREE_BYTES // 2**20} needed",
            advice="Free some space, or choose a folder on another disk with --data.",
        )


def check_port(port: int) -> None:
    """Check that `port` can be bound on 127.0.0.1. If not, name its process."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
            probe.listen(1)
        except OSError as error:
            raise _port_error(port, error) from error


def _port_error(port: int, error: OSError) -> HeadwaterError:
    if error.errno != errno.EADDRINUSE:
        return HeadwaterError(
            f"port {port} of 127.0.0.1 cannot be used: {error.strerror}",
            advice="Choose another one with --port.",
        )
    return HeadwaterError(
        f"port {port} of 127.0.0.1 is taken{_owner(port)}",
        advice="Choose another one with --port, or stop what listens there.",
    )


def _owner(port: int) -> str:
    """' by ...' for the process that listens on `port`, if this user may know it."""
    try:
        for connection in psutil.net_connections("tcp"):
            if connection.status == psutil.CONN_LISTEN and connection.laddr.port == port and connection.pid:
                return _describe(psutil.Process(connection.pid))
    except psutil.Error:
        pass
    return ""


def _describe(process: psutil.Process) -> str:
    last = Path(process.cmdline()[-1])
    if last.name == "proxy-server.conf":
        return f" by the store of {last.parent.parent} (process {process.pid})"
    return f" by {process.name()} (process {process.pid})"


def free_ports(count: int) -> list[int]:
    """`count` currently free ports of 127.0.0.1."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]
    finally:
        for each in sockets:
            each.close()
