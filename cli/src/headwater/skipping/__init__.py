"""Skip indexes: statistics of a dataset's objects (protocol/SKIP-INDEX.md)."""
