"""The limits that `make lint` checks.

- No package cycle, and no import against the layers.
- Few files per package.
- Few lines in a folder, with its tests.
- No cache that the documentation does not name.
- No forbidden word in messages, and the old word almost gone from names.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from caches import unnamed_caches
from cycles import cycles
from imports import package_graph, package_of
from layers import forbidden_imports
from prose import forbidden_words
from sources import Source

FILES = 30
"""The maximum number of files of a package, without tests."""

LINES = {"bench": 6_000}
"""The maximum number of lines of Java, Scala, Python and Rust in a folder, with its tests."""

OLD_WORDS = 40
"""The maximum number of names and string literals with the word that the style guide gave up."""

WORD = "told"
OLD_WORD = re.compile(r"(?<![A-Za-z])[Tt]old(?![a-z])|(?<=[a-z])Told(?![a-z])")


def violations(root: Path, files: Iterable[Source]) -> Iterator[str]:
    """A sentence for each violation: what exceeds which limit, and what to do."""
    files = list(files)
    code = [file for file in files if not file.is_test]
    graph = package_graph(code)
    yield from _cycles(cycles(graph))
    yield from forbidden_imports(graph, root)
    yield from _packages(Counter(map(package_of, code)))
    yield from _lines(files)
    yield from unnamed_caches(root, code)
    yield from forbidden_words(root, files)
    yield from _old_words(old_words(files))


def old_words(files: Iterable[Source]) -> Counter[str]:
    """The number of names and string literals with the old word, by file."""
    return Counter(
        str(file.path)
        for file in files
        for word in file.words()
        if OLD_WORD.search((word.text or b"").decode())
    )


def _cycles(found: Iterable[list[str]]) -> Iterator[str]:
    for group in found:
        yield (
            f"Packages import each other: {', '.join(group)}. "
            "Move what they share to a package that imports none of them."
        )


def _packages(counts: Counter[str]) -> Iterator[str]:
    for package, count in sorted(counts.items()):
        if count > FILES:
            yield f"{package} has {count} files, more than {FILES}. Split it by subject."


def _lines(files: Iterable[Source]) -> Iterator[str]:
    counts: Counter[str] = Counter()
    for file in files:
        counts[file.path.parts[0]] += file.text.count(b"\n")
    for folder, most in LINES.items():
        if counts[folder] > most:
            yield (
                f"{folder} has {counts[folder]:,} lines, more than {most:,}. "
                "Remove what repeats, or use a library."
            )


def _old_words(counts: Counter[str]) -> Iterator[str]:
    total = sum(counts.values())
    if total > OLD_WORDS:
        most = ", ".join(f"{path} ({count})" for path, count in counts.most_common(5))
        yield f"'{WORD}' is in {total} names and strings, more than {OLD_WORDS}. Rename them, most in: {most}."
