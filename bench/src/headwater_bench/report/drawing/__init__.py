"""Plots, tables and other parts of the report."""
