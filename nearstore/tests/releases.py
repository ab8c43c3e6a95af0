"""The versions that tests of upgrades install: this one, and the last one."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from headwater.core.artifacts import shipped
from headwater.embedded.engine import PROGRAM

import headwater_swift


@dataclass(frozen=True)
class Release:
    """A version: its engine's program, the folder of its Python middleware, and its csv storlet's module."""

    engine: Path
    middleware: Path
    csv: Path

    @classmethod
    def built(cls, folder: Path) -> Self:
        """What `tools/last-version` built there."""
        built = folder.absolute()
        return cls(built / PROGRAM, built / "middleware", built / "csv.wasm")

    def part(self, kind: str) -> Path:
        """What a server of this kind uses of it."""
        return self.engine if kind == "engine" else self.middleware


CURRENT = Release(
    shipped(PROGRAM), Path(headwater_swift.__file__).parents[1], shipped("storlets") / "csv.wasm"
)
