"""A bucket by the S3 API, limited to the requests that datasets need."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from threading import local
from typing import Any, TypeVar

from botocore.exceptions import BotoCoreError, ClientError, SSLError

from headwater.core.certificates import tls_problem
from headwater.core.counts import counted
from headwater.core.errors import HeadwaterError
from headwater.core.s3 import Endpoint, connect, session, store_error
from headwater.core.state import StoredObject

T = TypeVar("T")

DELETES = 1_000
"""The maximum number of keys in a bulk delete."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_GONE = {"404", "412", "NoSuchKey", "NotFound", "PreconditionFailed"}
_READS = {"GetObject", "HeadObject"}
_KEYS = {"403", "AccessDenied", "InvalidAccessKeyId", "SignatureDoesNotMatch", "ExpiredToken", "InvalidToken"}


@dataclass(frozen=True)
class Upload:
    """An incomplete multipart upload. `modified` is its start in milliseconds since 1970."""

    key: str
    id: str
    modified: int


class MovedError(Exception):
    """A listed object that is deleted or replaced."""


class RefusedError(Exception):
    """The store does not run a storlet on this object, or at all. The message contains the reason."""


class Bucket:
    """A bucket of a store. Every method raises HeadwaterError if the store refuses or is unreachable."""

    def __init__(self, endpoint: Endpoint, name: str) -> None:
        self.name = name
        self._endpoint = endpoint
        with self._translated_errors("connect"):
            self._client = connect(endpoint)
        self._headers = local()
        self._client.meta.events.register_first("before-sign.s3.GetObject", self._add_headers)
        self.now = 0
        """The store's time of the last listing, in milliseconds since 1970."""

    @property
    def root(self) -> str:
        """The bucket's URI, without a last slash."""
        return f"s3://{self.name}"

    @property
    def region(self) -> str:
        """The store's region."""
        return self._client.meta.region_name

    @property
    def keys(self) -> dict[str, str]:
        """The keys by the names of the connector's settings. Empty if the environment has them."""
        named = {"access.key": self._endpoint.access_key, "secret.key": self._endpoint.secret_key}
        return {name: key for name, key in named.items() if key}

    @property
    def access(self) -> dict[str, str]:
        """URL, region and keys of the store, by the names of Amazon's environment variables."""
        created = session()
        if self.keys:
            created.set_credentials(self._endpoint.access_key, self._endpoint.secret_key)
        found = created.get_credentials()
        keys = found.get_frozen_credentials() if found else None
        values = {
            "AWS_ENDPOINT_URL": self.endpoint,
            "AWS_REGION": self.region,
            "AWS_ACCESS_KEY_ID": keys and keys.access_key,
            "AWS_SECRET_ACCESS_KEY": keys and keys.secret_key,
            "AWS_SESSION_TOKEN": keys and keys.token,
        }
        return {name: value for name, value in values.items() if value}

    @property
    def endpoint(self) -> str:
        """The URL of the store."""
        return self._client.meta.endpoint_url

    def list(self, prefix: str) -> Iterator[StoredObject]:
        """All objects whose keys begin with `prefix`, page by page."""
        with self._translated_errors(f"list {prefix}*"):
            pages = self._client.get_paginator("list_objects_v2")
            for page in pages.paginate(Bucket=self.name, Prefix=prefix):
                self.now = _milliseconds(
                    parsedate_to_datetime(page["ResponseMetadata"]["HTTPHeaders"]["date"])
                )
                yield from map(_stored, page.get("Contents", ()))

    def get(self, seen: StoredObject) -> bytes:
        """The content of a listed object. MovedError if the object has changed."""
        with self._translated_errors(f"read {seen.key}"):
            response = self._client.get_object(Bucket=self.name, Key=seen.key, IfMatch=f'"{seen.etag}"')
            return response["Body"].read()

    def get_tail(self, seen: StoredObject, count: int) -> bytes:
        """The last `count` bytes of a listed object, or all of it. MovedError if it has changed."""
        return self.get_part(seen, max(0, seen.length - count), seen.length)

    def get_part(self, seen: StoredObject, start: int, end: int) -> bytes:
        """The bytes of a listed object from `start` to `end`, exclusive. MovedError if it has changed."""
        with self._translated_errors(f"read {seen.key}"):
            response = self._client.get_object(
                Bucket=self.name, Key=seen.key, IfMatch=f'"{seen.etag}"', Range=f"bytes={start}-{end - 1}"
            )
            return response["Body"].read()

    def get_with_headers(self, seen: StoredObject, headers: dict[str, str]) -> tuple[str, Any]:
        """The content type and body of the response for a listed object, with additional headers.

        MovedError if the object has changed, RefusedError if the storlet in the headers is not run.
        """
        self._headers.of_this_request = headers
        try:
            with self._translated_errors(f"read {seen.key}"):
                response = self._client.get_object(Bucket=self.name, Key=seen.key, IfMatch=f'"{seen.etag}"')
                return response["ContentType"], response["Body"]
        finally:
            self._headers.of_this_request = {}

    def _add_headers(self, request: Any, **_: Any) -> None:
        for name, value in getattr(self._headers, "of_this_request", {}).items():
            request.headers[name] = value

    def put(self, key: str, body: bytes) -> None:
        """Create or completely replace an object."""
        with self._translated_errors(f"write {key}"):
            self._client.put_object(Bucket=self.name, Key=key, Body=body)

    def head(self, key: str) -> StoredObject | None:
        """The current object, or None."""
        try:
            with self._translated_errors(f"get the status of {key}"):
                response = self._client.head_object(Bucket=self.name, Key=key)
        except MovedError:
            return None
        modified = _milliseconds(response["LastModified"])
        return StoredObject(key, unquoted(response["ETag"]), response["ContentLength"], modified)

    def uploads(self, prefix: str) -> Iterator[Upload]:
        """The incomplete multipart uploads of keys that begin with `prefix`."""
        with self._translated_errors(f"list the uploads of {prefix}*"):
            pages = self._client.get_paginator("list_multipart_uploads")
            for page in pages.paginate(Bucket=self.name, Prefix=prefix):
                for each in page.get("Uploads", ()):
                    yield Upload(each["Key"], each["UploadId"], _milliseconds(each["Initiated"]))

    def delete(self, keys: Sequence[str]) -> dict[str, str]:
        """Delete up to DELETES objects with one request. Returns the failed keys with the reasons."""
        with self._translated_errors(f"delete {counted(len(keys), 'object')}"):
            wanted = {"Objects": [{"Key": key} for key in keys], "Quiet": True}
            response = self._client.delete_objects(Bucket=self.name, Delete=wanted)
        return {each["Key"]: each.get("Message") or each["Code"] for each in response.get("Errors", ())}

    def clear(self) -> None:
        """Delete all objects. HeadwaterError if the store refuses to delete one."""
        keys = [each.key for each in self.list("")]
        for batch in batches(keys):
            for key, reason in self.delete(batch).items():
                raise HeadwaterError(f"the store does not delete {key} of bucket {self.name}: {reason}")

    def abort(self, upload: Upload) -> None:
        """Abort an upload. Does nothing if it has ended."""
        with self._translated_errors(f"abort the upload of {upload.key}"):
            try:
                self._client.abort_multipart_upload(Bucket=self.name, Key=upload.key, UploadId=upload.id)
            except self._client.exceptions.NoSuchUpload:
                return

    @contextmanager
    def _translated_errors(self, action: str) -> Iterator[None]:
        """Convert botocore's exceptions to HeadwaterError or MovedError."""
        try:
            yield
        except ClientError as error:
            raise self._refused(action, error) from error
        except SSLError as error:
            found = tls_problem(self.endpoint, error)
            raise HeadwaterError(found.message, advice=found.advice) from error
        except BotoCoreError as error:
            raise store_error(action, self.name, error) from error

    def _refused(self, action: str, error: ClientError) -> Exception:
        code = error.response.get("Error", {}).get("Code", "")
        if code in _GONE and error.operation_name in _READS:
            return MovedError()
        if code.startswith("Storlet"):
            return RefusedError(f"{code}: {error.response['Error'].get('Message', '')}")
        if code == "NoSuchBucket":
            return HeadwaterError(
                f"there is no bucket {self.name} at {self.endpoint}",
                advice="Check the name in the URI and the endpoint, or create the bucket.",
            )
        return HeadwaterError(
            f"{self.endpoint} refused to {action} in s3://{self.name}: {error}", advice=_advice(code)
        )


def _advice(code: str) -> str:
    if code in _GONE:
        return "Check the endpoint: the server may not be an S3 store."
    return "Check the keys and their permissions." if code in _KEYS else "Try again later."


def _stored(listed: dict) -> StoredObject:
    modified = _milliseconds(listed["LastModified"])
    return StoredObject(listed["Key"], unquoted(listed["ETag"]), listed["Size"], modified)


def _milliseconds(time: datetime) -> int:
    return (time - _EPOCH) // timedelta(milliseconds=1)


def batches(found: Sequence[T]) -> Iterator[Sequence[T]]:
    """As many at a time as one request deletes."""
    for start in range(0, len(found), DELETES):
        yield found[start : start + DELETES]


def unquoted(etag: str) -> str:
    """An ETag without HTTP's quotes."""
    return etag.strip('"')
