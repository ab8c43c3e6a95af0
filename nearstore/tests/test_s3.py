"""The same through the S3 API."""

import pytest
from botocore.exceptions import ResponseStreamingError

from headwater_swift.wire.frames import FrameReader
from headwater_swift.wire.names import MEDIA_TYPE
from storlet_support import module, run_headers, s3_get, with_headers

TEXT = b"one\ntwo\nthree\n"


@pytest.fixture
def s3(store):
    client = store.s3()
    client.put_object(Bucket="box", Key="s3", Body=TEXT, Metadata={"color": "blue"}, ContentType="text/csv")
    return client


def test_get(s3, owner):
    answer = s3_get(s3, "s3", run_headers(do="upper"))
    assert answer["Body"].read() == TEXT.upper()
    etag = owner.send_ok("HEAD", "/box/s3").headers["ETag"]
    assert answer["Metadata"] == {"color": "blue", "storlet-source-etag": etag}
    assert answer["ContentType"] == "text/csv"


def test_splits(s3):
    for size in range(1, len(TEXT) + 1):
        splits = (f"bytes={start}-{start + size - 1}" for start in range(0, len(TEXT), size))
        parts = [
            s3_get(s3, "s3", run_headers(do="lines") | {"X-Storlet-Range": split})["Body"].read()
            for split in splits
        ]
        assert b"".join(parts) == TEXT, size


def test_frames(s3):
    answer = s3_get(s3, "s3", run_headers() | {"Accept": MEDIA_TYPE})
    assert answer["ContentType"] == MEDIA_TYPE
    chunks = iter([answer["Body"].read()])
    reader = FrameReader(lambda: next(chunks, b""))
    assert reader.read().payload == TEXT
    assert reader.read().document()["bytes_out"] == len(TEXT)


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        (run_headers(do="fail", code=3), 422, "StorletFailed"),
        (run_headers("nothing"), 404, "StorletStorlet"),
        ({"X-Run-Storlet": "many", "X-Storlet-Range": "x"}, 400, "StorletParameters"),
    ],
)
def test_errors_are_s3s_documents(s3, headers, status, code):
    with pytest.raises(s3.exceptions.ClientError) as failed:
        s3_get(s3, "s3", headers)
    response = failed.value.response
    assert (response["ResponseMetadata"]["HTTPStatusCode"], response["Error"]["Code"]) == (status, code)
    assert response["Error"]["Message"]
    if code == "StorletFailed":
        assert (response["Error"]["Exit"], response["Error"]["Stage"]) == ("3", "0")


def test_an_answer_that_fails_late_breaks(s3):
    with pytest.raises(ResponseStreamingError):
        s3_get(s3, "s3", run_headers(do="fail", after=3_000_000))["Body"].read()


def test_deploying(s3, owner, put):
    s3.put_object(Bucket="storlet", Key="by-s3", Body=module("many"))
    assert owner.run(put(b"text"), "by-s3") == b"text"
    with pytest.raises(s3.exceptions.ClientError) as failed:
        s3.put_object(Bucket="storlet", Key="bad", Body=b"no module")
    assert failed.value.response["Error"]["Code"] == "StorletModule"


def test_put_and_copy(s3):
    def put_one():
        return s3.put_object(Bucket="box", Key="s3-stored", Body=TEXT)

    def copy():
        return s3.copy_object(Bucket="box", Key="s3-copied", CopySource={"Bucket": "box", "Key": "s3"})

    with_headers(s3, run_headers(do="upper"), put_one)
    with_headers(s3, run_headers(do="upper"), copy)
    for key in ("s3-stored", "s3-copied"):
        assert s3.get_object(Bucket="box", Key=key)["Body"].read() == TEXT.upper()
    assert s3.head_object(Bucket="box", Key="s3-copied")["Metadata"] == {"color": "blue"}


def test_a_multipart_object_is_run_on_the_proxy(s3):
    upload = s3.create_multipart_upload(Bucket="box", Key="parts")["UploadId"]
    bodies = [b"a" * 5 * 1024 * 1024, b"bcd\n"]
    parts = [
        s3.upload_part(Bucket="box", Key="parts", UploadId=upload, PartNumber=number, Body=body)
        for number, body in enumerate(bodies, 1)
    ]
    listed = [{"PartNumber": number, "ETag": part["ETag"]} for number, part in enumerate(parts, 1)]
    s3.complete_multipart_upload(
        Bucket="box", Key="parts", UploadId=upload, MultipartUpload={"Parts": listed}
    )
    answer = s3_get(s3, "parts", run_headers(do="upper"))
    etag = s3.head_object(Bucket="box", Key="parts")["ETag"].strip('"')
    assert answer["Metadata"]["storlet-source-etag"] == etag
    assert answer["Body"].read() == b"".join(bodies).upper()
    split = run_headers() | {"X-Storlet-Range": f"bytes={len(bodies[0]) - 2}-"}
    assert s3_get(s3, "parts", split)["Body"].read() == b"aabcd\n"


def test_object_attributes_are_refused(s3):
    with pytest.raises(s3.exceptions.ClientError) as refused:
        s3.get_object_attributes(Bucket="box", Key="s3", ObjectAttributes=["ETag", "ObjectSize"])
    response = refused.value.response
    assert (response["ResponseMetadata"]["HTTPStatusCode"], response["Error"]["Code"]) == (
        501,
        "NotImplemented",
    )
    assert "HeadObject" in response["Error"]["Message"]
