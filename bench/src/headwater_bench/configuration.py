"""A process that takes part in a comparison on one store."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Configuration:
    """A Spark with the file system of a peer (of `headwater_bench.operations`); `settings` are Spark's.

    `libraries` are more jars on its class path, as Maven's GROUP:ARTIFACT:VERSION, without what they need.
    """

    name: str
    title: str
    peer: str
    settings: dict[str, str] = field(default_factory=dict)
    libraries: tuple[str, ...] = ()
