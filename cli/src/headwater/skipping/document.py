"""The index as an object next to a dataset (SKIP-INDEX.md, sections 1 and 2)."""

import gzip
import io
import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Self

from headwater.core.errors import HeadwaterError

NAME = "_headwater_index"
FORMAT = 1
MOST_BYTES = 32 << 20
"""The limit of the uncompressed document."""


@dataclass
class Index:
    """The columns, and what is known of them in each object. Both have the document's form."""

    source: str
    options: dict[str, str]
    columns: list[dict] = field(default_factory=list)
    objects: dict[str, dict] = field(default_factory=dict)
    """By key below the root."""

    def add(self, columns: list[dict], objects: Iterable[dict]) -> None:
        """Add objects with data of `columns`, in this order. Replaces those with the same key."""
        places = [self._place(column) for column in columns]
        for each in objects:
            known: list[dict | None] = [None] * len(self.columns)
            for place, statistics in zip(places, each["columns"], strict=False):
                known[place] = statistics
            while known and known[-1] is None:
                known.pop()
            self.objects[each["key"]] = each | {"columns": known}

    def _place(self, column: dict) -> int:
        for place, own in enumerate(self.columns):
            if _identity(own) == _identity(column):
                self.columns[place] = column | own
                return place
        self.columns.append(dict(column))
        return len(self.columns) - 1

    def only(self, names: Iterable[str]) -> None:
        """Keep only these columns, by name or position."""
        wanted = set(names)
        existing = {name for column in self.columns for name in _names(column)}
        if missing := wanted - existing:
            raise HeadwaterError(
                f"no object has the column {', '.join(sorted(missing))}",
                advice=f"The columns are {', '.join(sorted(existing))}.",
            )
        kept = [place for place, column in enumerate(self.columns) if wanted & _names(column)]
        for each in self.objects.values():
            known = each["columns"]
            each["columns"] = [known[place] if place < len(known) else None for place in kept]
        self.columns = [self.columns[place] for place in kept]

    def content(self) -> bytes:
        """The object's content. If it is too long, filters are left out. HeadwaterError if it still is."""
        text = self._text()
        if len(text) > MOST_BYTES:
            for each in self.objects.values():
                each["columns"] = [known and _without_filter(known) for known in each["columns"]]
            text = self._text()
        if len(text) > MOST_BYTES:
            raise HeadwaterError(
                f"the index would have {len(text):,} bytes, and {MOST_BYTES:,} at most are read",
                advice="Name the columns that queries select by: --columns NAME,NAME.",
            )
        return gzip.compress(text, mtime=0)

    def _text(self) -> bytes:
        document = {
            "format": FORMAT,
            "source": self.source,
            "options": self.options,
            "columns": self.columns,
            "objects": [self.objects[key] for key in sorted(self.objects)],
        }
        return json.dumps(document, ensure_ascii=False, separators=(",", ":")).encode()

    @classmethod
    def parse(cls, content: bytes) -> Self | None:
        """The index in an object, or None if it is not one of a known version."""
        try:
            with gzip.GzipFile(fileobj=io.BytesIO(content)) as plain:
                text = plain.read(MOST_BYTES + 1)
            document = json.loads(text) if len(text) <= MOST_BYTES else {}
            if document.get("format") != FORMAT:
                return None
            objects = {each["key"]: each for each in document["objects"]}
            return cls(document["source"], document["options"], document["columns"], objects)
        except (OSError, EOFError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
            return None


def _identity(column: dict) -> tuple:
    return (column["position"],) if "position" in column else (column["name"], column["type"])


def _names(column: dict) -> set[str]:
    return {str(column[name]) for name in ("name", "position") if name in column}


def _without_filter(known: dict) -> dict:
    return {name: value for name, value in known.items() if name != "bloom"}
