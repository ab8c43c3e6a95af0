"""What `headwater query` and `headwater doctor` advise for frequent mistakes."""

import os
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from headwater.doctor.examination import examine
from headwater.doctor.subject import subject
from store_support import headwater
from test_doctor import endpoint
from tls_support import certificates, tls_proxy


def failed(uri: str, *options: str, env: dict | None = None) -> list[str]:
    """The lines of the error of a query."""
    done = headwater("query", f"SELECT * FROM '{uri}'", *options, env=env)
    assert (done.returncode, done.stdout) == (1, "")
    return done.stderr.splitlines()


@pytest.mark.usefixtures("s3_environment")
def test_a_query_of_what_has_no_rows(lake) -> None:
    lake.put("empty.csv", b"")
    lake.put("empties/a.csv", b"")
    for name in ("empty.csv", "empties"):
        assert failed(lake.uri(name)) == [
            f"Error: {lake.uri(name)} is empty, so it has no columns",
            "What to do: Name an object or a folder that has rows.",
        ]
    url = lake.store["s3"]["endpoint"]
    assert failed(lake.uri("none.csv")) == [
        f"Error: there is no object and no folder {lake.uri('none.csv')} at {url}",
        "What to do: Check the path in the URI.",
    ]
    assert failed("s3://no-such-bucket/meters.csv") == [
        f"Error: there is no bucket no-such-bucket at {url}",
        "What to do: Check the name in the URI and the endpoint, or create the bucket.",
    ]


class _NotAStore(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_error(404)

    do_HEAD = do_GET  # noqa: N815 (the name in http.server)

    def log_message(self, *_arguments: object) -> None:
        """Nothing."""


@pytest.mark.usefixtures("s3_environment")
def test_an_endpoint_that_is_no_store() -> None:
    server = ThreadingHTTPServer(("127.0.0.1", 0), _NotAStore)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    url = f"http://127.0.0.1:{server.server_port}"
    for command in (
        ("ls", "s3://lake/x/"),
        ("sweep", "s3://lake/x/"),
        ("query", "SELECT * FROM 's3://lake/x/'"),
    ):
        done = headwater(*command, "--endpoint", url)
        message, advice = done.stderr.splitlines()
        assert message.startswith(f"Error: {url} refused to list "), message
        assert advice == "What to do: Check the endpoint: the server may not be an S3 store."
    server.shutdown()


@pytest.mark.usefixtures("s3_environment")
def test_a_query_of_a_value_with_a_line_break(shelf) -> None:
    shelf.put("lines.csv", b'n,text\n1,"two\nlines"\n')
    advice = failed(shelf.uri("lines.csv"))[1]
    assert advice == (
        "What to do: Read without the store's help: --no-pushdown, or pushdown=False in Python."
    )


def test_reading_is_not_examined_in_a_folder_with_empty_objects(lake) -> None:
    lake.put("data/empty.csv", b"")
    found = {
        each.check: each for each in examine(subject(endpoint(lake.store, "readonly"), lake.bucket, "data/"))
    }
    assert found["read"].message == "Reading was not tried, because the folder has no object with content."
    assert found["read"].advice == "Examine a folder that has one."


@pytest.fixture
def tls(store: dict, tmp_path: Path) -> Iterator[dict[str, str]]:
    """The environment of a user of the store by TLS, whose CA is `ca.pem` in `tmp_path`."""
    certificates(tmp_path, "ca.pem")
    with tls_proxy(tmp_path, int(store["s3"]["endpoint"].rpartition(":")[2])) as port:
        yield {
            **os.environ,
            "AWS_ENDPOINT_URL_S3": f"https://localhost:{port}",
            "AWS_ACCESS_KEY_ID": store["s3"]["access_key"],
            "AWS_SECRET_ACCESS_KEY": store["s3"]["secret_key"],
        }


def test_a_certificate_of_an_unknown_authority(tls: dict[str, str], tmp_path: Path) -> None:
    message, advice = failed("s3://shared/meters.csv", env=tls)
    host = tls["AWS_ENDPOINT_URL_S3"].removeprefix("https://")
    assert message.startswith(
        f"Error: the certificate of {host} is signed by a CA that this machine does not trust: "
    )
    assert advice.startswith("What to do: Set AWS_CA_BUNDLE to a PEM file with the CA's certificate.")
    for bundle in (tmp_path / "none.pem", tmp_path / "server.csr"):
        wrong = tls | {"AWS_CA_BUNDLE": str(bundle)}
        message, advice = failed("s3://shared/meters.csv", env=wrong)
        assert message == f"Error: the CA bundle {bundle} cannot be read"
        shown = headwater("doctor", "s3://shared/", env=wrong).stdout
        assert f"The CA bundle {bundle} cannot be read." in shown
        assert "What to do: Set AWS_CA_BUNDLE to a PEM file with the CA's certificate." in shown
