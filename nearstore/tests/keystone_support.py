"""A real Swift that authenticates with a real Keystone, and its users in several domains."""

import json
import secrets
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests

PROGRAM = Path(__file__).resolve().parents[2] / "tools" / "keystone-swift"


@dataclass(frozen=True)
class User:
    """A user with the role `member` in one project, and a session for any Swift account."""

    domain: str
    project: str
    project_id: str
    user_id: str
    name: str
    password: str
    session: requests.Session

    def send(self, method: str, url: str, **options: Any) -> requests.Response:
        """Send a request with any outcome."""
        return self.session.request(method, url, timeout=60, **options)

    def send_ok(self, method: str, url: str, **options: Any) -> requests.Response:
        """Send a request that must succeed."""
        response = self.send(method, url, **options)
        assert response.ok, (response.status_code, response.text)
        return response


class Cloud:
    """The users of a Keystone and of the Swift that it knows. `document` is that of `Keystone.furnish`."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.url = document["auth_url"]
        self._swift = f"http://127.0.0.1:{document['swift_port']}/v1"
        self._admin = _session()
        self._admin.headers["X-Auth-Token"] = self._token(
            "default", "admin", document["admin_password"], {"name": "admin", "domain": {"id": "default"}}
        )
        roles = self._send("GET", "/roles")["roles"]
        self._member = next(role["id"] for role in roles if role["name"] == "member")

    def account(self, user: User) -> str:
        """The URL of the Swift account of a user's project."""
        return f"{self._swift}/AUTH_{user.project_id}"

    def domain(self, name: str) -> str:
        """Create a domain, and return its id."""
        return self._send("POST", "/domains", {"domain": {"name": name}})["domain"]["id"]

    def user(self, domain: str, project: str, name: str) -> User:
        """Create a user of a new project, both in the domain `domain`."""
        made = self._send("POST", "/projects", {"project": {"name": project, "domain_id": domain}})
        project_id = made["project"]["id"]
        password = secrets.token_hex(16)
        account = {"name": name, "password": password, "domain_id": domain}
        user_id = self._send("POST", "/users", {"user": account})["user"]["id"]
        self._send("PUT", f"/projects/{project_id}/users/{user_id}/roles/{self._member}")
        session = _session()
        session.headers["X-Auth-Token"] = self._token(domain, name, password, {"id": project_id})
        return User(domain, project, project_id, user_id, name, password, session)

    def _token(self, domain: str, name: str, password: str, project: dict[str, Any]) -> str:
        user = {"name": name, "domain": {"id": domain}, "password": password}
        identity = {"methods": ["password"], "password": {"user": user}}
        document = {"auth": {"identity": identity, "scope": {"project": project}}}
        response = _session().post(f"{self.url}/auth/tokens", json=document, timeout=60)
        response.raise_for_status()
        return response.headers["X-Subject-Token"]

    def _send(self, method: str, path: str, document: dict | None = None) -> dict[str, Any]:
        response = self._admin.request(method, self.url + path, json=document, timeout=60)
        response.raise_for_status()
        return response.json() if response.content else {}


@contextmanager
def running() -> Iterator[Cloud]:
    """Keystone and Swift, from the program `tools/keystone-swift`. To start them takes half a minute."""
    command = [sys.executable, PROGRAM]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        line = process.stdout.readline()
        assert line, "tools/keystone-swift did not start"
        yield Cloud(json.loads(line))
        process.communicate(timeout=60)


def _session() -> requests.Session:
    session = requests.Session()
    session.trust_env = False
    return session
