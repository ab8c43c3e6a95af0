"""Committed files of Parquet as tables of Iceberg and Delta Lake, without a copy of their data."""
