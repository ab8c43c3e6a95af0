"""Which conditional writes an S3 API honours: the probe of docs/reference/stores.md."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum
from hashlib import md5
from http import HTTPStatus
from threading import Barrier
from typing import Any

from botocore.exceptions import ClientError

RACERS = 8
"""The number of racing creators of one object."""

REFUSALS = (409, 412)
"""The statuses of a request whose condition is false."""

_OTHER = "0" * 32


@dataclass(frozen=True)
class Conditions:
    """The conditions that are honoured: a PUT that creates, one that replaces, an upload's completion.

    `quoted`: ETags are compared with their quotes. `winners` of RACERS racing creators had success, and so
    many `replacers` of the winner's object. None if they did not race.
    """

    create: bool = False
    replace: bool = False
    upload: bool = False
    quoted: bool = True
    winners: int | None = None
    replacers: int | None = None

    @property
    def atomic(self) -> bool:
        """Whether at most one of racing writers wins, as far as a race can show."""
        return self.create and self.replace and self.winners == self.replacers == 1

    def etag(self, bare: str) -> str:
        """An ETag for `If-Match`."""
        return f'"{bare}"' if self.quoted else bare


class _Outcome(Enum):
    DONE = 1
    REFUSED = 2
    UNSUPPORTED = 3


def probe(client: Any, bucket: str, key: str) -> Conditions:
    """Find out by at most 27 requests for one object, which is deleted.

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
        quoted, replaced = True, self._replace(f'"{_etag("1")}"')
        if replaced == _Outcome.REFUSED:
            quoted, replaced = False, self._replace(_etag("1"))
        found = Conditions(create=True, quoted=quoted)
        refused = replaced == _Outcome.DONE and self._replace(found.etag(_OTHER), "2") == _Outcome.REFUSED
        upload = self._complete() == _Outcome.REFUSED
        return self._raced(replace(found, replace=refused, upload=upload))

    def _send(self, operation: str, **options: Any) -> dict:
        return getattr(self.client, operation)(Bucket=self.bucket, Key=self.key, **options)

    def _create(self, content: str = "1") -> _Outcome:
        return _outcome(lambda: self._send("put_object", Body=content.encode(), IfNoneMatch="*"))

    def _replace(self, etag: str, content: str = "1") -> _Outcome:
        return _outcome(lambda: self._send("put_object", Body=content.encode(), IfMatch=etag))

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

    def _raced(self, found: Conditions) -> Conditions:
        """How many racing creators succeed. If one does, how many replacers of its object."""
        self._send("delete_object")
        creators = _race(lambda racer: self._create(f"creator {racer}"))
        found = replace(found, winners=len(creators))
        if not found.replace or len(creators) != 1:
            return found
        etag = found.etag(_etag(f"creator {creators[0]}"))
        return replace(found, replacers=len(_race(lambda racer: self._replace(etag, f"replacer {racer}"))))


def _race(send: Callable[[int], _Outcome]) -> list[int]:
    """The racers that had success."""
    start = Barrier(RACERS)

    def run(racer: int) -> _Outcome:
        start.wait()
        return send(racer)

    with ThreadPoolExecutor(RACERS) as pool:
        outcomes = list(pool.map(run, range(RACERS)))
    return [racer for racer, outcome in enumerate(outcomes) if outcome == _Outcome.DONE]


def _etag(content: str) -> str:
    return md5(content.encode(), usedforsecurity=False).hexdigest()


def _outcome(send: Callable[[], object]) -> _Outcome:
    try:
        send()
    except ClientError as error:
        status = error.response["ResponseMetadata"]["HTTPStatusCode"]
        if is_temporary(status):
            raise
        return _Outcome.REFUSED if status in REFUSALS else _Outcome.UNSUPPORTED
    return _Outcome.DONE


def is_temporary(status: int) -> bool:
    """Whether a response says nothing about conditions: an overloaded or failed server (RFC 9110, 6585)."""
    if status == HTTPStatus.NOT_IMPLEMENTED:
        return False
    return status == HTTPStatus.TOO_MANY_REQUESTS or status >= HTTPStatus.INTERNAL_SERVER_ERROR
