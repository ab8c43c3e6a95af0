"""A process that takes part in a comparison on one store."""

from dataclasses import dataclass, field

_OURS = ("headwater", "on", "off", "swift")


@dataclass(frozen=True)
class Configuration:
    """A Spark with a peer's file system (of `headwater_bench.operations`) and Spark `settings`.

    `artifacts` are jars in addition to the peer's, as Maven's GROUP:ARTIFACT:VERSION, without their
    dependencies.
    """

    name: str
    title: str
    peer: str
    settings: dict[str, str] = field(default_factory=dict)
    artifacts: tuple[str, ...] = ()


def is_ours(name: str) -> bool:
    """Whether a name in a result is that of a configuration of Headwater."""
    return name.lower().startswith(_OURS)
