"""Clients of S3 APIs that one process makes."""

import pytest
from botocore.loaders import JSONFileLoader

from headwater.core.errors import HeadwaterError
from headwater.core.s3 import Endpoint, connect

STORE = Endpoint("http://127.0.0.1:1", "us-east-1")


def test_a_second_client_reads_no_description_of_a_service(monkeypatch):
    connect(STORE)
    read: list[str] = []
    load = JSONFileLoader.load_file

    def record(self: JSONFileLoader, path: str):
        read.append(path)
        return load(self, path)

    monkeypatch.setattr(JSONFileLoader, "load_file", record)
    connect(STORE)
    assert read == []


def test_each_client_has_the_keys_that_the_environment_has_then(monkeypatch):
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "secret")
    found = []
    for key in ("first", "second"):
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", key)
        url = connect(STORE).generate_presigned_url("get_object", Params={"Bucket": "b", "Key": "k"})
        found.append(key in url)
    assert found == [True, True]


def test_an_endpoint_without_a_scheme_or_a_host_and_an_unknown_profile_are_reported(monkeypatch):
    for url in ("store:8080", "http://", "https:///path"):
        with pytest.raises(HeadwaterError, match=f"'{url}' is no URL"):
            connect(Endpoint(url))
    monkeypatch.setenv("AWS_PROFILE", "nobody")
    with pytest.raises(HeadwaterError, match="nobody"):
        connect(Endpoint("http://127.0.0.1:1", "us-east-1", "key", "secret"))
