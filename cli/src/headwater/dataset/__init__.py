"""Datasets by manifest, seen from the store: see `protocol/PROTOCOL.md`."""
