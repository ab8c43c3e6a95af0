"""Adds to the wheel the engine and the storlets that `make build` left in dist."""

import os
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Shipped(BuildHookInterface):
    """Puts them where `headwater.core.artifacts` looks. The wheel then supports this platform only."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Add the files. An editable install finds them in dist."""
        dist = Path(self.root).parent / "dist"
        engine = dist / "headwater-engine"
        if version == "editable" or not engine.exists():
            return
        build_data["pure_python"] = False
        # A release names the oldest glibc that its engine needs.
        platform = os.environ.get("HEADWATER_WHEEL_PLATFORM") or sysconfig.get_platform()
        build_data["tag"] = f"py3-none-{platform.replace('-', '_').replace('.', '_')}"
        for file in (engine, *sorted((dist / "storlets").glob("*.wasm"))):
            build_data["force_include"][str(file)] = f"headwater/bin/{file.relative_to(dist)}"
