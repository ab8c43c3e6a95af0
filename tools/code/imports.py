"""The imports between packages: Java and Scala by package, Python by folder, Rust by sibling modules of a crate.

In Rust a module and its submodules may use each other, but two modules with the same parent may not.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import accumulate, product, takewhile

from sources import Source

PACKAGE = re.compile(r"^\s*package (?!object\b)([\w.]+)", re.MULTILINE)
QUALIFIED = re.compile(r"(?<![\w.])\w+(?:\.\w+)+")
SCALA_IMPORT = re.compile(r"\bimport ([\w.][^\n;]*)")
SCALA_WILDCARD = re.compile(r"\bimport ([\w.]+)\._")
SCALA_MEMBER = re.compile(r"(?<![\w.])[a-z]\w*(?:\.[a-z]\w*)*\.[A-Z]\w*")
RUST_PATH = re.compile(r"\b(?:crate|super|self)(?:::\w+)+")
GROUP = re.compile(r"([\w.:]+)(\.|::)\{([^{}]*)\}")

Graph = dict[str, set[str]]
Edge = tuple[str, str]


def package_graph(files: Iterable[Source]) -> Graph:
    """The imports between different packages of main code, by package name."""
    files = [file for file in files if not file.is_test and package_name(file)]
    known = {package_name(file) for file in files}
    graph: Graph = defaultdict(set, {name: set() for name in known})
    for file in files:
        for source, target in edges(file, known):
            if source != target:
                graph[source].add(target)
    return graph


def package_name(file: Source) -> str:
    """The package or Rust module that the file belongs to. Empty for a file that no other can import."""
    match file.language:
        case ".java" | ".scala":
            return ".".join(PACKAGE.findall(file.code))
        case ".py" if "src" in file.path.parts:
            return ".".join(file.path.parts[file.path.parts.index("src") + 1 : -1])
        case ".rs" if "src" in file.path.parts:
            return rust_module(file)
    return ""


def package_of(file: Source) -> str:
    """What a file counts for: a package of Java and Scala, which may be in several folders, or a folder."""
    return package_name(file) if file.language in {".java", ".scala"} else file.package


def rust_module(file: Source) -> str:
    """The crate's folder and the module's path: `engine/daemon::server::worker`."""
    at = file.path.parts.index("src")
    modules = [*file.path.parts[at + 1 : -1], file.path.stem]
    if modules[-1] in {"lib", "main", "mod"}:
        modules.pop()
    return "::".join(["/".join(file.path.parts[:at]), *modules])


def edges(file: Source, known: set[str]) -> Iterator[Edge]:
    """Each import of a known package, with the importing package."""
    own = package_name(file)
    if file.language == ".rs":
        targets = (longest(name, known, "::") for name in rust_paths(file, own))
        yield from (siblings(own, target) for target in targets if target)
        return
    names = python_names(file, own) if file.language == ".py" else jvm_names(file, known)
    yield from ((own, target) for name in names if (target := longest(name, known)))


def jvm_names(file: Source, known: set[str]) -> Iterator[str]:
    """The qualified names of the code. In Scala also those that are relative to a package."""
    code = ungrouped(PACKAGE.sub("", file.code))
    yield from QUALIFIED.findall(code)
    if file.language == ".scala":
        for scope, name in product(scala_scopes(file), scala_relative(code)):
            if len(longest(f"{scope}.{name}", known) or "") > len(scope):
                yield f"{scope}.{name}"


def scala_scopes(file: Source) -> list[str]:
    """The packages whose members the file may name without a prefix."""
    return [*accumulate(PACKAGE.findall(file.code), "{}.{}".format), *SCALA_WILDCARD.findall(file.code)]


def scala_relative(code: str) -> set[str]:
    """The names that may begin with a package: imports, and objects such as `planning.ScanPlan`."""
    imports = ",".join(SCALA_IMPORT.findall(code)).split(",")
    return {name.split()[0] for name in imports if name.strip()} | set(SCALA_MEMBER.findall(code))


def python_names(file: Source, own: str) -> Iterator[str]:
    """The qualified names that the file imports."""
    for node in ast.walk(ast.parse(file.text)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            parents = own.split(".")[: len(own.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*parents, *([node.module] if node.module else [])])
            yield from (f"{module}.{name.name}" for name in node.names)


def rust_paths(file: Source, own: str) -> Iterator[str]:
    """The paths of the code from the crate's folder on."""
    modules = own.split("::")
    for path in RUST_PATH.findall(ungrouped(file.code)):
        names = path.split("::")
        ups = sum(1 for _ in takewhile("super".__eq__, names))
        base = modules[:1] if names[0] == "crate" else modules[: max(1, len(modules) - ups)]
        yield "::".join([*base, *(name for name in names if name not in {"crate", "super", "self"})])


def siblings(source: str, target: str) -> Edge:
    """The modules below the nearest common parent of two modules. The same one if one contains the other."""
    a, b = source.split("::"), target.split("::")
    common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(a, b, strict=False)))
    if common in {len(a), len(b)}:
        return source, source
    return "::".join(a[: common + 1]), "::".join(b[: common + 1])


def ungrouped(code: str) -> str:
    """The code with each group of imports written out: `a.{b, c}` as `a.b, a.c`, and `a::{b, c}` alike."""
    while (shorter := GROUP.sub(_each, code)) != code:
        code = shorter
    return code


def _each(group: re.Match[str]) -> str:
    prefix, separator, names = group.groups()
    return ", ".join(f"{prefix}{separator}{name.strip()}" for name in names.split(","))


def longest(name: str, known: set[str], separator: str = ".") -> str | None:
    """The longest known package that the qualified name is in."""
    parts = name.split(separator)
    prefixes = (separator.join(parts[:end]) for end in range(len(parts), 0, -1))
    return next((prefix for prefix in prefixes if prefix in known), None)
