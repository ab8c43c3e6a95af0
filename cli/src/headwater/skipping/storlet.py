"""Statistics by the storlet `stats`, in the store. No byte of an object is transferred."""

import json
from collections.abc import Iterator

from headwater_swift.wire.frames import DATA, ERROR, BrokenAnswerError, FrameReader
from headwater_swift.wire.names import MEDIA_TYPE

from headwater.core.bucket import Bucket, RefusedError
from headwater.core.state import StoredObject
from headwater.core.storlet_request import run_headers
from headwater.skipping import column_statistics

SPLIT = 256 << 20
"""Bytes of an object that one request reads, because the engine limits a request's time."""

_CHUNK = 1 << 20


def describe(bucket: Bucket, seen: StoredObject, parameters: dict[str, str]) -> tuple[list[dict], dict]:
    """The columns of an object, and what is known of them.

    Raises RefusedError, or MovedError if the object was replaced.
    """
    wanted = {"bloom": "true"} | parameters
    answers = [
        _answer(bucket, seen, run_headers("stats", wanted, start, end)) for start, end in _splits(seen.length)
    ]
    rows = sum(answer["rows"] for answer in answers)
    width = max(len(answer["columns"]) for answer in answers)
    columns, statistics = [], []
    for position in range(width):
        parts = [a["columns"][position] for a in answers if position < len(a["columns"])]
        names = [part["name"] for part in parts if "name" in part]
        columns.append({"position": position} | ({"name": names[0]} if names else {}))
        statistics.append(column_statistics.merge(parts, rows))
    return columns, {"etag": seen.etag, "length": seen.length, "rows": rows, "columns": statistics}


def _splits(length: int) -> Iterator[tuple[int, int]]:
    for start in range(0, length, SPLIT):
        yield start, min(start + SPLIT, length)


def _answer(bucket: Bucket, seen: StoredObject, headers: dict[str, str]) -> dict:
    kind, body = bucket.get_with_headers(seen, headers)
    with body:
        if kind != MEDIA_TYPE:
            raise RefusedError("it has no storlets")
        reader = FrameReader(lambda: body.read(_CHUNK))
        text = b""
        try:
            while not (frame := reader.read()).last:
                text += frame.payload if frame.type == DATA else b""
            if frame.type == ERROR:
                cause = frame.document()
                raise RefusedError(f"{cause['error']}: {cause['message']}")
            return json.loads(text)
        except (BrokenAnswerError, OSError) as error:
            raise RefusedError(f"the answer broke off: {error}") from error
