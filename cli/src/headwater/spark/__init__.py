"""Spark's programs with Headwater on the class path."""
