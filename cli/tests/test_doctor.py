"""`headwater doctor`: the right sentence for each thing that can be wrong with a store."""

import json
import os
from collections.abc import Iterator
from datetime import datetime, timedelta
from http.server import BaseHTTPRequestHandler
from importlib.metadata import version
from pathlib import Path

import pytest
from botocore import auth

from headwater.core.s3 import Endpoint
from headwater.doctor import contact
from headwater.doctor.examination import examine
from headwater.doctor.finding import Finding, Grade
from headwater.doctor.subject import RESERVED, subject
from http_support import serving
from store_support import headwater
from versity_support import BUCKET, PROGRAM, certificate, versitygw

needs_versitygw = pytest.mark.skipif(not PROGRAM, reason="versitygw is not installed: make versitygw")


def endpoint(store: dict, user: str = "s3", **other: str) -> Endpoint:
    keys = {"access_key": store[user]["access_key"], "secret_key": store[user]["secret_key"]}
    return Endpoint(**{"url": store["s3"]["endpoint"], "region": "us-east-1", **keys, **other})


def examined(store: Endpoint, bucket: str, folder: str = "") -> dict[str, Finding]:
    """The worst finding of each check."""
    found: dict[str, Finding] = {}
    for each in examine(subject(store, bucket, folder)):
        order = list(Grade).index
        if each.check not in found or order(each.grade) > order(found[each.check].grade):
            found[each.check] = each
    return found


def wrong(found: dict[str, Finding]) -> dict[str, Grade]:
    """The checks whose findings are warnings or errors."""
    return {name: each.grade for name, each in found.items() if each.grade not in (Grade.OK, Grade.NOTE)}


def test_swift_without_and_with_the_storlets(own_store):
    store = own_store("--bucket", BUCKET)
    without = examined(endpoint(store), BUCKET)
    assert wrong(without) == {"storlets": Grade.WARNING}
    assert without["storlets"].message == "The storlet csv is not deployed."
    assert without["storlets"].advice == "Deploy the storlets: headwater storlets deploy"
    assert headwater("storlets", "deploy", "--data", store["data"]).returncode == 0
    found = examined(endpoint(store), BUCKET)
    assert wrong(found) == {}
    assert found["storlets"].message == f"The store runs storlets (middleware {version('headwater-swift')})."
    assert found["slo"].message.startswith("This Swift (2.")
    assert "Jobs use claims instead" in found["conditions"].message
    assert found["conditions"].figures["create"] is True
    assert set(found) >= {"reach", "tls", "clock", "keys", "list", "write", "read", "multipart", "delete"}
    assert set(found) >= {"listing", "bulk delete", "latency", "throughput", "spark"}
    assert "clean" not in found


def test_nothing_of_an_examination_stays(lake):
    lake.put("data/x")
    lake.upload(f"data/{RESERVED}other/upload")
    examined(endpoint(lake.store), lake.bucket, "data/")
    assert lake.stored() == ["data/x"]
    assert lake.uploads() == [f"data/{RESERVED}other/upload"]


def test_a_user_who_may_only_read(lake):
    lake.put("data/x")
    found = examined(endpoint(lake.store, "readonly"), lake.bucket, "data/")
    assert wrong(found) == {"write": Grade.WARNING}
    assert found["write"].message == (
        f"The keys may not write to the bucket {lake.bucket}. Jobs cannot write datasets."
    )
    assert found["write"].advice == (
        "Give them the right (s3:PutObject, in Swift the write ACL), unless this is intended."
    )
    assert found["read"].grade == Grade.OK


def test_a_wrong_key(lake):
    found = examined(endpoint(lake.store, secret_key="wrong-and-secret"), lake.bucket)
    assert wrong(found) == {"keys": Grade.ERROR}
    assert found["keys"].message == (
        "The store does not know these keys: the secret key does not belong to the access key "
        f"{lake.store['s3']['access_key']}."
    )
    assert "AWS_SECRET_ACCESS_KEY" in found["keys"].advice
    assert "wrong-and-secret" not in str(found)


def test_a_bucket_that_does_not_exist(store):
    found = examined(endpoint(store), "no-such-bucket")
    assert wrong(found) == {"bucket": Grade.ERROR}
    assert found["bucket"].message == "There is no bucket no-such-bucket."
    found = examined(endpoint(store), "Not_a..bucket")
    assert found["bucket"].message == "The name Not_a..bucket is not that of a bucket."


