"""`headwater doctor` with a store that fails many requests for the same reason."""

import json
import os
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler

import pytest

from http_support import serving
from store_support import headwater

LISTING = b"<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>"


class FailingStore(BaseHTTPRequestHandler):
    """An S3 API that lists no objects, accepts every PUT, and fails otherwise."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        lists = "list-type=2" in self.path
        self.answer(200 if lists else 500, LISTING if lists else b"")

    def do_PUT(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(200)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(500)

    def do_DELETE(self) -> None:
        self.answer(500)

    def answer(self, status: int, content: bytes = b"") -> None:
        """Send a complete response."""
        self.send_response(status)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def environment() -> Iterator[dict[str, str]]:
    keys = {"AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s", "AWS_REGION": "x"}
    with serving(FailingStore) as url:
        yield {**os.environ, **keys, "AWS_ENDPOINT_URL_S3": url}


def test_the_same_advice_is_shown_once(environment):
    shown = headwater("doctor", "s3://b/x", env=environment)
    report = headwater("doctor", "s3://b/x", "--json", env=environment)
    assert (shown.returncode, report.returncode) == (1, 1)
    advised = [each["check"] for each in json.loads(report.stdout)["findings"] if "log" in each["advice"]]
    assert set(advised) > {"read", "multipart", "delete"}
    assert shown.stdout.count("The store fails: 500") == len(advised)
    assert shown.stdout.count("Look into the store's log") == 1


def examined(*arguments: str, **variables: str) -> tuple[int, dict[str, str]]:
    """The exit code, and the only error of an examination."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    done = headwater("doctor", "s3://b/x", "--json", *arguments, env=kept | variables)
    assert done.stderr == ""
    [found] = [each for each in json.loads(done.stdout)["findings"] if each["grade"] == "error"]
    return done.returncode, found


@pytest.mark.parametrize(
    ("variables", "check"),
    [({"AWS_ACCESS_KEY_ID": "k"}, "keys"), ({"AWS_REGION": "a b"}, "reach")],
)
def test_an_environment_that_no_client_accepts(variables: dict[str, str], check: str):
    code, found = examined("--endpoint", "http://127.0.0.1:9", **variables)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    listed = headwater("ls", "s3://b/x", "--endpoint", "http://127.0.0.1:9", env=kept | variables)
    message, advice = listed.stderr.splitlines()
    assert (code, found["check"]) == (1, check)
    assert found["message"].lower().rstrip(".") == message.removeprefix("Error: ").lower().rstrip(".")
    assert found["advice"] == advice.removeprefix("What to do: ")


def test_the_advice_names_where_the_endpoint_is_set():
    keys = {"AWS_ACCESS_KEY_ID": "k", "AWS_SECRET_ACCESS_KEY": "s"}
    _, given = examined("--endpoint", "http://127.0.0.1:9", **keys)
    _, named = examined(**keys, AWS_ENDPOINT_URL_S3="https://127.0.0.1:9")
    assert given["advice"] == (
        "Check the host and port in --endpoint, that the store runs, firewalls, and HTTP_PROXY."
    )
    assert named["advice"] == (
        "Check the host and port in AWS_ENDPOINT_URL_S3, that the store runs, firewalls, and HTTPS_PROXY."
    )
