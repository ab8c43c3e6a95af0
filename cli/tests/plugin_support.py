"""An installed package that adds commands to `headwater`."""

import os
from pathlib import Path


def install(folder: Path, program: str, *commands: str) -> dict[str, str]:
    """Install a module `other` with commands, such as `hello = other:hello`. Returns the environment."""
    (folder / "other.py").write_text(program)
    info = folder / "other-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: other\nVersion: 1\n")
    (info / "entry_points.txt").write_text("\n".join(["[headwater.commands]", *commands, ""]))
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])}
