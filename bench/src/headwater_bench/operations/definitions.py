"""The compared file systems and the measured calls: one TOML file each in `peers/` and `calls/`."""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files


@dataclass(frozen=True)
class Peer:
    """A Hadoop file system on the bucket, or on a separate HDFS if it is not `on_store`.

    `root` is the bucket's URL, `hadoop` are the settings. Both have placeholders in braces for parts of the
    store's JSON document (or of `Hdfs.document`). `artifacts` are its jars as Maven's GROUP:ARTIFACT:VERSION,
    fetched with their dependencies except the `exclusions` (GROUP:ARTIFACT). Without artifacts it is
    Headwater, whose jar is the bundle.
    """

    name: str
    title: str
    root: str
    hadoop: dict[str, str]
    artifacts: tuple[str, ...] = ()
    exclusions: tuple[str, ...] = ()
    on_store: bool = True

    @property
    def key(self) -> str:
        """Its name in results: the name without the number of its turn."""
        return self.name.partition("-")[2]

    @property
    def is_headwater(self) -> bool:
        """Whether it is the one that must not fail."""
        return not self.artifacts


@dataclass(frozen=True)
class Call:
    """A measured call, and the conditions that must be true afterwards, as Python expressions.

    `call` has these names: `fs` (Hadoop's FileSystem), the Paths `TOP`, `TREE` in it (with the objects),
    `MOVED` in it (missing) and `NEW` (missing at first), the list `FILES` of those in `NEW`, Hadoop's `Path`
    and `RemoteIterators`, an object's `CONTENT`, and `write` and `read` of a stream. `holds` has the call's
    `answer`, `FILES`, `OBJECTS` (the initial number in `TREE`), and `count` (of the objects under one of the
    four folders). `note` explains the requests.
    """

    name: str
    title: str
    call: str
    holds: str
    note: str


def peers() -> list[Peer]:
    """All peers in turn order."""
    return [Peer(name=name, **_tuples(document)) for name, document in _documents("peers")]


def titles_on_store() -> dict[str, str]:
    """The titles of the peers on the store by key, in order."""
    return {each.key: each.title for each in peers() if each.on_store}


def others_on_store() -> dict[str, str]:
    """The same without Headwater."""
    return {each.key: each.title for each in peers() if each.on_store and not each.is_headwater}


def calls() -> list[Call]:
    """All calls in order. Each works on the objects as the previous one left them."""
    return [Call(name=name, **document) for name, document in _documents("calls")]


def _tuples(document: dict) -> dict:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in document.items()}


def _documents(folder: str) -> Iterator[tuple[str, dict]]:
    found = sorted(files(__package__).joinpath(folder).iterdir(), key=lambda file: file.name)
    for file in found:
        yield file.name.removesuffix(".toml"), tomllib.loads(file.read_text(encoding="utf-8"))
