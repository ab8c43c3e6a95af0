"""URIs of datasets."""

from pathlib import Path

import pytest

from headwater.access.stores import bucket
from headwater.core.address import Address, parse
from headwater.core.errors import HeadwaterError


@pytest.mark.parametrize(
    ("uri", "expected"),
    [
        ("s3://bucket", Address("bucket", "")),
        ("s3://bucket/", Address("bucket", "")),
        ("s3a://bucket/a/b", Address("bucket", "a/b/")),
        ("s3://bucket//a//b/", Address("bucket", "a/b/")),
        ("s3://bucket/a b/ü=%20/#?x", Address("bucket", "a b/ü=%20/#?x/")),
        ("swift://c.headwater/a", Address("c", "a/", embedded=True)),
        ("swift://c.d.headwater/", Address("c.d", "", embedded=True)),
        ("swift://c.cloud/a", Address("c", "a/", service="cloud")),
    ],
)
def test_a_folder(uri, expected):
    assert parse(uri) == expected


@pytest.mark.parametrize("uri", ["bucket/a", "s3:/a", "s3:///a", "hdfs://a/b", "swift2d://c.headwater/a"])
def test_no_dataset(uri):
    with pytest.raises(HeadwaterError, match="not the URI of a dataset"):
        parse(uri)


@pytest.mark.parametrize("uri", ["swift://headwater/a", "swift://.headwater/a", "swift://c./a"])
def test_no_container_and_service(uri):
    with pytest.raises(HeadwaterError, match="names no container and service"):
        parse(uri)


def test_what_needs_the_s3_api_says_so():
    with pytest.raises(HeadwaterError) as caught:
        bucket(parse("swift://c.cloud/a"))
    assert "S3 API" in caught.value.advice


def test_keys_in_a_uri_are_refused_and_not_shown():
    with pytest.raises(HeadwaterError) as caught:
        parse("s3://key:secret@bucket/a")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(("uri", "data"), [("swift://c.headwater/a", None), ("s3://c/a", Path("data"))])
def test_the_embedded_store_has_no_other_endpoint(uri, data):
    with pytest.raises(HeadwaterError, match="no --endpoint"):
        bucket(parse(uri), "http://127.0.0.1:1", data)
