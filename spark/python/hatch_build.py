"""Adds to the wheel the bundles that `make bundles` left in dist."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

DEFAULT_LINE = "4.2"


class Bundles(BuildHookInterface):
    """Puts each line's bundle where `headwater jar` looks."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002 (hatchling's signature)
        """Add the jars. FileNotFoundError if none is built."""
        dist = Path(self.root).parents[1] / "dist"
        jars = {jar.name: jar for jar in dist.glob("headwater-bundle*.jar")}
        jars.pop(f"headwater-bundle-{DEFAULT_LINE}.jar", None)  # a copy of headwater-bundle.jar
        if not jars:
            raise FileNotFoundError(f"there is no bundle in {dist}: run `make bundles`")
        for name, jar in jars.items():
            build_data["force_include"][str(jar)] = f"headwater_spark/jars/{name}"
