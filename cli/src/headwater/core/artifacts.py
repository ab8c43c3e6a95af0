"""The engine and the storlets that `make build` makes."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parents[1]
_CHECKOUT = _PACKAGE.parents[2]


def shipped(name: str) -> Path:
    """The build's location of `name`: in the package of a wheel, or in the checkout's `dist`."""
    packaged = _PACKAGE / "bin" / name
    return packaged if packaged.exists() else _CHECKOUT / "dist" / name
