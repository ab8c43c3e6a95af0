"""Datasets of committed objects for programs in Python, without Spark."""

from headwater.datasets.dataset import Dataset, dataset

__all__ = ["Dataset", "dataset"]
