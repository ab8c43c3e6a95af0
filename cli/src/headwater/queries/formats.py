"""How records of CSV and JSON lines are requested from the store, and read by Arrow."""

import io
import json
import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import pyarrow as pa
from pyarrow import csv
from pyarrow import json as json_lines

from headwater.core.errors import HeadwaterError
from headwater.queries.types import storlet_type

_BLOCK = 4 << 20
"""Bytes that Arrow parses at once. A record may not be longer."""

_NULLS = {"null_values": [""], "strings_can_be_null": True, "quoted_strings_can_be_null": True}
_BLANK_LINES = re.compile(rb"(?:\xef\xbb\xbf)?([\r\n]*)")
_LINE_END = re.compile(rb"\r\n|\r|\n")
_NO_ROWS = ("Empty CSV file", "Empty JSON file", "Empty JSON stream")
"""What Arrow's errors say about content without rows."""


def check_names(names: Sequence[str]) -> None:
    """HeadwaterError if two columns have one name."""
    repeated = [name for name, count in Counter(names).items() if count > 1]
    if repeated:
        raise HeadwaterError(
            f"several columns are named {', '.join(repeated)}",
            advice="Name each column once, those of an object by --schema, or schema= in Python.",
        )


class RecordFormat(ABC):
    """A format of records, with the schema of a complete one. HeadwaterError if it has a name twice."""

    storlet: str
    is_named = False
    """Whether each object has a header that must have the names of the schema."""

    def __init__(self, schema: pa.Schema) -> None:
        check_names(schema.names)
        self.schema = schema

    @abstractmethod
    def column(self, number: int) -> object:
        """What a storlet calls a column."""

    @abstractmethod
    def read(self, content: Any, *, is_object: bool = True) -> Iterator[pa.RecordBatch]:
        """The rows of an object, or of some of its records. Raises Arrow's errors."""

    def options(self) -> dict[str, str]:
        """The storlet's parameters for this format."""
        return {}

    def parameters(self, columns: list[str], selection: dict | None) -> dict[str, str] | None:
        """The parameters of a typed answer, None if a column has a type that storlets do not have."""
        numbers = [self.schema.get_field_index(each) for each in columns]
        types = [storlet_type(self.schema.field(each).type) for each in numbers]
        if not all(types):
            return None
        wanted = [{"column": self.column(n), "type": t} for n, t in zip(numbers, types, strict=True)]
        tree = {} if selection is None else {"selection": json.dumps(selection)}
        return {
            "answer": "arrow",
            "dictionaries": "true",
            "streams": "true",
            "schema": json.dumps(wanted),
            **tree,
            **self.options(),
        }

    def check_header(self, key: str, sample: bytes) -> None:  # noqa: B027 (a format may have no headers)
        """HeadwaterError if an object's first complete lines name other columns than the schema."""

    def records(self, found: pa.Array) -> pa.Table:
        """The rows of complete records. HeadwaterError if one is not one row."""
        lines = [each for each in found.to_pylist() if not self.is_blank(each)]
        content = b"".join(each + b"\n" for each in lines)
        rows = None if any(map(self.is_open, lines)) else self.read(io.BytesIO(content), is_object=False)
        table = None if rows is None else pa.Table.from_batches(rows, self.schema)
        if table is None or len(table) != len(lines):
            raise HeadwaterError(
                "a line is not one record: a value has a line break, or the line has several records. "
                "Queries in the store cannot read that",
                advice="Read without the store's help: --no-pushdown, or pushdown=False in Python.",
            )
        return table

    def is_blank(self, line: bytes) -> bool:
        """Whether a line is no record."""
        del line
        return False

    def is_open(self, content: bytes) -> bool:
        """Whether the content ends inside a value that has a line break."""
        del content
        return False


