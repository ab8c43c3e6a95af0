"""The health of a server."""

import socket
import struct

import psutil
import requests

from headwater.embedded.state import ServerProcess

ENGINE = "engine"
"""The name of the engine among the servers. It listens on a Unix socket, its `config`."""

_TIMEOUT_S = 5.0

RUNNING, DEAD, UNRESPONSIVE = "running", "dead", "unresponsive"


def server_state(server: ServerProcess) -> str:
    """RUNNING, DEAD (the process has ended) or UNRESPONSIVE (it runs and does not respond)."""
    if not server.find():
        return DEAD
    return RUNNING if answers(server) else UNRESPONSIVE


def answers(server: ServerProcess) -> bool:
    """Whether this exact process listens where it should and responds there."""
    process = server.find()
    if process is None:
        return False
    if server.name == ENGINE:
        return _engine_answers(server.config)
    return _listens(process, server.port) and _healthy(server.port)


def _listens(process: psutil.Process, port: int) -> bool:
    try:
        connections = process.net_connections("tcp")
    except psutil.Error:
        return False
    return any(c.status == psutil.CONN_LISTEN and c.laddr.port == port for c in connections)


def _healthy(port: int) -> bool:
    with requests.Session() as session:
        session.trust_env = False  # ignore proxies of the environment on loopback
        try:
            return session.get(f"http://127.0.0.1:{port}/healthcheck", timeout=_TIMEOUT_S).ok
        except requests.RequestException:
            return False


def _engine_answers(path: str) -> bool:
    """Whether it responds to `status`: protocol/STORLETS.md, section 4."""
    request = b'{"version": 1, "op": "status"}'
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(_TIMEOUT_S)
        try:
            connection.connect(path)
            connection.sendall(struct.pack("<I", len(request)) + request)
            return connection.recv(1) == b"E"
        except OSError:
            return False
