"""SQL over CSV with pushdown, compared with plain Spark, S3A, Stocator, Parquet and Polars on one store."""
