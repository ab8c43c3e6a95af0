"""The compared ways to write: one TOML file each in `policies/`."""

from dataclasses import dataclass

from headwater_bench.core.definitions import tables
from headwater_bench.peers import definitions
from headwater_bench.peers.definitions import Peer


@dataclass(frozen=True)
class Policy:
    """A peer (see `headwater_bench.operations`) with Hadoop settings.

    `how` describes how it handles bytes.
    """

    name: str
    title: str
    peer: Peer
    how: str
    hadoop: dict[str, str]

    def values(self, document: dict) -> dict[str, str]:
        """Hadoop's settings on the store of `document`."""
        return {name: value.format_map(document) for name, value in (self.peer.hadoop | self.hadoop).items()}


def load() -> list[Policy]:
    """All policies in turn order."""
    peers = {peer.name: peer for peer in definitions.peers()}
    return [
        Policy(name, **document | {"peer": peers[document["peer"]]})
        for name, document in tables(__package__, "policies")
    ]
