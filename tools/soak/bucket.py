"""The bucket as the checker sees it: boto3, without the fault proxy and without Headwater."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import boto3
from botocore.config import Config
from botocore.exceptions import BotoCoreError, ClientError

_PATIENCE_S = 120
"""The store's servers are killed and started again. A request waits for them as long as this."""

_ABSENT = {"NoSuchKey", "PreconditionFailed", "404", "412"}

Answer = TypeVar("Answer")


class MissingError(Exception):
    """There is no object of this key and ETag."""


@dataclass(frozen=True)
class Object:
    """An object in a listing. The ETag has no quotes."""

    length: int
    etag: str


class Store(Protocol):
    """One bucket."""

    def list(self, prefix: str) -> Iterator[tuple[str, Object]]:
        """All objects by key."""

    def get(self, key: str, etag: str | None = None) -> bytes:
        """An object's bytes. MissingError if there is none, or none with the ETag."""


class S3Store:
    """A bucket by its S3 API. A request that finds no server is repeated."""

    def __init__(self, document: dict[str, Any], bucket: str) -> None:
        self._bucket = bucket
        self.client = boto3.client(
            "s3",
            endpoint_url=document["s3"]["endpoint"],
            region_name=document["s3"]["region"],
            aws_access_key_id=document["s3"]["access_key"],
            aws_secret_access_key=document["s3"]["secret_key"],
            config=Config(s3={"addressing_style": "path"}, retries={"total_max_attempts": 1}),
        )

    def list(self, prefix: str) -> Iterator[tuple[str, Object]]:
        """All objects by key."""
        token: dict[str, str] = {}
        while True:
            page = self._patiently(self.client.list_objects_v2, Prefix=prefix, **token)
            for each in page.get("Contents", ()):
                yield each["Key"], Object(each["Size"], each["ETag"].strip('"'))
            if not page["IsTruncated"]:
                return
            token = {"ContinuationToken": page["NextContinuationToken"]}

    def get(self, key: str, etag: str | None = None) -> bytes:
        """An object's bytes. MissingError if there is none, or none with the ETag."""
        condition = {"IfMatch": etag} if etag else {}
        return self._patiently(
            lambda **names: self.client.get_object(**names)["Body"].read(), Key=key, **condition
        )

    def put(self, key: str, body: bytes) -> None:
        """Write an object."""
        self._patiently(self.client.put_object, Key=key, Body=body)

    def delete(self, key: str) -> None:
        """Delete an object."""
        self._patiently(self.client.delete_object, Key=key)

    def copy(self, source: str, target: str) -> None:
        """Copy an object."""
        self._patiently(
            self.client.copy_object, Key=target, CopySource={"Bucket": self._bucket, "Key": source}
        )

    def uploads(self) -> int:
        """The number of incomplete uploads."""
        return len(self._patiently(self.client.list_multipart_uploads).get("Uploads", ()))

    def _patiently(self, call: Callable[..., Answer], **names: Any) -> Answer:
        deadline = time.monotonic() + _PATIENCE_S
        while True:
            try:
                return call(Bucket=self._bucket, **names)
            except ClientError as error:
                if error.response["Error"]["Code"] in _ABSENT:
                    raise MissingError(names.get("Key", names)) from error
                failure = error
            except BotoCoreError as error:
                failure = error
            if time.monotonic() > deadline:
                raise failure
            time.sleep(0.2)
