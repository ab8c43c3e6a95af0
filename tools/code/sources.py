"""The source files that git knows, each with its package and its syntax tree."""

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path, PurePosixPath

import tree_sitter_java
import tree_sitter_python
import tree_sitter_rust
import tree_sitter_scala
from tree_sitter import Language, Node, Parser, Query, QueryCursor, Tree


@dataclass(frozen=True)
class Grammar:
    """How one language is parsed. All but `language` are tree-sitter queries."""

    language: Language
    functions: str
    words: str
    literals: str
    comments: str

    def parsed(self, source: bytes) -> Tree:
        """The syntax tree of a source."""
        return Parser(self.language).parse(source)

    @cache  # noqa: B019 (one object a language, which live as long as the program)
    def query(self, text: str) -> Query:
        """The compiled query."""
        return Query(self.language, text)


GRAMMARS = {
    ".java": Grammar(
        Language(tree_sitter_java.language()),
        "[(method_declaration) (constructor_declaration) (compact_constructor_declaration)] @function",
        "[(identifier) (type_identifier) (string_literal)] @word",
        "(string_literal) @literal",
        "[(line_comment) (block_comment)] @comment",
    ),
    ".scala": Grammar(
        Language(tree_sitter_scala.language()),
        "(function_definition) @function",
        "[(identifier) (type_identifier) (string) (interpolated_string)] @word",
        "[(string) (interpolated_string)] @literal",
        "[(comment) (block_comment)] @comment",
    ),
    ".py": Grammar(
        Language(tree_sitter_python.language()),
        "(function_definition) @function",
        "[(identifier) (string)] @word",
        "(string) @literal",
        "(comment) @comment",
    ),
    ".rs": Grammar(
        Language(tree_sitter_rust.language()),
        "(function_item) @function",
        "[(identifier) (type_identifier) (field_identifier) (string_literal)] @word",
        "[(string_literal) (raw_string_literal)] @literal",
        "[(line_comment) (block_comment)] @comment",
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

    @cached_property
    def _tree(self) -> Tree:
        return self._grammar.parsed(self.text)

    @property
    def _grammar(self) -> Grammar:
        return GRAMMARS[self.language]

    @cached_property
    def blanked(self) -> bytes:
        """The content with blanks in the place of comments and string literals. It has the same length."""
        text = bytearray(self.text)
        for node in [*self.literals(), *self.comments()]:
            text[node.start_byte : node.end_byte] = b" " * (node.end_byte - node.start_byte)
        return bytes(text)

    @cached_property
    def code(self) -> str:
        """`blanked` as text."""
        return self.blanked.decode()

    def functions(self) -> list[Node]:
        """The functions and methods that the file defines, inner ones too."""
        return self.nodes(self._grammar.functions)

    def words(self) -> list[Node]:
        """The identifiers and the string literals."""
        return self.nodes(self._grammar.words)

    def literals(self) -> list[Node]:
        """The string literals."""
        return self.nodes(self._grammar.literals)

    def comments(self) -> list[Node]:
        """The comments. Docstrings are literals."""
        return self.nodes(self._grammar.comments)

    def nodes(self, query: str) -> list[Node]:
        """The nodes of the syntax tree that a query captures."""
        captures = QueryCursor(self._grammar.query(query)).captures(self._tree.root_node)
        return [node for nodes in captures.values() for node in nodes]


def sources(root: Path) -> Iterator[Source]:
    """Each source file of a known language that git tracks."""
    yield from (Source(root, path) for path in tracked(root) if path.suffix in GRAMMARS)


def tracked(root: Path) -> Iterator[PurePosixPath]:
    """Each file that git tracks and that is there, relative to the repository."""
    command = ["git", "ls-files", "-z"]
    listed = subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout
    yield from (PurePosixPath(name) for name in listed.split("\0") if name and (root / name).is_file())
