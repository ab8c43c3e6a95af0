"""Files of Parquet for the tests of datasets."""

import io

import pyarrow as pa
import pyarrow.parquet as pq


def parquet(first: int, rows: int) -> bytes:
    """A file with the columns `id`, the numbers from `first` on, and `name`, such as `name007`."""
    numbers = range(first, first + rows)
    columns = {"id": pa.array(numbers, pa.int64()), "name": [f"name{each:03}" for each in numbers]}
    return parquet_of(pa.table(columns))


def parquet_of(table: pa.Table) -> bytes:
    """A file of a table."""
    content = io.BytesIO()
    pq.write_table(table, content)
    return content.getvalue()
