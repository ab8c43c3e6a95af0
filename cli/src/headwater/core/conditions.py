"""Which conditional writes an S3 API honours: the probe of docs/reference/stores.md."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum
from hashlib import md5
from threading import Barrier
from typing import Any

from botocore.exceptions import ClientError

RACERS = 8
"""The number of racing creators of one object."""

REFUSALS = (409, 412)
"""The statuses of a request whose condition is false."""

_ETAG = md5(b"1", usedforsecurity=False).hexdigest()
_OTHER = "0" * 32


@dataclass(frozen=True)
class Conditions:
    """The conditions that are honoured: a PUT that creates, one that replaces, an upload's completion.

    `quoted`: ETags are compared with their quotes. `winners` of RACERS racing creators had success, None if
    they did not race.
    """

    create: bool = False
    replace: bool = False
    upload: bool = False
    quoted: bool = True
    winners: int | None = None

    @property
    def atomic(self) -> bool:
        """Whether at most one of racing writers wins, as far as a race can show."""
        return self.create and self.replace and self.winners == 1

    def etag(self, bare: str) -> str:
        """An ETag for `If-Match`."""
        return f'"{bare}"' if self.quoted else bare


class _Outcome(Enum):
    DONE = 1
    REFUSED = 2
    UNSUPPORTED = 3


def probe(client: Any, bucket: str, key: str) -> Conditions:
    """Find out by at most 19 requests for one object, which is deleted.

    `client` sends each request once. Raises botocore's exceptions.
    """
    try:
        return _Probe(client, bucket, key).run()
    finally:
        with suppress(ClientError):
            client.delete_object(Bucket=bucket, Key=key)


@dataclass(frozen=True)
class _Probe:
    client: Any
    bucket: str
    key: str

    def run(self) -> Conditions:
        if self._create() != _Outcome.DONE or self._create() != _Outcome.REFUSED:
            return Conditions()
        quoted, replaced = True, self._replace(f'"{_ETAG}"')
        if replaced == _Outcome.REFUSED:
            quoted, replaced = False, self._replace(_ETAG)
        other = f'"{_OTHER}"' if quoted else _OTHER
        replace = replaced == _Outcome.DONE and self._replace(other) == _Outcome.REFUSED
        upload = self._complete() == _Outcome.REFUSED
        return Conditions(True, replace, upload, quoted, self._winners())

    def _send(self, operation: str, **options: Any) -> dict:
        return getattr(self.client, operation)(Bucket=self.bucket, Key=self.key, **options)

    def _create(self) -> _Outcome:
        return _outcome(lambda: self._send("put_object", Body=b"1", IfNoneMatch="*"))

    def _replace(self, etag: str) -> _Outcome:
        return _outcome(lambda: self._send("put_object", Body=b"1", IfMatch=etag))

    def _complete(self) -> _Outcome:
        """Complete an upload on condition that no object exists, though one does."""
        upload = self._send("create_multipart_upload")["UploadId"]
        part = self._send("upload_part", UploadId=upload, PartNumber=1, Body=b"1")
        parts = {"Parts": [{"PartNumber": 1, "ETag": part["ETag"]}]}
        outcome = _outcome(
            lambda: self._send(
                "complete_multipart_upload", UploadId=upload, MultipartUpload=parts, IfNoneMatch="*"
            )
        )
        if outcome != _Outcome.DONE:
            self._send("abort_multipart_upload", UploadId=upload)
        return outcome

    def _winners(self) -> int:
        self._send("delete_object")
        start = Barrier(RACERS)

        def race(_: int) -> _Outcome:
            start.wait()
            return self._create()

        with ThreadPoolExecutor(RACERS) as pool:
            return list(pool.map(race, range(RACERS))).count(_Outcome.DONE)


def _outcome(send: Callable[[], object]) -> _Outcome:
    try:
        send()
    except ClientError as error:
        status = error.response["ResponseMetadata"]["HTTPStatusCode"]
        return _Outcome.REFUSED if status in REFUSALS else _Outcome.UNSUPPORTED
    return _Outcome.DONE
