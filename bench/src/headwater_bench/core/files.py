"""Files of the checkout and of this package."""

import tomllib
from importlib.resources import files
from pathlib import Path
from typing import Any

CHECKOUT = Path(__file__).resolve().parents[4]
RESULTS = CHECKOUT / "bench" / "results"
SCRATCH = CHECKOUT / "target" / "bench"
"""The folder for quick and partial results, and for the report."""

CACHE = CHECKOUT / ".cache" / "peers"
"""The folder for the software of peers, which is not part of Headwater."""


def table(package: str, name: str) -> dict[str, Any]:
    """The content of a TOML file of a package."""
    return tomllib.loads(files(package).joinpath(name).read_text(encoding="utf-8"))
