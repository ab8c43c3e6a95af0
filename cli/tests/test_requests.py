"""The access log: exact counts by kind on the real store, and its parser."""

import json
from collections import Counter
from pathlib import Path

import pytest

from headwater.core.errors import HeadwaterError
from headwater.embedded.request_log import Kind, Position, classify, end_of, parse, read, watch

PART = 5 * 2**20


@pytest.fixture
def log(store) -> Path:
    return Path(store["access_log"])


def test_every_kind_over_s3_is_counted_exactly(s3, log):
    with watch(log) as seen:
        s3.create_bucket(Bucket="counted")
        s3.put_object(Bucket="counted", Key="a b/ü?&=", Body=b"0123456789")
        s3.get_object(Bucket="counted", Key="a b/ü?&=", Range="bytes=2-4")["Body"].read()
        s3.head_object(Bucket="counted", Key="a b/ü?&=")
        s3.head_bucket(Bucket="counted")
        s3.copy_object(Bucket="counted", Key="c", CopySource={"Bucket": "counted", "Key": "a b/ü?&="})
        s3.list_objects_v2(Bucket="counted")
        upload = s3.create_multipart_upload(Bucket="counted", Key="m")["UploadId"]
        parts = [
            {
                "PartNumber": n,
                "ETag": s3.upload_part(
                    Bucket="counted", Key="m", UploadId=upload, PartNumber=n, Body=b"x" * PART
                )["ETag"],
            }
            for n in (1, 2)
        ]
        s3.complete_multipart_upload(
            Bucket="counted", Key="m", UploadId=upload, MultipartUpload={"Parts": parts}
        )
        body = s3.get_object(Bucket="counted", Key="m")["Body"].read()
        s3.delete_objects(Bucket="counted", Delete={"Objects": [{"Key": "m"}, {"Key": "c"}]})
        s3.delete_object(Bucket="counted", Key="a b/ü?&=")
        with pytest.raises(s3.exceptions.ClientError):
            s3.get_object(Bucket="counted", Key="absent")

    assert body == b"x" * 2 * PART
    # A query that another test ended early may still read its object.
    requests = [each for each in seen.requests if each.path.startswith("/counted")]
    assert Counter(each.kind for each in requests) == Counter(
        {
            Kind.PUT: 2,
            Kind.GET: 3,
            Kind.HEAD: 2,
            Kind.COPY: 1,
            Kind.LIST: 1,
            Kind.POST_UPLOADS: 1,
            Kind.PUT_PART: 2,
            Kind.POST_UPLOAD_ID: 1,
            Kind.POST_DELETE: 1,
            Kind.DELETE: 1,
        }
    )
    put = requests[1]
    assert (put.method, put.path, put.status) == ("PUT", "/counted/a%20b/%C3%BC%3F%26%3D", 200)
    assert (put.client, put.bytes_in, put.bytes_out) == ("127.0.0.1", 10, 0)
    ranged = requests[2]
    assert (ranged.status, ranged.bytes_out, ranged.headers) == (206, 3, {"Range": "bytes=2-4"})
    whole = requests[11]
    assert (whole.kind, whole.bytes_out) == (Kind.GET, 2 * PART)
    assert requests[-1].status == 404
    assert all(0 <= request.seconds < 60 for request in requests)


def test_every_kind_over_swift_is_counted_exactly(swift, store, log):
    with watch(log) as seen:
        swift.send_ok("PUT", "/swiftly")
        swift.send_ok("PUT", "/swiftly/o", data=b"1")
        swift.send_ok("GET", "/swiftly/o")
        swift.send_ok("HEAD", "/swiftly/o")
        swift.send_ok("GET", "/swiftly?format=json&prefix=o")
        swift.send_ok("GET", "")
        swift.send_ok("COPY", "/swiftly/o", headers={"Destination": "swiftly/p"})
        swift.send_ok("PUT", "/swiftly/q", headers={"X-Copy-From": "/swiftly/o"})
        swift.send_ok(
            "POST", "?bulk-delete", data="swiftly/o\nswiftly/p\n", headers={"Content-Type": "text/plain"}
        )
        swift.send_ok("DELETE", "/swiftly/q")
        swift.send_ok("PUT", "/swiftly/s/1", data=b"1")
        manifest = json.dumps([{"path": "swiftly/s/1"}])
        swift.send_ok("PUT", "/swiftly/large?multipart-manifest=put", data=manifest)
        swift.send_ok("GET", "/swiftly/large?multipart-manifest=get")
        swift.send_ok("DELETE", "/swiftly/large?multipart-manifest=delete")
        swift.authenticate()
        swift.get(f"{store['s3']['endpoint']}/info").raise_for_status()
    assert seen.counts == Counter(
        {
            Kind.PUT: 4,
            Kind.GET: 2,
            Kind.HEAD: 1,
            Kind.LIST: 2,
            Kind.COPY: 2,
            Kind.POST_DELETE: 1,
            Kind.DELETE: 2,
            Kind.AUTH: 1,
            Kind.INFO: 1,
        }
    )


def test_a_line_is_written_before_its_client_has_the_response(s3, log):
    s3.put_object(Bucket="shared", Key="big", Body=b"z" * 2**20)
    for _ in range(30):
        with watch(log) as seen:
            s3.get_object(Bucket="shared", Key="big")["Body"].read()
        assert [request.kind for request in seen.requests] == [Kind.GET]


