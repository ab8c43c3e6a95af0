"""How a store lets one of several writers win: by its conditions, or by claims."""

import uuid
from threading import Lock
from urllib.parse import urlsplit

from botocore.exceptions import BotoCoreError, ClientError

from headwater.commit.objects import Objects
from headwater.commit.repetition import pause
from headwater.core.conditions import Conditions, is_temporary, probe
from headwater.core.errors import HeadwaterError
from headwater.core.s3 import is_swift

_AMAZON = (".amazonaws.com", ".amazonaws.com.cn")
_ALL = Conditions(create=True, replace=True, upload=True, winners=1, replacers=1)
_SWIFT = Conditions(create=True, upload=True)
"""Several of racing creators win (docs/reference/stores.md)."""

_TRIES = 5
_known: dict[str, Conditions] = {}
_lock = Lock()


def conditions(objects: Objects, root: str) -> Conditions:
    """What the store honours. The first call for an endpoint sends requests below the root."""
    endpoint = objects.client.meta.endpoint_url
    if (urlsplit(endpoint).hostname or "").endswith(_AMAZON):
        return _ALL
    with _lock:
        if endpoint not in _known:
            _known[endpoint] = _learned(objects, root)
        return _known[endpoint]


def _learned(objects: Objects, root: str) -> Conditions:
    """What the store answers. If it is overloaded or fails, the test is repeated."""
    repetition = 0
    while True:
        try:
            return _answered(objects, root)
        except (BotoCoreError, ClientError) as error:
            if repetition == _TRIES or not _is_temporary(error):
                raise HeadwaterError(
                    f"it is not known which conditions the store of s3://{objects.name} honours: {error}",
                    advice="Run headwater doctor, then try again.",
                ) from error
        pause(repetition)
        repetition += 1


def _answered(objects: Objects, root: str) -> Conditions:
    response = objects.client.list_objects_v2(Bucket=objects.name, Prefix=root, MaxKeys=1)
    if is_swift(response["ResponseMetadata"]["HTTPHeaders"]):
        return _SWIFT
    return probe(objects.client, objects.name, f"{root}_headwater-probe.claim.{uuid.uuid4()}")


def _is_temporary(error: Exception) -> bool:
    return not isinstance(error, ClientError) or is_temporary(
        error.response["ResponseMetadata"]["HTTPStatusCode"]
    )
