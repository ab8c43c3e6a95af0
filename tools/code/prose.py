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

RULES = Path(__file__).parents[1] / "vale/Headwater"
PLAIN_TEXT = {"", ".cfg", ".d2", ".properties", ".tla", ".toml", ".xml"}
"""The suffixes of the files that are read in full. Names such as Makefile have none."""

Text = tuple[PurePosixPath, int, str]
"""A file, the line at which the text begins, and the text."""


def vale_rules() -> dict[re.Pattern[str], str]:
    """Each expression that a rule of Vale forbids, with the rule's message for it, where `%s` is what was found."""
    forbidden = {}
    for file in sorted(RULES.glob("*.yml")):
        rule = yaml.safe_load(file.read_text())
        for words, plain in rule.get("swap", dict.fromkeys(rule.get("tokens", ()))).items():
            pattern = rf"\b(?:{words})\b".replace(" ", r"\s+")
            message = rule["message"].replace("%s", plain, 1) if plain else rule["message"]
            forbidden[re.compile(pattern, re.IGNORECASE)] = message
    return forbidden


def forbidden_words(root: Path, files: Iterable[Source]) -> Iterator[str]:
    """A sentence for each forbidden word: where it is, and what to write instead."""
    rules = vale_rules()
    for path, line, text in [*code_texts(files), *plain_texts(root)]:
        for words, message in rules.items():
            for found in words.finditer(text):
                at = line + text.count("\n", 0, found.start())
                yield f"{path}:{at}: {message.replace('%s', ' '.join(found[0].split()))}"


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