@pytest.mark.parametrize(("minutes", "refused"), [(5, False), (-5, False), (30, True)])
def test_a_skewed_clock(lake, monkeypatch, minutes, refused):
    skew, now, signed = timedelta(minutes=minutes), contact.now, auth.get_current_datetime

    def skewed() -> datetime:
        return now() + skew

    monkeypatch.setattr(contact, "now", skewed)
    monkeypatch.setattr(
        auth, "get_current_datetime", lambda *options, **named: signed(*options, **named) + skew
    )
    found = examined(endpoint(lake.store), lake.bucket)
    assert found["clock"].grade == (Grade.ERROR if refused else Grade.WARNING)
    if refused:
        assert found["clock"].message == (
            "The store refuses requests, because this machine's clock differs too much from its own."
        )
    else:
        where = "ahead of" if minutes > 0 else "behind"
        assert f" s {where} the store's." in found["clock"].message
        assert abs(found["clock"].figures["ahead_seconds"] - 60 * minutes) < 30
    assert "timedatectl set-ntp true" in found["clock"].advice


@pytest.mark.server
@needs_versitygw
def test_a_store_without_storlets(tmp_path):
    with versitygw(tmp_path) as server:
        found = examined(server, BUCKET)
        unknown = examined(Endpoint(server.url, "us-east-1", "nobody", "x"), BUCKET)
    assert wrong(found) == {}
    assert found["storlets"].grade == Grade.NOTE
    assert found["storlets"].message == (
        "The store is not an OpenStack Swift, and runs no storlets. Queries read complete objects."
    )
    assert found["conditions"].figures["atomic"] is True
    assert unknown["keys"].message == "The store does not know the access key nobody."


@pytest.mark.server
@needs_versitygw
@pytest.mark.parametrize(
    ("host", "days", "sentence"),
    [
        ("127.0.0.1", 30, "is signed by a CA that this machine does not trust"),
        ("127.0.0.1", -1, "has expired"),
        ("other.test", 30, "is for another host"),
    ],
)
def test_a_wrong_certificate(tmp_path, monkeypatch, host, days, sentence):
    options = certificate(tmp_path / "tls", host, days)
    if sentence != "is signed by a CA that this machine does not trust":
        monkeypatch.setenv("AWS_CA_BUNDLE", options[1])
    with versitygw(tmp_path, "https", options) as server:
        found = examined(server, BUCKET)
    assert found["tls"].grade == Grade.ERROR
    assert sentence in found["tls"].message


@pytest.mark.server
@needs_versitygw
def test_a_certificate_of_a_trusted_ca(tmp_path, monkeypatch):
    options = certificate(tmp_path / "tls")
    monkeypatch.setenv("AWS_CA_BUNDLE", options[1])
    with versitygw(tmp_path, "https", options) as server:
        found = examined(server, BUCKET)
        plain = examined(Endpoint(server.url.replace("https", "http"), "x", "k", "s"), BUCKET)
    assert found["tls"].message == "The connection is encrypted, and the certificate is trusted."
    assert plain["reach"].grade == Grade.ERROR


class _Page(BaseHTTPRequestHandler):
    """A page for people."""

    def do_GET(self) -> None:
        self.send_response(404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_: object) -> None:
        """Nothing."""


@pytest.fixture
def page() -> Iterator[str]:
    with serving(_Page) as url:
        yield url


def test_what_is_no_store(page):
    found = examined(Endpoint(page, "x", "k", "s"), BUCKET)
    assert found["reach"].message == f"{page} responds with 404 (Not Found), not as an S3 API does."
    gone = examined(Endpoint("http://127.0.0.1:9", "x", "k", "s"), BUCKET)
    assert gone["reach"].message.startswith("http://127.0.0.1:9 does not respond: ")
    tls = examined(Endpoint(page.replace("http", "https"), "x", "k", "s"), BUCKET)
    assert "does not speak TLS" in tls["tls"].message


def test_the_command_prints_and_has_exit_codes(lake):
    done = lake.run("doctor", "", "--json")
    assert done.returncode == 0, done.stderr
    document = json.loads(done.stdout)
    assert document["grade"] in ("note", "warning")
    checks = {each["check"]: each for each in document["findings"]}
    assert checks["latency"]["figures"]["p50_milliseconds"] > 0
    store = lake.store
    environment = {
        **os.environ,
        "AWS_ENDPOINT_URL_S3": store["s3"]["endpoint"],
        "AWS_ACCESS_KEY_ID": store["readonly"]["access_key"],
        "AWS_SECRET_ACCESS_KEY": store["readonly"]["secret_key"],
    }
    read = headwater("doctor", lake.uri(""), env=environment)
    assert (read.returncode, read.stderr) == (0, "")
    assert f"warning write        The keys may not write to the bucket {lake.bucket}." in read.stdout
    assert "What to do: Give them the right" in read.stdout
    assert headwater("doctor", lake.uri(""), "--strict", env=environment).returncode == 1
    absent = headwater("doctor", "s3://no-such-bucket/x", env=environment)
    assert absent.returncode == 1


def test_no_keys(monkeypatch, tmp_path: Path):
    for name in [each for each in os.environ if each.startswith("AWS_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("AWS_SHARED_CREDENTIALS_FILE", str(tmp_path / "none"))
    monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
    found = examined(Endpoint("http://127.0.0.1:9", "x"), BUCKET)
    assert found["keys"].message == "There are no keys."
