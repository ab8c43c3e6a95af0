"""Datasets by manifest, as read from the store: see `protocol/PROTOCOL.md`."""
