"""Headwater's command line, and datasets for programs in Python."""

from importlib import import_module
from importlib.metadata import version
from typing import TYPE_CHECKING

from headwater.core.extras import require

if TYPE_CHECKING:
    from headwater.datasets import Dataset, dataset, write_dataset
    from headwater.queries import query

    __version__: str

_MODULES = {"Dataset": "datasets", "dataset": "datasets", "query": "queries", "write_dataset": "datasets"}

__all__ = ["Dataset", "dataset", "query", "write_dataset"]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})


def __getattr__(name: str) -> object:
    """Import pyarrow and DuckDB only for programs that use them. Each module is an extra's."""
    if name == "__version__":
        return version("headwater")
    if name in _MODULES:
        require(_MODULES[name], f"headwater.{name}")
        return getattr(import_module(f"headwater.{_MODULES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
