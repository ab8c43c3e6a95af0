"""A real Swift that authenticates with a real Keystone, and its users in several domains."""

import json
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import requests

PROGRAM = Path(__file__).resolve().parents[2] / "tools" / "keystone-swift"
_PASSWORD = "of-a-test"


@dataclass(frozen=True)
class User:
    """A user with the role `member` in one project, and a session for any Swift account."""

    project: str
    project_id: str
    user_id: str
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
    """Keystone and Swift, from the program `tools/keystone-swift`."""

    def __init__(self, process: subprocess.Popen, document: dict[str, Any]) -> None:
        self._process = process
        self._url = document["auth_url"]
        self._swift = f"http://127.0.0.1:{document['swift_port']}/v1"
        self._admin = _session()
        self._admin.headers["X-Auth-Token"] = self._token(
            "default", "admin", document["admin_password"], {"name": "admin", "domain": {"id": "default"}}
        )
        roles = self._send("GET", "/roles")["roles"]
        self._member = next(role["id"] for role in roles if role["name"] == "member")

    @classmethod
    def up(cls) -> Self:
        """Start them, which takes half a minute."""
        command = [sys.executable, PROGRAM]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        line = process.stdout.readline()
        assert line, "tools/keystone-swift did not start"
        return cls(process, json.loads(line))

    def down(self) -> None:
        """Stop them."""
        self._process.communicate(timeout=60)

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
        account = {"name": name, "password": _PASSWORD, "domain_id": domain}
        user_id = self._send("POST", "/users", {"user": account})["user"]["id"]
        self._send("PUT", f"/projects/{project_id}/users/{user_id}/roles/{self._member}")
        session = _session()
        session.headers["X-Auth-Token"] = self._token(domain, name, _PASSWORD, {"id": project_id})
        return User(project, project_id, user_id, session)

    def _token(self, domain: str, name: str, password: str, project: dict[str, Any]) -> str:
        user = {"name": name, "domain": {"id": domain}, "password": password}
        identity = {"methods": ["password"], "password": {"user": user}}
        document = {"auth": {"identity": identity, "scope": {"project": project}}}
        response = _session().post(f"{self._url}/auth/tokens", json=document, timeout=60)
        response.raise_for_status()
        return response.headers["X-Subject-Token"]

    def _send(self, method: str, path: str, document: dict | None = None) -> dict[str, Any]:
        response = self._admin.request(method, self._url + path, json=document, timeout=60)
        response.raise_for_status()
        return response.json() if response.content else {}


def _session() -> requests.Session:
    session = requests.Session()
    session.trust_env = False
    return session
