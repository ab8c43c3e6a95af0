"""The optional parts of this package, and the modules by which each is recognized."""

from importlib.util import find_spec

from headwater.core.errors import HeadwaterError

_MODULES = {
    "datasets": ("pyarrow",),
    "export": ("deltalake", "pyarrow", "pyiceberg", "sqlalchemy"),
    "queries": ("duckdb", "pyarrow"),
    "swift": ("fsspec", "keystoneauth1", "yaml"),
    "store": ("headwater_swift", "psutil", "swift"),
}


def missing(extra: str) -> list[str]:
    """The modules of an extra that this Python does not have."""
    return [name for name in _MODULES[extra] if find_spec(name) is None]


def require(extra: str, command: str) -> None:
    """Raise HeadwaterError if `command`, which needs an extra, cannot work without its modules."""
    if modules := missing(extra):
        raise HeadwaterError(
            f"{command} needs the Python package {', '.join(modules)}, which is not installed",
            advice=f"Install it: pip install 'headwater[{extra}]'",
        )
