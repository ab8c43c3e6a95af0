"""SQL by DuckDB over the columns of CSV that pandas reads."""

import duckdb
import fsspec
import pandas as pd


def run(request: dict) -> list:
    """The rows of a query."""
    s3, sql = request["s3"], request["sql"]
    options = {"key": s3["access_key"], "secret": s3["secret_key"], "endpoint_url": s3["endpoint"]}
    columns = [name for name, _ in request["schema"] if name in sql]
    with fsspec.open_files(request["url"], **options) as files:
        frame = pd.concat([pd.read_csv(each, usecols=columns) for each in files])
    return duckdb.connect().register(request["view"], frame).execute(sql).fetchall()
