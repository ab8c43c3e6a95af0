"""A Keystone server of the test tools, with its service catalogue."""

import base64
import configparser
import json
import os
import secrets
import subprocess
import sys
import urllib.error
import urllib.request
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from servers import server

START_SECONDS = 120
REGIONS = ("RegionOne", "RegionTwo")

# Not with waitress-serve, because Keystone parses its command line arguments as its own.
SERVE = """
import os, waitress
from keystone.wsgi.api import application
waitress.serve(application, host="127.0.0.1", port=int(os.environ["PORT"]), threads=8)
"""
NO_PROXY = urllib.request.build_opener(urllib.request.ProxyHandler({}))


class Keystone:
    """A Keystone server with its database and keys in one folder."""

    def __init__(self, tools: Path, folder: Path) -> None:
        self.tools, self.folder = tools, folder
        self.url = ""
        self.password = secrets.token_hex(16)
        self.service_password = secrets.token_hex(16)
        self.token = ""
        folder.mkdir()
        self.config = folder / "keystone.conf"
        write(
            self.config,
            {
                "DEFAULT": {"log_file": str(folder / "keystone.log")},
                "database": {"connection": f"sqlite:///{folder}/keystone.db"},
                "token": {"provider": "fernet"},
                "fernet_tokens": {"key_repository": str(folder / "fernet-keys")},
                "fernet_receipts": {"key_repository": str(folder / "fernet-keys")},
                "credential": {"key_repository": str(folder / "credential-keys")},
                # The minimum number of rounds, because passwords of a temporary server need no protection.
                "identity": {"password_hash_rounds": "4"},
            },
        )

    @contextmanager
    def served(self):
        """Create the database and the keys, and run the server."""
        self._manage("db_sync")
        for repository in ("fernet-keys", "credential-keys"):
            write_keys(self.folder / repository)
        variables = {
            "OS_KEYSTONE_CONFIG_FILES": str(self.config),
            "OS_KEYSTONE_CONFIG_DIR": str(self.folder),
        }

        def launch(port: int, output: BinaryIO) -> subprocess.Popen:
            return start(
                [self.tools / "python", "-P", "-c", SERVE],
                output,
                variables | {"PORT": str(port)},
            )

        with server(launch, self.folder / "server.log", START_SECONDS) as port:
            self.url = f"http://127.0.0.1:{port}/v3"
            # The middleware uses the internal address.
            urls = (
                "--bootstrap-public-url",
                self.url,
                "--bootstrap-internal-url",
                self.url,
            )
            self._manage("bootstrap", "--bootstrap-password", self.password, *urls)
            yield

    def _manage(self, *arguments: str) -> None:
        command = [
            self.tools / "keystone-manage",
            "--config-file",
            self.config,
            *arguments,
        ]
        done = subprocess.run(
            command,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            sys.exit(
                f"Keystone: keystone-manage {arguments[0]} failed:\n{done.stdout[-4000:]}"
            )

    def authtoken(self) -> dict[str, str]:
        """The settings of Keystone's middleware in a proxy. Its user exists once `furnish` was called."""
        return {
            "paste.filter_factory": "keystonemiddleware.auth_token:filter_factory",
            "www_authenticate_uri": self.url,
            "auth_url": self.url,
            "auth_type": "password",
            "project_domain_id": "default",
            "user_domain_id": "default",
            "project_name": "service",
            "username": "swift",
            "password": self.service_password,
            "delay_auth_decision": "true",
            "include_service_catalog": "false",
        }

    def furnish(self, swift_port: int) -> dict:
        """Create the service user, a project with its user, and the catalogue.

        Returns the client's settings.
        """
        self._authenticate()
        roles = {
            role["name"]: role["id"] for role in self._send("GET", "/roles")["roles"]
        }
        service = self._project(
            "service", "swift", self.service_password, roles["admin"]
        )
        demo = self._project(
            "demo-project", "demo", secrets.token_hex(16), roles["member"]
        )
        self._catalogue(swift_port)
        return {
            "auth_url": self.url,
            "admin_password": self.password,
            "swift_port": swift_port,
            "regions": REGIONS,
            "service": service,
            "demo": demo,
        }

    def _authenticate(self) -> None:
        user = {"name": "admin", "domain": {"id": "default"}, "password": self.password}
        scope = {"project": {"name": "admin", "domain": {"id": "default"}}}
        identity = {"methods": ["password"], "password": {"user": user}}
        self._send(
            "POST", "/auth/tokens", {"auth": {"identity": identity, "scope": scope}}
        )

    def _project(self, project: str, user: str, password: str, role: str) -> dict:
        made = self._send(
            "POST", "/projects", {"project": {"name": project, "domain_id": "default"}}
        )
        project_id = made["project"]["id"]
        account = {"name": user, "password": password, "domain_id": "default"}
        user_id = self._send("POST", "/users", {"user": account})["user"]["id"]
        self._send("PUT", f"/projects/{project_id}/users/{user_id}/roles/{role}")
        return {
            "user": user,
            "user_id": user_id,
            "password": password,
            "project": project,
            "project_id": project_id,
        }

    def _catalogue(self, port: int) -> None:
        service = {"name": "swift", "type": "object-store"}
        service_id = self._send("POST", "/services", {"service": service})["service"][
            "id"
        ]
        self._send("PUT", f"/regions/{REGIONS[0]}", {"region": {}})
        self._send("PUT", f"/regions/{REGIONS[1]}", {"region": {}})
        # No server listens for the second region. A client that uses it gets an error.
        for region, address in (
            (REGIONS[0], f"127.0.0.1:{port}"),
            (REGIONS[1], "127.0.0.1:1"),
        ):
            for interface in ("public", "internal", "admin"):
                endpoint = {
                    "service_id": service_id,
                    "region_id": region,
                    "interface": interface,
                    "url": f"http://{address}/v1/AUTH_%(project_id)s",
                }
                self._send("POST", "/endpoints", {"endpoint": endpoint})

    def _send(self, method: str, path: str, document: dict | None = None) -> dict:
        body = None if document is None else json.dumps(document).encode()
        request = urllib.request.Request(self.url + path, body, method=method)
        request.add_header("Content-Type", "application/json")
        if self.token:
            request.add_header("X-Auth-Token", self.token)
        try:
            with NO_PROXY.open(request, timeout=START_SECONDS) as answer:
                self.token = answer.headers.get("X-Subject-Token", self.token)
                return json.loads(answer.read() or b"{}")
        except urllib.error.HTTPError as error:
            sys.exit(
                f"Keystone: {method} {path}: {error.code} {error.read().decode(errors='replace')}"
            )


def start(
    command: list, output: BinaryIO, variables: dict[str, str]
) -> subprocess.Popen:
    """Start a server with its output in a file."""
    return subprocess.Popen(
        command,
        env=os.environ | variables,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,  # Ctrl-C is for this script, which stops it.
    )


def write_keys(repository: Path) -> None:
    """Write the next key and the primary key of a repository.

    As `keystone-manage fernet_setup` does, which takes seconds to start.
    """
    repository.mkdir(mode=0o700)
    for name in ("0", "1"):
        key = repository / name
        key.touch(mode=0o600)
        key.write_bytes(base64.urlsafe_b64encode(secrets.token_bytes(32)))


def write(path: Path, sections: dict[str, dict[str, str]]) -> None:
    """Write a configuration file."""
    config = configparser.ConfigParser(interpolation=None)
    config.read_dict(sections)
    with path.open("w") as file:
        config.write(file)
