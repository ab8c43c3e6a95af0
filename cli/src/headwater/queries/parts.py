"""Reads a part of an object: from a typed answer of the store, or from its bytes."""

import io
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import pyarrow as pa
import urllib3

from headwater.core.bucket import Bucket, MovedError, RefusedError
from headwater.core.errors import HeadwaterError
from headwater.core.frames import AnswerStream, FailedAnswerError
from headwater.core.state import StoredObject
from headwater.core.storlet_names import MEDIA_TYPE
from headwater.core.storlet_request import run_headers
from headwater.queries import sql
from headwater.queries.formats import RecordFormat
from headwater.queries.objects import HEADER, beginning, compression
from headwater.queries.selection import Pushed

_SPLIT = 64 << 20
"""Bytes of an object that one request reads."""

_BUFFER = 1 << 20


@dataclass(frozen=True)
class Part:
    """The records of an object that begin in a range of bytes. `end` is exclusive."""

    stored: StoredObject
    start: int
    end: int


def parts(objects: list[StoredObject]) -> Iterator[Part]:
    """The splits of all objects. A compressed one is not split."""
    for each in objects:
        step = each.length if compression(each.key) else _SPLIT
        for start in range(0, each.length, step):
            yield Part(each, start, min(start + step, each.length))


@dataclass(frozen=True)
class Reader:
    """Reads parts for one query. `parameters` are those of the storlet, None if the store does not help.

    `names` are the wanted columns, `typed` those of typed answers, which the rest of the condition `clause`
    may need, too. `pushed` is what the store evaluates of it. With `encoded`, texts keep their dictionaries.
    """

    bucket: Bucket
    records: RecordFormat
    names: list[str]
    typed: list[str]
    clause: str | None
    pushed: Pushed
    parameters: dict[str, str] | None
    encoded: bool = False
    _is_refused: Event = field(default_factory=Event)

    def read(self, part: Part) -> pa.Table:
        """The rows that the query wants. HeadwaterError if the object cannot be read."""
        try:
            if not part.start and self.records.is_named:
                self.records.check_header(part.stored.key, beginning(self.bucket, part.stored, HEADER))
            if (
                self.parameters is not None
                and not self._is_refused.is_set()
                and not compression(part.stored.key)
            ):
                try:
                    return self.joined(self._answered(part))
                except (RefusedError, FailedAnswerError):
                    self._is_refused.set()
                except (OSError, urllib3.exceptions.HTTPError):
                    pass  # The answer broke off. This part is read.
            return self.joined(self._plain(part))
        except MovedError:
            raise HeadwaterError(
                f"{part.stored.key} was replaced while it was read", advice="Run the query again."
            ) from None
        except (pa.ArrowInvalid, pa.ArrowNotImplementedError, OSError, urllib3.exceptions.HTTPError) as error:
            raise HeadwaterError(
                f"{part.stored.key} cannot be read: {error}", advice="Check the schema and the object."
            ) from error

    def joined(self, tables: Iterable[pa.Table]) -> pa.Table:
        """One table of the wanted columns."""
        found = [each for each in tables if len(each)]
        schema = pa.schema([self._field(each, found) for each in self.names])
        return pa.concat_tables([each.cast(schema) for each in found]) if found else schema.empty_table()

    def _field(self, name: str, tables: list[pa.Table]) -> pa.Field:
        """A column's type: that of its dictionaries if all tables have them, and they may stay."""
        field = self.records.schema.field(name)
        types = {each.schema.field(name).type for each in tables}
        stay = self.encoded and len(types) == 1 and all(map(pa.types.is_dictionary, types))
        return field.with_type(types.pop()) if stay else field

    def _answered(self, part: Part) -> list[pa.Table]:
        """The rows of a typed answer, with the complete records that it has."""
        headers = run_headers(self.records.storlet, self.parameters or {}, part.start, part.end)
        kind, body = self.bucket.get_with_headers(part.stored, headers)
        with body:
            if kind != MEDIA_TYPE:
                raise RefusedError("it has no storlets")
            answer = io.BufferedReader(AnswerStream(body.read), _BUFFER)
            found: list[pa.Table] = []
            while answer.peek():
                with pa.ipc.open_stream(pa.PythonFile(answer, "r")) as stream:
                    for batch in stream:
                        found += self._rows(pa.Table.from_batches([batch]))
        return found

    def _rows(self, table: pa.Table) -> Iterator[pa.Table]:
        complete = table["record"] if "record" in table.column_names else None
        if complete is not None:
            table = table.filter(complete.is_null()).drop_columns(["record"])
        rows = table.rename_columns(self.typed)
        if self.pushed.complete:
            yield rows.select(self.names)
        else:
            # DuckDB compares a column in its type, for example in nanoseconds.
            types = pa.schema([self.records.schema.field(each) for each in self.typed])
            yield sql.filtered(rows.cast(types), self.names, self.clause)
        if complete is not None:
            records = complete.drop_null().combine_chunks()
            yield sql.filtered(self.records.records(records), self.names, self.clause)

    def _plain(self, part: Part) -> list[pa.Table]:
        """The rows of the object's bytes. The first part of an object reads all of it."""
        content = self._lines(part)
        return [
            sql.filtered(pa.Table.from_batches([batch]), self.names, self.clause)
            for batch in self.records.read(content, is_object=part.start == 0)
        ]

    def _lines(self, part: Part) -> Any:
        """The records that begin in the range, by the rule of Hadoop's splits."""
        packed = compression(part.stored.key)
        if packed:
            return pa.CompressedInputStream(io.BytesIO(self.bucket.get(part.stored)), packed)
        content = self.bucket.get_part(part.stored, part.start, part.end)
        end = part.end
        if part.start:
            skipped = content.find(b"\n") + 1
            if not skipped:
                return io.BytesIO()  # The part is within one record, which began earlier.
            content = content[skipped:]
        while end < part.stored.length:
            more = self.bucket.get_part(part.stored, end, min(end + _BUFFER, part.stored.length))
            line = more.find(b"\n") + 1
            content += more[: line or len(more)]
            end += line or len(more)
            if line:
                break
        if end < part.stored.length and self.records.is_open(content):
            raise HeadwaterError(
                f"{part.stored.key} is read in parts, and byte {end} is in a value with a line break",
                advice="Read it by another program, or write it as several objects.",
            )
        return io.BytesIO(content)
