"""The words that Vale forbids in documents, in what Vale does not read.

- String literals of main code: messages, help of the command line, log lines. A literal without a blank is a value.
- Block comments of Rust.
- Files without a syntax that Vale knows, such as the Makefile, Cargo.toml and pom.xml.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

import yaml
from sources import Source, tracked

RULE = Path(__file__).parents[1] / "vale/Headwater/Idiom.yml"
PLAIN_TEXT = {"", ".toml", ".xml"}
"""The suffixes of the files that are read in full. Names such as Makefile have none."""

Text = tuple[PurePosixPath, int, str]
"""A file, the line at which the text begins, and the text."""


def idiom() -> dict[re.Pattern[str], str]:
    """Each forbidden expression of Vale's rule, with its replacement."""
    swap = yaml.safe_load(RULE.read_text())["swap"]
    return {
        re.compile(rf"\b(?:{words})\b".replace(" ", r"\s+"), re.IGNORECASE): plain
        for words, plain in swap.items()
    }


def forbidden_words(root: Path, files: Iterable[Source]) -> Iterator[str]:
    """A sentence for each forbidden word: where it is, and what to write instead."""
    rule = idiom()
    for path, line, text in [*code_texts(files), *plain_texts(root)]:
        for words, plain in rule.items():
            for found in words.finditer(text):
                at = line + text.count("\n", 0, found.start())
                yield f"{path}:{at}: Write plain words: {plain} (instead of '{' '.join(found[0].split())}')."


def code_texts(files: Iterable[Source]) -> Iterator[Text]:
    """The literals that are messages, and the block comments of Rust."""
    for file in files:
        nodes = [] if file.is_test else [node for node in file.literals() if len(node.text.split()) > 1]
        if file.language == ".rs":
            nodes += [node for node in file.comments() if node.type == "block_comment"]
        yield from ((file.path, node.start_point.row + 1, node.text.decode()) for node in nodes)


def plain_texts(root: Path) -> Iterator[Text]:
    """The files that are read in full."""
    for path in tracked(root):
        if path.suffix in PLAIN_TEXT:
            yield path, 1, (root / path).read_text(errors="replace")
