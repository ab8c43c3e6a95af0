"""Skip indexes: what the objects of a dataset hold (protocol/SKIP-INDEX.md)."""
