"""The compared ways to write: one TOML file each in `policies/`."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from headwater_bench.operations import definitions
from headwater_bench.operations.definitions import Peer


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
    found = sorted(files(__package__).joinpath("policies").iterdir(), key=lambda file: file.name)
    return [_policy(file.name, tomllib.loads(file.read_text(encoding="utf-8")), peers) for file in found]


def _policy(name: str, document: dict, peers: dict[str, Peer]) -> Policy:
    return Policy(name.removesuffix(".toml"), **document | {"peer": peers[document["peer"]]})
