"""Datasets, manifests and the clients of stores. Nothing here needs Swift's or Spark's packages."""
