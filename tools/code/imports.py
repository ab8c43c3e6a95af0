"""The imports between packages: Java and Scala by package, Python by folder, Rust by module of a crate."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from sources import Source

JVM_PACKAGE = re.compile(r"^package ([\w.]+)", re.MULTILINE)
JVM_IMPORT = re.compile(r"^import (?:static )?(io\.headwater[\w.]*)", re.MULTILINE)
PYTHON_IMPORT = re.compile(r"^\s*(?:from|import) (headwater\w*[\w.]*)(?: import ([\w, (]+))?", re.MULTILINE)
RUST_IMPORT = re.compile(r"\bcrate::(\w+)")

Graph = dict[str, set[str]]


def package_graph(files: Iterable[Source]) -> Graph:
    """The imports between different packages of main code, by package name."""
    files = [file for file in files if not file.is_test]
    known = {name for file in files for name in named(file)}
    graph: Graph = defaultdict(set)
    for file in files:
        for name in named(file):
            graph[name] |= {target for target in imported(file, known) if target != name}
    return graph


def named(file: Source) -> Iterator[str]:
    """The package that the file belongs to. None for a file that no other can import."""
    match file.language:
        case ".java" | ".scala":
            yield from JVM_PACKAGE.findall(file.text.decode())[:1]
        case ".py" if "src" in file.path.parts:
            yield ".".join(file.path.parts[file.path.parts.index("src") + 1 : -1])
        case ".rs" if "src" in file.path.parts:
            yield rust_module(file)


def rust_module(file: Source) -> str:
    """The crate's folder and its top-level module: `engine/daemon::server`."""
    at = file.path.parts.index("src")
    crate = "/".join(file.path.parts[:at])
    return f"{crate}::{file.path.parts[at + 1].removesuffix('.rs')}"


def imported(file: Source, known: set[str]) -> Iterator[str]:
    """The known packages that the file imports."""
    text = file.text.decode()
    match file.language:
        case ".java" | ".scala":
            yield from filter(None, (longest(name, known) for name in JVM_IMPORT.findall(text)))
        case ".py":
            for module, names in PYTHON_IMPORT.findall(text):
                candidates = (
                    [f"{module}.{name.strip(' (')}" for name in names.split(",")] if names else [module]
                )
                yield from filter(None, (longest(name, known) for name in candidates))
        case ".rs":
            crate = next(named(file), "").partition("::")[0]
            yield from known.intersection(f"{crate}::{name}" for name in RUST_IMPORT.findall(text))


def longest(name: str, known: set[str]) -> str | None:
    """The longest known package that the qualified name is in."""
    parts = name.split(".")
    return next(
        (".".join(parts[:end]) for end in range(len(parts), 0, -1) if ".".join(parts[:end]) in known), None
    )
