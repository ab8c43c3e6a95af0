"""GET with storlets, by the Swift API."""

from contextlib import closing
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from headwater_swift.wire.frames import DATA, END, METADATA
from storlet_support import Client, run_headers

TEXT = b"".join(b"line %d, and so on\n" % number for number in range(40))
LARGE = b"0123456789abcde\n" * 500_000


def test_a_get_returns_the_answer_of_a_storlet(owner, put):
    path = put(TEXT, X_Object_Meta_Color="blue", Content_Type="text/csv")
    response = owner.call(path, headers=run_headers(do="upper"))
    assert (response.status_code, response.content) == (200, TEXT.upper())
    assert response.headers["Content-Type"] == "text/csv"
    assert response.headers["X-Object-Meta-Color"] == "blue"
    assert "Content-Length" not in response.headers
    assert "ETag" not in response.headers
    assert response.headers["X-Storlet-Source-Etag"] == owner.send_ok("HEAD", path).headers["ETag"]


def test_a_storlet_receives_arguments_and_environment(owner, put):
    path = put(TEXT, X_Object_Meta_Dark_Color="blue", Content_Type="text/csv")
    headers = {"X-Storlet-Range": "bytes=5-99", "X-Storlet-Parameter-4": "text:%C3%A4%20b%3Ac"}
    report = owner.run(path, headers=headers, do="report").decode().splitlines()
    assert report[:3] == ["argument many", "argument do=report", "argument text=ä b:c"]
    environment = dict(line.split(" ", 1) for line in report[3:])
    assert environment == {
        "HEADWATER_RANGE_START": "5",
        "HEADWATER_RANGE_END": "100",
        "HEADWATER_OBJECT_LENGTH": str(len(TEXT)),
        "HEADWATER_CONTENT_TYPE": "text/csv",
        "HEADWATER_META_DARK_COLOR": "blue",
    }


def test_a_value_longer_than_a_header_is_sent_in_parts(owner, put):
    path = put(b"x")
    headers = {f"X-Storlet-Parameter-{number}": f"to:{str(number % 10) * 7000}" for number in range(3, 8)}
    headers |= {
        "X-Storlet-Parameter-1": "do:replace",
        "X-Storlet-Parameter-2": "from:x",
        "X-Run-Storlet": "many",
    }
    assert owner.run(path, headers=headers) == b"".join(b"%d" % n * 7000 for n in range(3, 8))


@pytest.mark.parametrize("on_proxy", ["false", "true"])
def test_the_splits_contain_every_record_once(owner, put, on_proxy):
    text = b"a\nbb\n\nccc\n" + b"d" * 20 + b"\ne"
    path = put(text)
    for size in range(1, len(text) + 2):
        parts = [
            owner.run(
                path,
                headers={
                    "X-Storlet-Range": f"bytes={start}-{start + size - 1}",
                    "X-Storlet-Run-On-Proxy": on_proxy,
                },
                do="lines",
            )
            for start in range(0, len(text), size)
        ]
        assert b"".join(parts) == text, size


@pytest.mark.parametrize("on_proxy", ["false", "true"])
def test_open_splits_and_last_bytes(owner, put, on_proxy):
    path = put(TEXT)
    where = {"X-Storlet-Run-On-Proxy": on_proxy}
    assert owner.run(path, headers={"X-Storlet-Range": "bytes=100-", **where}) == TEXT[100:]
    assert owner.run(path, headers={"X-Storlet-Range": "bytes=-30", **where}) == TEXT[-30:]
    assert owner.run(path, headers={"X-Storlet-Range": "bytes=-9999", **where}) == TEXT
    response = owner.call(path, headers={**run_headers(), "X-Storlet-Range": f"bytes={len(TEXT)}-", **where})
    assert (response.status_code, response.headers["Content-Type"]) == (416, "application/json")
    assert response.json()["error"] == "range"


@pytest.mark.parametrize("second_on_proxy", ["false", "true"])
def test_a_pipeline(owner, put, second_on_proxy):
    path = put(TEXT)
    headers = {"X-Storlet-2-Parameter-1": "do:replace", "X-Storlet-2-Parameter-2": "from:LINE"}
    headers |= {"X-Storlet-2-Parameter-3": "to:row", "X-Storlet-2-Run-On-Proxy": second_on_proxy}
    storlet_headers = {**run_headers("many,many", do="upper"), **headers}
    frames = owner.frames(path, storlet_headers)
    assert b"".join(f.payload for f in frames if f.type == DATA) == TEXT.upper().replace(b"LINE", b"row")
    end = frames[-1].document()
    assert (end["bytes_in"], end["bytes_out"], len(end["stages"])) == (len(TEXT), len(TEXT) - 40, 2)


