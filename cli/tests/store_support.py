"""Shared by the tests: running the real command, and clients of the store that it started."""

import json
import subprocess
import sys
from pathlib import Path

import boto3
import psutil
import requests
from botocore.config import Config

from transactions import record

HEADWATER = str(Path(sys.executable).with_name("headwater"))


def headwater(*arguments: object, **options) -> subprocess.CompletedProcess:
    """Run the real command to its end."""
    command = [HEADWATER, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=600, check=False, **options)


def start(data: Path, *arguments: object) -> dict:
    """Start a store on a free port, or fail with the command's output."""
    port = () if "--port" in arguments else ("--port", 0)
    done = headwater("up", "--json", "--data", data, *port, *arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def s3_client(document: dict, user: str = "s3"):
    """A boto3 client for the store's owner, or its reader ("readonly"). It sends each request once."""
    client = boto3.client(
        "s3",
        endpoint_url=document["s3"]["endpoint"],
        region_name=document["s3"]["region"],
        aws_access_key_id=document[user]["access_key"],
        aws_secret_access_key=document[user]["secret_key"],
        config=Config(s3={"addressing_style": "path"}, retries={"total_max_attempts": 1}),
    )
    record(client)
    return client


def servers_of(data: Path) -> list[int]:
    """The processes that run with this data folder's configuration."""
    return [
        process.pid
        for process in psutil.process_iter(["cmdline"])
        if any(str(data / "etc") in argument for argument in process.info["cmdline"] or ())
    ]


class SwiftSession(requests.Session):
    """The owner's session with the Swift API. URLs are paths in the account."""

    def __init__(self, document: dict) -> None:
        super().__init__()
        self.trust_env = False
        record(self)
        self._swift = document["swift"]
        self.account = self._swift["storage_url"]
        self.authenticate()

    def authenticate(self) -> None:
        identity = {"X-Auth-User": self._swift["user"], "X-Auth-Key": self._swift["key"]}
        response = self.get(self._swift["auth_url"], headers=identity)
        response.raise_for_status()
        assert response.headers["X-Storage-Url"] == self.account
        self.headers["X-Auth-Token"] = response.headers["X-Auth-Token"]

    def send_ok(self, method: str, path: str = "", **options) -> requests.Response:
        response = self.request(method, self.account + path, **options)
        response.raise_for_status()
        return response