def test_an_unread_response_is_counted_when_the_store_is_idle(s3, store, log):
    s3.put_object(Bucket="shared", Key="bigger", Body=b"z" * 64 * 2**20)
    with watch(log, store["s3"]["endpoint"]) as seen:
        body = s3.get_object(Bucket="shared", Key="bigger")["Body"]
        body.read(10)
        body.close()
    assert [request.kind for request in seen.requests] == [Kind.GET]
    assert seen.requests[0].status == 499
    assert seen.requests[0].bytes_out < 64 * 2**20


@pytest.mark.parametrize(
    ("method", "path", "headers", "kind"),
    [
        ("GET", "/bucket", {}, Kind.LIST),
        ("GET", "/bucket/", {}, Kind.LIST),
        ("GET", "/bucket/?list-type=2&prefix=a/b", {}, Kind.LIST),
        ("GET", "/", {}, Kind.LIST),
        ("GET", "/bucket/key", {}, Kind.GET),
        ("GET", "/bucket/dir/", {}, Kind.GET),
        ("GET", "/v1/key", {}, Kind.GET),
        ("GET", "/bucket?uploads", {}, Kind.LIST),
        ("GET", "/bucket/key?uploadId=u", {}, Kind.LIST),
        ("GET", "/bucket?location", {}, Kind.OTHER),
        ("GET", "/v1/AUTH_a", {}, Kind.LIST),
        ("GET", "/v1/AUTH_a/container", {}, Kind.LIST),
        ("GET", "/v1/AUTH_a/container/?format=json", {}, Kind.LIST),
        ("GET", "/v1/AUTH_a/container/object", {}, Kind.GET),
        ("GET", "/auth/v1.0", {}, Kind.AUTH),
        ("GET", "/info", {}, Kind.INFO),
        ("GET", "/info?list-type=2", {}, Kind.LIST),
        ("GET", "/info/key", {}, Kind.GET),
        ("HEAD", "/info", {}, Kind.HEAD),
        ("PUT", "/bucket/key?partNumber=1&uploadId=u", {}, Kind.PUT_PART),
        ("PUT", "/bucket/key?partNumber=1&uploadId=u", {"X-Amz-Copy-Source": "/b/k"}, Kind.COPY),
        ("PUT", "/v1/AUTH_a/c/o", {"X-Copy-From": "/c/p"}, Kind.COPY),
        ("COPY", "/v1/AUTH_a/c/o", {}, Kind.COPY),
        ("HEAD", "/v1/AUTH_a/c/o", {}, Kind.HEAD),
        ("PUT", "/v1/AUTH_a/c/o?multipart-manifest=put", {}, Kind.PUT),
        ("POST", "/bucket/key?uploads", {}, Kind.POST_UPLOADS),
        ("POST", "/bucket/key?uploadId=u", {}, Kind.POST_UPLOAD_ID),
        ("POST", "/bucket?delete", {}, Kind.POST_DELETE),
        ("POST", "/v1/AUTH_a?bulk-delete", {}, Kind.POST_DELETE),
        ("DELETE", "/v1/AUTH_a?bulk-delete", {}, Kind.POST_DELETE),
        ("POST", "/v1/AUTH_a/c", {}, Kind.OTHER),
        ("DELETE", "/bucket/key?uploadId=u", {}, Kind.DELETE),
        ("DELETE", "/v1/AUTH_a/c/o?multipart-manifest=delete", {}, Kind.DELETE),
        ("OPTIONS", "/bucket/key", {}, Kind.OTHER),
    ],
)
def test_kinds(method, path, headers, kind):
    assert classify(method, path, headers) is kind


def line(path: str = "/b/k", client: str = "127.0.0.1") -> str:
    return f"1.5 {client} GET {path} 200 - 7 0.0123 - - tx0 agent\n"


def test_the_stores_own_requests_are_left_out():
    assert parse(line(client="-").strip()) is None
    assert parse(line().strip()).bytes_out == 7


def test_an_invalid_line_is_an_error():
    with pytest.raises(ValueError, match="unpack"):
        parse("something else")


def test_a_half_written_line_waits_for_the_next_reading(tmp_path):
    log = tmp_path / "log"
    log.write_text(line("/b/1") + line("/b/2")[:20])
    requests, position = read(log, Position(None, 0))
    assert [request.path for request in requests] == ["/b/1"]
    with log.open("a") as file:
        file.write(line("/b/2")[20:])
    requests, position = read(log, position)
    assert [request.path for request in requests] == ["/b/2"]
    assert read(log, position)[0] == []


def test_reading_continues_across_rotations(tmp_path):
    log = tmp_path / "log"
    log.write_text(line("/b/0"))
    position = end_of(log)
    with log.open("a") as file:
        file.write(line("/b/1"))
    log.rename(tmp_path / "log.2")
    (tmp_path / "log.1").write_text(line("/b/2"))
    log.write_text(line("/b/3"))
    requests, position = read(log, position)
    assert [request.path for request in requests] == ["/b/1", "/b/2", "/b/3"]
    assert position == end_of(log)


def test_a_log_rotated_away_is_an_error_and_not_a_low_count(tmp_path):
    log = tmp_path / "log"
    log.write_text(line())
    with pytest.raises(HeadwaterError, match="was rotated since"):
        read(log, Position(end_of(log).inode + 1, 0))


def test_a_missing_log(tmp_path):
    log = tmp_path / "log"
    position = end_of(log)
    assert read(log, position) == ([], position)
    log.write_text(line())
    assert len(read(log, position)[0]) == 1