def test_frames_contain_metadata_and_counts(owner, put):
    path = put(LARGE)
    frames = owner.frames(path, run_headers(do="mark", metadata="here"))
    assert [frames[0].type, frames[-1].type] == [METADATA, END]
    assert {frame.type for frame in frames[1:-1]} == {DATA}
    assert frames[0].document()["metadata"] == {"early": "here"}
    end = frames[-1].document()
    assert end["metadata"] == {"early": "here", "late": "here"}
    assert (end["records_in"], end["records_out"], end["bytes_out"]) == (7, 3, len(LARGE))


def test_metadata_set_before_the_first_byte_is_a_header(owner, put):
    response = owner.call(put(LARGE), headers=run_headers(do="mark", metadata="here"))
    assert response.headers["X-Object-Meta-Early"] == "here"
    assert "X-Object-Meta-Late" not in response.headers


def test_extra_resources(owner, put):
    path, other = put(b"the object"), put("the oth\u00e9r".encode())
    headers = {"X-Storlet-Extra-Resources": other}
    assert owner.run(path, headers=headers, do="resource") == "the oth\u00e9r".encode()
    headers = {**run_headers(do="resource"), "X-Storlet-Extra-Resources": "/box/no such"}
    assert owner.call(path, headers=headers).status_code == 400


def test_conditional_requests_use_the_etag_of_the_source(owner, put):
    path = put(TEXT)
    etag = owner.send_ok("HEAD", path).headers["ETag"]
    assert owner.call(path, headers={**run_headers(), "If-None-Match": etag}).status_code == 304
    assert owner.call(path, headers={**run_headers(), "If-Match": '"0"'}).status_code == 412
    assert owner.run(path, headers={"If-Match": etag}) == TEXT


def test_an_empty_object_and_a_large_one(owner, put):
    assert owner.run(put(b"")) == b""
    path = put(LARGE)
    assert owner.run(path, do="upper") == LARGE.upper()
    assert owner.run(path, headers={"X-Storlet-Run-On-Proxy": "true"}, do="upper") == LARGE.upper()


def test_a_storlet_need_not_read_everything(owner, put):
    path = put(LARGE)
    assert owner.run(path, do="first") == LARGE[:10]
    assert owner.run(path, headers={"X-Storlet-Run-On-Proxy": "true"}, do="first") == LARGE[:10]


def raw_request(
    client: Client, method: str, path: str, headers: dict[bytes, bytes], body: bytes = b""
) -> None:
    """A request that succeeds, with header names that requests would not send."""
    url = urlsplit(client.account + path)
    with closing(HTTPConnection(url.netloc, timeout=60)) as connection:
        connection.putrequest(method, url.path)
        token = {b"X-Auth-Token": client.headers["X-Auth-Token"].encode()}
        for name, value in {**headers, **token, b"Content-Length": b"%d" % len(body)}.items():
            connection.putheader(name, value)
        connection.endheaders(body)
        response = connection.getresponse()
        assert response.status in (201, 202), response.read()


@pytest.mark.parametrize("on_proxy", ["false", "true"])
def test_metadata_that_an_environment_cannot_have_is_left_out(owner, put, on_proxy):
    """A `=` in a name, bytes that are not UTF-8, and letters whose bytes must not be folded."""
    path = put(b"text")
    metadata = {b"X-Object-Meta-A=b": b"c", b"X-Object-Meta-Raw": b"a\xffb"}
    metadata |= {"X-Object-Meta-Grü".encode(): "süß".encode(), "X-Object-Meta-Zoë".encode(): b"name"}
    raw_request(owner, "POST", path, metadata)
    # Python's client treats everything after the odd names as the body, and therefore reads until the
    # connection ends.
    ends = {"Connection": "close"}
    report = owner.run(path, headers={**ends, "X-Storlet-Run-On-Proxy": on_proxy}, do="report").decode()
    found = {line.partition("META_")[2] for line in report.splitlines() if "META_" in line}
    assert found == {"RAW a\ufffdb", "GRÜ süß", "ZOË name"}
    storlet_headers = {name.encode(): value.encode() for name, value in run_headers(do="upper").items()}
    raw_request(owner, "PUT", path, {**storlet_headers, **metadata}, b"text")
    assert owner.send_ok("GET", path, headers=ends).content.endswith(b"TEXT")
