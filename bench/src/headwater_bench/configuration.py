"""A process that takes part in a comparison on one store."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Configuration:
    """A Spark with the file system of a peer (of `headwater_bench.operations`); `settings` are Spark's.

    `artifacts` are jars besides the peer's, as Maven's GROUP:ARTIFACT:VERSION, without their dependencies.
    """

    name: str
    title: str
    peer: str
    settings: dict[str, str] = field(default_factory=dict)
    artifacts: tuple[str, ...] = ()
