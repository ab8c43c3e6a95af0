"""The compared file systems (`file_systems.toml`) and processes (`configurations.toml`), as data."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from headwater_bench.core.files import table

_OURS = ("headwater", "on", "off", "swift")


@dataclass(frozen=True)
class Peer:
    """A Hadoop file system on the bucket.

    `root` is the bucket's URL, `hadoop` are the settings. Both have placeholders in braces for parts of the
    store's JSON document. `artifacts` are its jars as Maven's GROUP:ARTIFACT:VERSION, fetched with their
    dependencies except the `exclusions` (GROUP:ARTIFACT). Without artifacts it is Headwater, whose jar is the
    bundle.
    """

    name: str
    title: str
    root: str
    hadoop: dict[str, str]
    artifacts: tuple[str, ...] = ()
    exclusions: tuple[str, ...] = ()

    @property
    def is_headwater(self) -> bool:
        """Whether it is the one that must not fail."""
        return not self.artifacts

    def values(self, document: dict) -> dict[str, str]:
        """Its Hadoop settings on the store of `document`."""
        return {name: value.format_map(document) for name, value in self.hadoop.items()}


@dataclass(frozen=True)
class Configuration:
    """A process that takes part in a comparison, see `configurations.toml`."""

    name: str
    title: str
    peer: str = ""
    settings: dict[str, str] = field(default_factory=dict)
    artifacts: tuple[str, ...] = ()
    committer: str = ""
    format: str = "csv"
    packages: tuple[str, ...] = ()


def peers() -> list[Peer]:
    """All file systems in turn order."""
    return [Peer(**_tuples(each)) for each in table(__package__, "file_systems.toml")["peer"]]


def peer(name: str) -> Peer:
    """The file system with a name."""
    return next(each for each in peers() if each.name == name)


def configurations(names: Iterable[str]) -> dict[str, Configuration]:
    """The processes with these names, by name, in this order."""
    known = {
        each["name"]: Configuration(**_tuples(each))
        for each in table(__package__, "configurations.toml")["configuration"]
    }
    return {name: known[name] for name in names}


def titles(names: Iterable[str]) -> dict[str, str]:
    """The titles of processes by name."""
    return {name: each.title for name, each in configurations(names).items()}


def is_ours(name: str) -> bool:
    """Whether a name in a result is that of a process of Headwater."""
    return name.startswith(_OURS)


def ours(names: Iterable[str]) -> frozenset[str]:
    """Those of the names that are Headwater's, which must not fail."""
    return frozenset(filter(is_ours, names))


def _tuples(document: dict[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in document.items()}
