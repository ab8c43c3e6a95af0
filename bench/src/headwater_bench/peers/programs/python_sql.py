"""SQL over CSV by `headwater query`, without Spark."""

import os

import pyarrow as pa

from headwater.queries.objects import Layout
from headwater.queries.statement import execute

_TYPES = {"string": pa.string(), "double": pa.float64()}


def run(request: dict) -> list:
    """The rows of a query."""
    s3, folder = request["s3"], request["url"].rpartition("/")[0]
    os.environ.update(AWS_ACCESS_KEY_ID=s3["access_key"], AWS_SECRET_ACCESS_KEY=s3["secret_key"])
    schema = pa.schema([(name, _TYPES[kind]) for name, kind in request["schema"]])
    sql = request["sql"].replace(request["view"], f"'{folder}'")
    found = execute(sql, Layout(), schema, pushdown=True, endpoint=s3["endpoint"])
    return list(zip(*found.to_pydict().values(), strict=True))