class Csv(RecordFormat):
    """Comma-separated values as RFC 4180 has them, with one record a line."""

    storlet = "csv"

    def __init__(self, schema: pa.Schema, *, header: bool, separator: str, named: bool = False) -> None:
        super().__init__(schema)
        self._header, self._separator = header, separator
        self.is_named = named
        ends = re.escape(separator.encode()) + rb"\r\n"
        value = rb'(?:"[^"]*+(?:""[^"]*+)*+"|(?!"))[^%b]*+' % ends
        # Many at once, but not all: Python keeps a state for each.
        self._values = re.compile(rb"(?:%b[%b]?){1,1000}" % (value, ends))

    @staticmethod
    def inferred(sample: bytes, separator: str, *, header: bool) -> tuple[pa.Schema, int]:
        """The schema of complete records, and their number. A column without values has texts."""
        table = csv.read_csv(
            io.BytesIO(sample),
            csv.ReadOptions(autogenerate_column_names=not header),
            csv.ParseOptions(delimiter=separator, newlines_in_values=True),
            csv.ConvertOptions(**_NULLS),
        )
        types = [pa.string() if each == pa.null() else each for each in table.schema.types]
        fields = [pa.field(*each) for each in zip(table.column_names, types, strict=True)]
        return pa.schema(fields), len(table)

    def check_header(self, key: str, sample: bytes) -> None:
        """A header that is longer than the sample is not compared."""
        if not sample:
            return
        names = self.inferred(sample, self._separator, header=True)[0].names
        if names != self.schema.names:
            raise HeadwaterError(
                f"{key} has the columns {', '.join(names)}, and the first object has "
                f"{', '.join(self.schema.names)}",
                advice="Query them one by one, or give the schema: --schema, or schema= in Python.",
            )

    def check_order(self, key: str, sample: bytes) -> None:
        """HeadwaterError if the header, the first line, has the names of the schema in another order."""
        header = next((line for line in sample.splitlines(keepends=True) if line.strip()), b"")
        names = self.inferred(header, self._separator, header=True)[0].names if header else []
        if names != self.schema.names and sorted(names) == sorted(self.schema.names):
            raise HeadwaterError(
                f"{key} has the columns {', '.join(names)}, the schema has {', '.join(self.schema.names)}",
                advice="Give the schema in the order of the object.",
            )

    def column(self, number: int) -> object:
        """Its position."""
        return number

    def options(self) -> dict[str, str]:
        """Without an escape, so that a quote in a field is left to the reader."""
        return {
            "header": str(self._header).lower(),
            "sep": self._separator,
            "escape": "",
            "width": str(len(self.schema)),
            "openQuotes": "true",
        }

    def is_open(self, content: bytes) -> bool:
        """By RFC 4180: a value is quoted if it begins with a quote, and two quotes inside are one."""
        end = 0 if b'"' in content else len(content)
        while end < len(content) and (values := self._values.match(content, end)):
            end = values.end()
        return end < len(content)

    def read(self, content: Any, *, is_object: bool = True) -> Iterator[pa.RecordBatch]:
        """Rows by Arrow's reader, which fails for a row of another length. An empty field is null."""
        skipped = 0
        if self._header and is_object:
            content = io.BufferedReader(content, _BLOCK)
            blank = _BLANK_LINES.match(content.peek(1))
            skipped = 1 + len(_LINE_END.findall(blank[1]) if blank else [])
        try:
            reader = csv.open_csv(
                content,
                csv.ReadOptions(
                    column_names=self.schema.names,
                    skip_rows=skipped,
                    block_size=_BLOCK,
                ),
                csv.ParseOptions(delimiter=self._separator, newlines_in_values=True),
                csv.ConvertOptions(column_types=self.schema, **_NULLS),
            )
        except pa.ArrowInvalid as error:
            if str(error).startswith(_NO_ROWS):
                return
            raise
        yield from reader


class JsonLines(RecordFormat):
    """One JSON object a line. Members that the schema does not have are ignored."""

    storlet = "jsonl"

    def column(self, number: int) -> object:
        """Its path."""
        return "/" + self.schema.field(number).name.replace("~", "~0").replace("/", "~1")

    def is_blank(self, line: bytes) -> bool:
        """Arrow's reader skips it."""
        return not line.strip()

    def read(self, content: Any, *, is_object: bool = True) -> Iterator[pa.RecordBatch]:
        """Rows by Arrow's reader, which has no dates: they are converted from texts."""
        del is_object
        fields = [
            each.with_type(pa.string()) if pa.types.is_date(each.type) else each for each in self.schema
        ]
        options = json_lines.ParseOptions(
            explicit_schema=pa.schema(fields), unexpected_field_behavior="ignore"
        )
        try:
            reader = json_lines.open_json(content, json_lines.ReadOptions(block_size=_BLOCK), options)
            yield from (each.cast(self.schema) for each in reader)
        except pa.ArrowInvalid as error:
            if not str(error).startswith(_NO_ROWS):
                raise
