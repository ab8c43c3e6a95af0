"""SQL over CSV with pushdown, beside Spark without it, S3A, Stocator, Parquet and Polars on one store."""
