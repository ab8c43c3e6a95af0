"""The bucket that is examined, and the reserved place for the examination's objects."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError

from headwater.core.s3 import Endpoint, connect

RESERVED = "_headwater-doctor/"
"""The folder for the objects of examinations, below the examined one. Readers of datasets skip it."""

FAILURES = (BotoCoreError, ClientError)
"""What a client raises for a request that failed."""

_ABANDONED = timedelta(hours=1)


@dataclass(frozen=True)
class Subject:
    """A folder of a bucket at an S3 API. The client sends each request once, so that failures are seen."""

    client: Any
    bucket: str
    folder: str
    setting: str = "AWS_ENDPOINT_URL_S3"
    """The option or the variable that names the store's URL."""

    id: str = field(default_factory=lambda: uuid.uuid4().hex)

    @property
    def url(self) -> str:
        """The URL of the store."""
        return self.client.meta.endpoint_url

    def key(self, name: str) -> str:
        """The key of an object of this examination."""
        return f"{self.folder}{RESERVED}{self.id}/{name}"

    def send(self, operation: str, name: str, **options: Any) -> dict:
        """The response to a request for an object of this examination."""
        return getattr(self.client, operation)(Bucket=self.bucket, Key=self.key(name), **options)

    def listed(self, prefix: str) -> Iterator[dict]:
        """The objects whose keys begin with a prefix."""
        for page in self.client.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Prefix=prefix):
            yield from page.get("Contents", ())

    def clean(self) -> None:
        """Delete the objects and uploads of this examination, and those of earlier ones that were killed."""
        until = datetime.now(UTC) - _ABANDONED
        for each in list(self.listed(f"{self.folder}{RESERVED}")):
            if each["Key"].startswith(self.key("")) or each["LastModified"] < until:
                self.client.delete_object(Bucket=self.bucket, Key=each["Key"])
        found = self.client.list_multipart_uploads(Bucket=self.bucket, Prefix=self.key(""))
        for each in found.get("Uploads", ()):
            self.client.abort_multipart_upload(Bucket=self.bucket, Key=each["Key"], UploadId=each["UploadId"])


def subject(endpoint: Endpoint, bucket: str, folder: str) -> Subject:
    """The folder at this S3 API."""
    once = {"retries": {"total_max_attempts": 1}, "connect_timeout": 10, "read_timeout": 60}
    client = connect(endpoint, **once)
    return Subject(client, bucket, folder, "--endpoint") if endpoint.url else Subject(client, bucket, folder)


def code(error: Exception) -> str:
    """The store's code for a refusal, such as AccessDenied, or the name of another failure."""
    if isinstance(error, ClientError):
        return str(error.response.get("Error", {}).get("Code", "")) or str(status(error))
    return type(error).__name__


def status(error: Exception) -> int:
    """The status of a refused request, 0 if there was no response."""
    response = error.response if isinstance(error, ClientError) else {}
    return response.get("ResponseMetadata", {}).get("HTTPStatusCode", 0)


def reason(error: Exception) -> str:
    """The failure in one line."""
    if isinstance(error, ClientError):
        return f"{code(error)} ({error.response.get('Error', {}).get('Message') or status(error)})"
    return " ".join(str(error).split())
