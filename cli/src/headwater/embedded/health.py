"""Whether a server does its work."""

import psutil
import requests

from headwater.embedded.state import ServerProcess

_TIMEOUT_S = 5.0

RUNNING, DEAD, UNRESPONSIVE = "running", "dead", "unresponsive"


def server_state(server: ServerProcess) -> str:
    """RUNNING, DEAD (the process has ended) or UNRESPONSIVE (it runs and does not answer)."""
    if not server.find():
        return DEAD
    return RUNNING if answers(server) else UNRESPONSIVE


def answers(server: ServerProcess) -> bool:
    """Whether this very process listens on its port and answers there."""
    process = server.find()
    return process is not None and _listens(process, server.port) and _healthy(server)


def _listens(process: psutil.Process, port: int) -> bool:
    try:
        connections = process.net_connections("tcp")
    except psutil.Error:
        return False
    return any(c.status == psutil.CONN_LISTEN and c.laddr.port == port for c in connections)


def _healthy(server: ServerProcess) -> bool:
    path = "metrics" if server.name == "engine" else "healthcheck"
    with requests.Session() as session:
        session.trust_env = False  # a proxy of the environment has no business on loopback
        try:
            return session.get(f"http://127.0.0.1:{server.port}/{path}", timeout=_TIMEOUT_S).ok
        except requests.RequestException:
            return False
