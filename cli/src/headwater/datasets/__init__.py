"""Datasets of committed objects for programs in Python, without Spark."""

from headwater.datasets.dataset import Dataset, dataset
from headwater.datasets.writing import write_dataset

__all__ = ["Dataset", "dataset", "write_dataset"]
