"""Meter readings with the structure of GridPocket's, described in IOStack's D4.2."""
