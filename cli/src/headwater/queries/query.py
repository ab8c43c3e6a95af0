"""`headwater.query`: rows of CSV and JSON lines, selected and projected by the store."""

from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Literal, Self

import pyarrow as pa

from headwater.access import stores
from headwater.core.address import parse
from headwater.core.bucket import Bucket
from headwater.core.errors import HeadwaterError
from headwater.core.state import StoredObject
from headwater.queries import sql
from headwater.queries.formats import RecordFormat, check_names
from headwater.queries.objects import Layout, format_of, found
from headwater.queries.parts import Part, Reader, parts
from headwater.queries.selection import Translator
from headwater.terminal.progress import Advance, ignore

_SIDE_BY_SIDE = 4


def query(  # noqa: PLR0913 (one for each thing that a query may say)
    uri: str,
    *,
    columns: Sequence[str] | None = None,
    where: str | None = None,
    schema: pa.Schema | None = None,
    format: Literal["csv", "tsv", "jsonl"] | None = None,  # noqa: A002 (the name in pyarrow)
    header: bool = True,
    separator: str | None = None,
    pushdown: bool = True,
    endpoint: str | None = None,
) -> pa.RecordBatchReader:
    """The rows of an object, or of all objects below a folder, for which `where` is true.

    `where` is a condition in DuckDB's SQL. The store evaluates it as far as it can, and returns typed
    `columns`. Where it cannot, the objects are read. `schema` has the types of all columns of a record, in
    their order. By default it is inferred from the beginning of the first object. `separator` is a tab for
    TSV, and a comma for CSV by default. The rows have no order.

    Raises HeadwaterError, also while the rows are read.
    """
    opened = Source.open(uri, endpoint, Layout(format, header, separator), schema)
    clause = sql.where(where) if where is not None else None
    return opened.rows(opened.existing(columns), where, clause, pushdown=pushdown)


@dataclass(frozen=True)
class Source:
    """The objects that a URI names, and their format."""

    bucket: Bucket
    objects: list[StoredObject]
    records: RecordFormat

    @classmethod
    def open(cls, uri: str, endpoint: str | None, layout: Layout, schema: pa.Schema | None) -> Self:
        """Find the objects. HeadwaterError if there are none, or if their format is not known."""
        address = parse(uri)
        bucket = stores.bucket(address, endpoint)
        objects = found(bucket, address.folder.removesuffix("/"))
        return cls(bucket, objects, format_of(bucket, objects, layout, schema))

    @property
    def names(self) -> list[str]:
        """The names of all columns."""
        return self.records.schema.names

    def existing(self, columns: Sequence[str] | None) -> list[str]:
        """The columns, all if none are named. HeadwaterError if one does not exist or is named twice."""
        chosen = self.names if columns is None else list(columns)
        missing = [each for each in chosen if each not in self.names]
        if missing or not chosen:
            raise HeadwaterError(
                f"there is no column {missing[0]}" if missing else "no column is wanted",
                advice=f"The columns are {', '.join(self.names)}.",
            )
        check_names(chosen)
        return chosen

    def rows(
        self, columns: list[str], where: str | None, clause: dict | None, *, pushdown: bool
    ) -> pa.RecordBatchReader:
        """The rows for which `where` is true. `clause` is its syntax tree, for the table `rows`."""
        reader = self._reader(columns, where, clause, pushdown=pushdown)
        output = pa.schema([self.records.schema.field(each) for each in columns])
        found = (batch for each in _tables(reader, self._parts()) for batch in each.to_batches())
        return pa.RecordBatchReader.from_batches(output, found)

    @property
    def length(self) -> int:
        """The bytes of all objects."""
        return sum(each.length for each in self.objects)

    def candidates(
        self,
        columns: list[str],
        clause: dict | None,
        table: str,
        *,
        limit: int | None = None,
        pushdown: bool,
        advance: Advance = ignore,
    ) -> pa.Table:
        """The rows for which the store may find the clause, a syntax tree for a table of this name, true.

        Without a clause, the first `limit` rows are enough. Texts that repeat may have dictionaries.
        """
        reader = self._reader(columns, None, clause, pushdown=pushdown, table=table)
        if limit is not None and reader.parameters is not None:
            reader.parameters["limit"] = str(limit)
        encoded = replace(reader, encoded=True)
        return encoded.joined(_first(_tables(encoded, self._parts(), advance), limit))

    def _parts(self) -> list[Part]:
        return list(parts(self.objects))

    def _reader(
        self,
        columns: list[str],
        where: str | None,
        clause: dict | None,
        *,
        pushdown: bool,
        table: str = "rows",
    ) -> Reader:
        pushed = Translator(self.records.schema, table, self.records.column).pushed(clause)
        if where is None:
            pushed = replace(pushed, complete=True)
        needed = {*columns} if pushed.complete else {*columns, *sql.columns_of(clause, self.names, table)}
        typed = [each for each in self.names if each in needed]
        if where is not None:
            sql.check(where, self.records.schema)
        parameters = self.records.parameters(typed, pushed.tree) if pushdown else None
        return Reader(self.bucket, self.records, columns, typed, where, pushed, parameters)


def _first(tables: Iterator[pa.Table], limit: int | None) -> Iterator[pa.Table]:
    """The tables until they have so many rows."""
    rows = 0
    for each in tables:
        yield each
        rows += len(each)
        if limit is not None and rows >= limit:
            return


def _tables(reader: Reader, wanted: list[Part], advance: Advance = ignore) -> Iterator[pa.Table]:
    """The rows of each part. Some parts are read ahead. Who stops early does not wait for them."""

    def read(part: Part) -> pa.Table:
        rows = reader.read(part)
        advance(part.end - part.start)
        return rows

    waiting: deque[Future[pa.Table]] = deque()
    pool = ThreadPoolExecutor(_SIDE_BY_SIDE)
    try:
        for each in wanted:
            waiting.append(pool.submit(read, each))
            if len(waiting) > _SIDE_BY_SIDE:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
