"""Queries of CSV and JSON lines that the store answers where it can, without Spark."""

from headwater.queries.query import query

__all__ = ["query"]
