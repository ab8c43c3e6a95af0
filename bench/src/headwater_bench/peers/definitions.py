"""The compared file systems: one TOML file each in `file_systems/`."""

from dataclasses import dataclass

from headwater_bench.core.definitions import tables


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


def peers() -> list[Peer]:
    """All peers in turn order."""
    return [Peer(name=name, **_tuples(document)) for name, document in tables(__package__, "file_systems")]


def others_on_store() -> dict[str, str]:
    """The titles of the peers on the store except Headwater by key, in order."""
    return {each.key: each.title for each in peers() if each.on_store and not each.is_headwater}


def _tuples(document: dict) -> dict:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in document.items()}
