"""The store as it is, past the connector."""

import os
from pathlib import Path

import boto3
from botocore.config import Config


def client():
    """A client of the store's S3 API."""
    return boto3.client(
        "s3",
        endpoint_url=os.environ["HEADWATER_TEST_SWIFT_ENDPOINT"],
        region_name="us-east-1",
        aws_access_key_id=os.environ["HEADWATER_TEST_SWIFT_ACCESS_KEY"],
        aws_secret_access_key=os.environ["HEADWATER_TEST_SWIFT_SECRET_KEY"],
        config=Config(s3={"addressing_style": "path"}),
    )


def settings(temporary: Path) -> dict[str, str]:
    """Hadoop's settings that reach the store, and keep temporary files to a folder."""
    return {
        "hadoop.tmp.dir": str(temporary),
        "fs.headwater.s3.endpoint": os.environ["HEADWATER_TEST_SWIFT_ENDPOINT"],
        "fs.headwater.s3.access.key": os.environ["HEADWATER_TEST_SWIFT_ACCESS_KEY"],
        "fs.headwater.s3.secret.key": os.environ["HEADWATER_TEST_SWIFT_SECRET_KEY"],
    }


class Bucket:
    """One bucket."""

    def __init__(self, s3, name: str) -> None:
        self._s3 = s3
        self.name = name

    def keys(self, prefix: str = "") -> dict[str, int]:
        """All objects, by key, and their lengths."""
        pages = self._s3.get_paginator("list_objects_v2").paginate(Bucket=self.name, Prefix=prefix)
        return {item["Key"]: item["Size"] for page in pages for item in page.get("Contents", [])}

    def get(self, key: str) -> bytes:
        return self._s3.get_object(Bucket=self.name, Key=key)["Body"].read()

    def put(self, key: str, body: bytes) -> None:
        self._s3.put_object(Bucket=self.name, Key=key, Body=body)

    def uploads(self, prefix: str) -> list[str]:
        """The keys of uploads that are begun and neither completed nor aborted."""
        found = self._s3.list_multipart_uploads(Bucket=self.name, Prefix=prefix)
        return [upload["Key"] for upload in found.get("Uploads", [])]

    def requests(self) -> list[str]:
        """The lines of the store's access log that name the bucket."""
        log = Path(os.environ["HEADWATER_TEST_SWIFT_LOG"]).read_text(encoding="utf-8")
        return [line for line in log.splitlines() if f"/{self.name}" in line]
