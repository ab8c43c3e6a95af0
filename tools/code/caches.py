"""The rule that docs/reference/settings.md names each cache of the connector and of the Spark module.

A class has a row in the section *Caches* if one of its fields

- evicts entries, or
- is static, or in an object of Scala, and changes: it may be replaced, or its value is a mutable collection.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from sources import Source
from tree_sitter import Node

PAGE = "docs/reference/settings.md"
SECTION = re.compile(r"^## Caches$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| `(\w+)` \|", re.MULTILINE)

FIELDS = {
    ".java": "(field_declaration) @field",
    ".scala": "[(val_definition) (var_definition)] @field",
}

EVICTING = re.compile(
    r"\b(?:BoundedMap|ChangeBoundCache|WeakHashMap|SoftReference|removeEldestEntry)\b|0\.75f, true"
)
"""Maps that drop entries."""

MUTABLE = re.compile(
    r"\bnew\s+(?!BitSet)(?:\w+\.)*"
    r"(?:\w*(?:Map|Set|List|Deque|Queue|Buffer|Reference|Adder)|ThreadLocal|Atomic\w+|Shared)\b"
    r"|\b(?:mutable|TrieMap|newKeySet|withInitial|synchronized(?:Map|Set|List))\b"
)
"""Values that change later."""


def unnamed_caches(root: Path, files: Iterable[Source]) -> Iterator[str]:
    """A sentence for each cache without a row, and for each row without a class."""
    page = root / PAGE
    rows = set(ROW.findall("".join(SECTION.findall(page.read_text())))) if page.exists() else set()
    classes = {file.path.stem: file for file in files if file.language in FIELDS}
    for name, file in sorted(classes.items()):
        if name not in rows and any(_is_cache(file, field) for field in file.nodes(FIELDS[file.language])):
            yield f"{file.path} keeps a cache or a process's state. Add `{name}` to the caches of {PAGE}."
    for name in sorted(rows - classes.keys()):
        yield f"{PAGE} names a cache `{name}`, but no class has this name. Remove or rename the row."


def _is_cache(file: Source, field: Node) -> bool:
    code = file.blanked[field.start_byte : field.end_byte].decode()
    if EVICTING.search(code):
        return True
    if file.language == ".java":
        modifiers = field.child(0).text.split()
        is_static, is_constant = b"static" in modifiers, b"final" in modifiers
    else:
        is_static = _owner(field).type == "object_definition"
        is_constant = field.type == "val_definition"
    return is_static and (not is_constant or bool(MUTABLE.search(code)))


def _owner(field: Node) -> Node:
    """The class, object or function that a Scala definition is directly in."""
    return field.parent.parent
