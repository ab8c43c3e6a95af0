"""Definitions and texts in files of a package."""

import tomllib
from collections.abc import Iterator
from importlib.resources import files


def text(package: str, name: str) -> str:
    """The content of a text file of a package."""
    return files(package).joinpath(name).read_text(encoding="utf-8")


def table(package: str, name: str) -> dict:
    """The content of a TOML file of a package."""
    return tomllib.loads(text(package, name))


def tables(package: str, folder: str) -> Iterator[tuple[str, dict]]:
    """Name without suffix and content of each TOML file in a package's folder, in the order of names."""
    names = sorted(file.name for file in files(package).joinpath(folder).iterdir())
    for name in names:
        if name.endswith(".toml"):
            yield name.removesuffix(".toml"), table(package, f"{folder}/{name}")
