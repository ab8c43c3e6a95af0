"""Headwater's command line, and datasets for programs in Python."""

from importlib import import_module
from typing import TYPE_CHECKING

from headwater.core.extras import require

if TYPE_CHECKING:
    from headwater.datasets import Dataset, dataset

__all__ = ["Dataset", "dataset"]


def __getattr__(name: str) -> object:
    """Import pyarrow only for programs that use a dataset."""
    if name in __all__:
        require("datasets", f"headwater.{name}")
        return getattr(import_module("headwater.datasets"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
