"""The source files that git knows, each with its package and its syntax tree."""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path, PurePosixPath

import tree_sitter_java
import tree_sitter_python
import tree_sitter_rust
import tree_sitter_scala
from tree_sitter import Language, Node, Parser, Query, QueryCursor


@dataclass(frozen=True)
class Grammar:
    """How one language is parsed. `functions` and `words` are tree-sitter queries."""

    language: Language
    functions: str
    words: str

    def nodes(self, query: str, source: bytes) -> list[Node]:
        """The nodes of the source that the query captures."""
        root = Parser(self.language).parse(source).root_node
        captures = QueryCursor(Query(self.language, query)).captures(root)
        return [node for nodes in captures.values() for node in nodes]


GRAMMARS = {
    ".java": Grammar(
        Language(tree_sitter_java.language()),
        "[(method_declaration) (constructor_declaration) (compact_constructor_declaration)] @function",
        "[(identifier) (type_identifier) (string_literal)] @word",
    ),
    ".scala": Grammar(
        Language(tree_sitter_scala.language()),
        "(function_definition) @function",
        "[(identifier) (type_identifier) (string) (interpolated_string)] @word",
    ),
    ".py": Grammar(
        Language(tree_sitter_python.language()),
        "(function_definition) @function",
        "[(identifier) (string)] @word",
    ),
    ".rs": Grammar(
        Language(tree_sitter_rust.language()),
        "(function_item) @function",
        "[(identifier) (type_identifier) (field_identifier) (string_literal)] @word",
    ),
}
TEST_FOLDERS = {"test", "tests"}


@dataclass(frozen=True)
class Source:
    """One source file; `path` is relative to the repository `root`."""

    root: Path
    path: PurePosixPath

    @property
    def language(self) -> str:
        """The suffix, such as `.java`."""
        return self.path.suffix

    @property
    def is_test(self) -> bool:
        """Whether the file is in a folder of tests."""
        return not TEST_FOLDERS.isdisjoint(self.path.parts)

    @property
    def package(self) -> str:
        """The folder, relative to the repository."""
        return str(self.path.parent)

    @cached_property
    def text(self) -> bytes:
        """The content."""
        return (self.root / self.path).read_bytes()

    def functions(self) -> list[Node]:
        """The functions and methods that the file defines, inner ones too."""
        grammar = GRAMMARS[self.language]
        return grammar.nodes(grammar.functions, self.text)

    def words(self) -> list[Node]:
        """The identifiers and the string literals."""
        grammar = GRAMMARS[self.language]
        return grammar.nodes(grammar.words, self.text)


def sources(root: Path) -> Iterator[Source]:
    """Each source file of a known language that git tracks."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True, text=True
    ).stdout
    for name in listed.split("\0"):
        path = PurePosixPath(name)
        if path.suffix in GRAMMARS and (root / path).is_file():
            yield Source(root, path)
