"""The objects that a query reads, and the schema if none is given."""

import io
from contextlib import suppress
from dataclasses import dataclass

import pyarrow as pa
from pyarrow import json as json_lines

from headwater.core.bucket import Bucket, MovedError
from headwater.core.errors import HeadwaterError
from headwater.core.snapshot import live, take_snapshot
from headwater.core.state import StoredObject
from headwater.queries.formats import Csv, JsonLines, RecordFormat

_SAMPLE = 1 << 20
HEADER = 64 << 10
"""Bytes in which the header of an object is looked for."""
_EXTENSIONS = {".csv": "csv", ".tsv": "tsv", ".json": "jsonl", ".jsonl": "jsonl", ".ndjson": "jsonl"}
COMPRESSIONS = {".gz": "gzip", ".bz2": "bz2", ".zst": "zstd"}
"""Extensions of compressed objects, which are read without the store's help, with Arrow's names."""


@dataclass(frozen=True)
class Layout:
    """How the objects are written: `kind` is csv, tsv or jsonl, None by their names.

    Without a separator, it is the kind's. HeadwaterError for an unknown kind, or a separator that Arrow's
    reader does not have.
    """

    kind: str | None = None
    header: bool = True
    separator: str | None = None

    def __post_init__(self) -> None:
        if self.kind not in (None, "csv", "tsv", "jsonl"):
            raise HeadwaterError(f"there is no format {self.kind!r}", advice="Use csv, tsv or jsonl.")
        if self.separator is None:
            return
        if len(self.separator) != 1 or not self.separator.isascii() or self.separator in '"\r\n':
            raise HeadwaterError(
                f"the separator {self.separator!r} is not one ASCII character that can separate fields",
                advice="Use a character such as a comma, a semicolon or a tab.",
            )


def found(bucket: Bucket, key: str) -> list[StoredObject]:
    """The object of this key, or what readers of the folder read. HeadwaterError if there is no content."""
    single = bucket.head(key) if key and not key.endswith("/") else None
    if single is not None and single.length:
        return [single]
    folder = "" if not key else f"{key.rstrip('/')}/"
    seen = take_snapshot(bucket, folder)
    read = live(seen.state)
    if not read:
        exists = single is not None or any(each.key.startswith(folder) for each in seen.objects)
        raise _nothing(bucket, key, exists=exists)
    return [StoredObject(each.key, each.etag, each.length, 0) for each in read]


def _nothing(bucket: Bucket, key: str, *, exists: bool) -> HeadwaterError:
    uri = f"{bucket.root}/{key}"
    if exists:
        return HeadwaterError(
            f"{uri} is empty, so it has no columns", advice="Name an object or a folder that has rows."
        )
    return HeadwaterError(
        f"there is no object and no folder {uri} at {bucket.endpoint}", advice="Check the path in the URI."
    )


def format_of(
    bucket: Bucket, objects: list[StoredObject], layout: Layout, schema: pa.Schema | None
) -> RecordFormat:
    """The format of all objects. If no schema is given, it is that of the first object that has rows."""
    kind = layout.kind or _kind(objects)
    separator = layout.separator or ("\t" if kind == "tsv" else ",")
    named = schema is None and layout.header and len(objects) > 1
    is_given = schema is not None
    if schema is None:
        schema = _inferred(bucket, objects, kind, separator, header=layout.header)
    if kind == "jsonl":
        return JsonLines(schema)
    records = Csv(schema, header=layout.header, separator=separator, named=named)
    if is_given and layout.header:
        # What cannot be read is reported where rows are read.
        with suppress(pa.ArrowInvalid, UnicodeDecodeError, OSError, MovedError):
            records.check_order(objects[0].key, beginning(bucket, objects[0], HEADER))
    return records


def beginning(bucket: Bucket, stored: StoredObject, length: int) -> bytes:
    """The complete lines in the first bytes of an object, decompressed.

    Raises MovedError, HeadwaterError, and OSError for what cannot be decompressed.
    """
    packed = compression(stored.key)
    body = io.BytesIO(bucket.get_part(stored, 0, min(length, stored.length)))
    stream = pa.CompressedInputStream(body, packed) if packed else body
    sample = stream.read(length)
    is_complete = not packed and stored.length <= length
    return sample if is_complete else sample[: sample.rfind(b"\n") + 1]


def compression(key: str) -> str | None:
    """Arrow's name of the object's compression, None if it has none."""
    return next((name for end, name in COMPRESSIONS.items() if key.endswith(end)), None)


def _kind(objects: list[StoredObject]) -> str:
    kinds = {_EXTENSIONS.get(_extension(each.key)) for each in objects}
    if len(kinds) != 1 or None in kinds:
        raise HeadwaterError(
            "the objects are not all CSV, all TSV or all JSON lines by their names, "
            f"for example {objects[0].key}",
            advice="Use names that end in .csv, .tsv, .json, .jsonl or .ndjson, or format= in Python.",
        )
    return kinds.pop() or ""


def _extension(key: str) -> str:
    for each in COMPRESSIONS:
        key = key.removesuffix(each)
    return f".{key.rpartition('.')[2]}"


def _inferred(
    bucket: Bucket, objects: list[StoredObject], kind: str, separator: str, *, header: bool
) -> pa.Schema:
    """The schema of the first complete records that an object has, as Arrow infers it."""
    schemas = []
    for each in objects:
        try:
            sample = beginning(bucket, each, _SAMPLE)
            if kind == "jsonl":
                return json_lines.read_json(io.BytesIO(sample)).schema
            schema, rows = Csv.inferred(sample, separator, header=header)
        except (pa.ArrowInvalid, UnicodeDecodeError, OSError, MovedError) as error:
            raise HeadwaterError(
                f"the columns of {each.key} cannot be inferred: {error}",
                advice="Give the schema: --schema, or schema= in Python.",
            ) from error
        if rows:
            return schema
        schemas.append(schema)
    return schemas[0]
