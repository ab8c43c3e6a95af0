"""The objects that a query reads, and the schema if none is given."""

import io
from dataclasses import dataclass

import pyarrow as pa
from pyarrow import csv
from pyarrow import json as json_lines

from headwater.core.bucket import Bucket, MovedError
from headwater.core.errors import HeadwaterError
from headwater.core.snapshot import live, take_snapshot
from headwater.core.state import StoredObject
from headwater.queries.formats import Csv, JsonLines, RecordFormat

_SAMPLE = 1 << 20
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
    """The format of all objects, with the first one's schema if none is given."""
    kind = layout.kind or _kind(objects)
    separator = layout.separator or ("\t" if kind == "tsv" else ",")
    if schema is None:
        schema = _inferred(bucket, objects[0], kind, separator, header=layout.header)
    if kind == "jsonl":
        return JsonLines(schema)
    return Csv(schema, header=layout.header, separator=separator)


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


def _inferred(bucket: Bucket, first: StoredObject, kind: str, separator: str, *, header: bool) -> pa.Schema:
    """The schema of the first object's first complete records, as Arrow infers it."""
    packed = compression(first.key)
    try:
        body = io.BytesIO(bucket.get_part(first, 0, min(_SAMPLE, first.length)))
        stream = pa.CompressedInputStream(body, packed) if packed else body
        sample = stream.read(_SAMPLE)
        if first.length > _SAMPLE or packed:
            sample = sample[: sample.rfind(b"\n") + 1]
        if kind == "jsonl":
            return json_lines.read_json(io.BytesIO(sample)).schema
        options = csv.ReadOptions(autogenerate_column_names=not header)
        parsing = csv.ParseOptions(delimiter=separator)
        return csv.read_csv(io.BytesIO(sample), options, parsing).schema
    except (pa.ArrowInvalid, OSError, MovedError) as error:
        raise HeadwaterError(
            f"the columns of {first.key} cannot be inferred: {error}",
            advice="Give the schema: --schema, or schema= in Python.",
        ) from error
