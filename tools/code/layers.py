"""The allowed directions between Spark's packages and between the engine's crates.

ArchUnit checks the layers of Java, import-linter those of Python.
"""

import os.path
import tomllib
from collections.abc import Iterator
from pathlib import Path

from imports import Graph
from sources import tracked

SPARK = "io.headwater.spark"
INTERNALS = "org.apache.spark.sql"


def _spark(*names: str) -> set[str]:
    return {f"{SPARK}.{name}" for name in names}


def _engine(*names: str) -> set[str]:
    return {f"engine/{name}" for name in names}


PACKAGES = {
    SPARK: _spark("planning", "shims"),
    f"{SPARK}.shims": set(),
    f"{SPARK}.planning": _spark("config", "csv", "inference", "json", "pushdown", "skipping")
    | {f"{INTERNALS}.headwater"},
    f"{SPARK}.csv": _spark("inference", "pushdown", "typed")
    | {f"{INTERNALS}.headwater", f"{INTERNALS}.catalyst.csv.headwater"},
    f"{SPARK}.json": _spark("inference", "pushdown", "typed") | {f"{INTERNALS}.headwater"},
    f"{SPARK}.storlet": _spark("config", "csv", "pushdown") | {f"{INTERNALS}.headwater"},
    f"{SPARK}.inference": _spark("pushdown") | {f"{INTERNALS}.headwater"},
    f"{SPARK}.typed": _spark("pushdown")
    | {f"{INTERNALS}.headwater", f"{INTERNALS}.execution.headwater"},
    f"{SPARK}.pushdown": {f"{INTERNALS}.headwater"},
    f"{SPARK}.skipping": _spark("config") | {f"{INTERNALS}.headwater"},
    f"{SPARK}.config": {f"{INTERNALS}.headwater"},
    f"{INTERNALS}.headwater": set(),
    f"{INTERNALS}.catalyst.csv.headwater": set(),
    f"{INTERNALS}.execution.headwater": set(),
    "io.headwater.store.s3": set(),
    "io.headwater.store.swift": set(),
}
"""Each package that is compiled with Spark, and each backend, with those of them that it may import."""

CRATES = {
    "engine/daemon": _engine("requests"),
    "engine/requests": _engine("golden-cases"),
    "engine/storlets": _engine(
        "predicates", "raw-filter", "rows", "storlet-sdk", "typed-rows", "golden-cases", "selection-oracle"
    ),
    "engine/predicates": _engine("storlet-sdk", "golden-cases"),
    "engine/typed-rows": _engine("predicates", "storlet-sdk"),
    "engine/raw-filter": set(),
    "engine/rows": _engine("storlet-sdk"),
    "engine/storlet-sdk": set(),
    "engine/golden-cases": set(),
    "engine/selection-oracle": _engine("predicates"),
}
"""Each crate of the engine, with the crates that it may depend on. The storlets are one row."""


def forbidden_imports(graph: Graph, root: Path) -> Iterator[str]:
    """A sentence for each import or dependency against the tables, and for each package without a row."""
    yield from _forbidden(graph, PACKAGES, f"{SPARK}.")
    yield from _forbidden(crate_graph(root), CRATES, "engine/")


def _forbidden(graph: Graph, table: dict[str, set[str]], prefix: str) -> Iterator[str]:
    for source, targets in sorted(graph.items()):
        if source in table:
            for target in sorted(targets.intersection(table) - table[source] - {source}):
                yield (
                    f"{source} imports {target}, against tools/code/layers.py. "
                    "Move what both need to a package that both may import."
                )
        elif source.startswith(prefix):
            yield f"{source} has no row in tools/code/layers.py. Add one with what it may import."


def crate_graph(root: Path) -> Graph:
    """The dependencies between the crates of the repository, by folder."""
    graph: Graph = {}
    for manifest in tracked(root):
        if manifest.name == "Cargo.toml":
            paths = dependency_paths(tomllib.loads((root / manifest).read_text()))
            targets = {crate(os.path.normpath(manifest.parent / path)) for path in paths}
            graph.setdefault(crate(str(manifest.parent)), set()).update(targets)
    return graph


def crate(folder: str) -> str:
    """The row of a crate's folder."""
    return "engine/storlets" if folder.startswith("engine/storlets/") else folder


def dependency_paths(tables: dict[str, object]) -> Iterator[str]:
    """The paths of a manifest's dependencies, also of its tests and of one platform."""
    for name, table in tables.items():
        if isinstance(table, dict):
            if name.endswith("dependencies"):
                yield from (each["path"] for each in table.values() if "path" in each)
            yield from dependency_paths(table)
