"""The compared processes (`configurations.toml`) with their file systems (`file_systems.toml`), as data."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from headwater_bench.core.files import table

_HADOOP = "spark.hadoop."
"""The beginning of Spark's names for Hadoop's settings."""


@dataclass(frozen=True)
class Process:
    """A process that takes part in a comparison, with a Hadoop file system on the bucket or `packages`.

    `root` is the bucket's URL, `hadoop` are the settings, with placeholders in braces for parts of the
    store's JSON document. `artifacts` are the jars of the file system as Maven's GROUP:ARTIFACT:VERSION,
    fetched with their dependencies except the `exclusions` (GROUP:ARTIFACT). Without artifacts it is
    Headwater, whose jar is the bundle. `jars` are more artifacts, without dependencies.
    """

    name: str
    title: str
    peer: str = ""
    root: str = ""
    hadoop: dict[str, str] = field(default_factory=dict)
    artifacts: Iterable[str] = ()
    exclusions: Iterable[str] = ()
    settings: dict[str, str] = field(default_factory=dict)
    jars: Iterable[str] = ()
    committer: str = ""
    format: str = "csv"
    packages: Iterable[str] = ()

    def values(self, document: dict) -> dict[str, str]:
        """The file system's Hadoop settings on the store of `document`."""
        return {name: value.format_map(document) for name, value in self.hadoop.items()}

    def spark_values(self, document: dict) -> dict[str, str]:
        """Spark's settings on the store of `document`."""
        return {_HADOOP + name: value for name, value in self.values(document).items()} | self.settings

    def hadoop_values(self, document: dict) -> dict[str, str]:
        """All settings on the store of `document`, for a program without Spark."""
        return {name.removeprefix(_HADOOP): value for name, value in self.spark_values(document).items()}


def processes(names: Iterable[str]) -> dict[str, Process]:
    """The processes with these names, by name, in this order."""
    systems = {each["name"]: each for each in table(__package__, "file_systems.toml")["peer"]}
    known = {each["name"]: each for each in table(__package__, "configurations.toml")["configuration"]}
    return {name: Process(**systems.get(known[name].get("peer"), {}) | known[name]) for name in names}


def process(name: str) -> Process:
    """The process with a name."""
    return processes([name])[name]


def titles(names: Iterable[str]) -> dict[str, str]:
    """The titles of processes by name."""
    return {name: each.title for name, each in processes(names).items()}
