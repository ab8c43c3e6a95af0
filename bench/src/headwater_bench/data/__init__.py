"""Meter readings with the structure of GridPocket's, as IOStack's D4.2 describes them."""
