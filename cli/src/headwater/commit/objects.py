"""Requests whose outcome has to be known: each is sent once, and a lost response is no failure."""

from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from botocore.exceptions import BotoCoreError, ClientError, ConnectTimeoutError, EndpointConnectionError

from headwater.core.bucket import Bucket, unquoted
from headwater.core.conditions import REFUSALS
from headwater.core.errors import HeadwaterError
from headwater.core.s3 import Endpoint, connect

_SLOW_DOWN = "SlowDown"
"""S3's code for a request that is refused because of load. Another 503 may have been applied."""


class RefusedWriteError(Exception):
    """The condition of a PUT was false."""


class LostWriteError(Exception):
    """A PUT without a response, or with a server's failure: it may have been applied, or may be later."""


class BusyStoreError(Exception):
    """The PUT was not applied, and may be sent again."""


@dataclass(frozen=True)
class Written:
    """An object, with its ETag without quotes and its user metadata."""

    etag: str
    metadata: dict[str, str]


class Objects:
    """A bucket, for writers of manifests and claims."""

    def __init__(self, endpoint: Endpoint, bucket: Bucket) -> None:
        self.bucket = bucket
        self.client = connect(endpoint, retries={"total_max_attempts": 1})
        self._patient = connect(endpoint)

    @property
    def name(self) -> str:
        """The bucket's name."""
        return self.bucket.name

    def put(self, key: str, body: bytes, **options: Any) -> str:
        """Write an object once, and return its ETag. Raises one of this module's errors."""
        try:
            response = self.client.put_object(Bucket=self.name, Key=key, Body=body, **options)
        except ClientError as error:
            raise self._classified(key, error) from error
        except (EndpointConnectionError, ConnectTimeoutError) as error:
            raise BusyStoreError(str(error)) from error
        except BotoCoreError as error:
            raise LostWriteError(str(error)) from error
        return unquoted(response["ETag"])

    def _classified(self, key: str, error: ClientError) -> Exception:
        status = error.response["ResponseMetadata"]["HTTPStatusCode"]
        if status in REFUSALS:
            return RefusedWriteError()
        if status == HTTPStatus.TOO_MANY_REQUESTS or error.response["Error"].get("Code") == _SLOW_DOWN:
            return BusyStoreError(str(error))
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return LostWriteError(str(error))
        return HeadwaterError(
            f"the store refused to write s3://{self.name}/{key}: {error}",
            advice="Check the keys and their permissions: headwater doctor",
        )

    def head(self, key: str) -> Written | None:
        """The current object, None if there is none. HeadwaterError if the store does not respond."""
        try:
            found = self._patient.head_object(Bucket=self.name, Key=key)
        except ClientError as error:
            if error.response["ResponseMetadata"]["HTTPStatusCode"] == 404:  # noqa: PLR2004 (not found)
                return None
            raise HeadwaterError(f"s3://{self.name}/{key} cannot be read: {error}") from error
        except BotoCoreError as error:
            raise HeadwaterError(f"s3://{self.name}/{key} cannot be read: {error}") from error
        return Written(unquoted(found["ETag"]), found.get("Metadata", {}))
