"""A dataset of exactly the committed objects, as a `pyarrow.dataset.Dataset`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.dataset as ds

from headwater.access import stores
from headwater.core.snapshot import require_snapshot
from headwater.datasets import formats
from headwater.datasets.filesystems import Place, place, scheme
from headwater.datasets.guarantees import guarantee
from headwater.datasets.listing import ListedFile, listed
from headwater.datasets.schemas import inferred, with_partitions

if TYPE_CHECKING:
    from collections.abc import Sequence

    import duckdb
    import pandas as pd
    import polars as pl


class Dataset(ds.FileSystemDataset):
    """The rows of a dataset at the time at which it was opened. Whatever takes Arrow's datasets takes it.

    A filter reads neither the partitions nor the files that cannot have its rows. A file that is deleted
    later is an error when it is read.
    """

    def files(self) -> list[str]:
        """The URIs of the files, in the order in which they are read."""
        return [f"{scheme(self.filesystem)}://{each.path}" for each in self.get_fragments()]

    def to_pandas(self, **options: object) -> pd.DataFrame:
        """The rows as a data frame of pandas. The options are those of `to_table`: `columns`, `filter`."""
        return self.to_table(**options).to_pandas()

    def to_polars(self) -> pl.LazyFrame:
        """The rows as a LazyFrame of Polars, which reads what its query needs."""
        import polars as pl  # noqa: PLC0415 (other programs do not need it)

        return pl.scan_pyarrow_dataset(self)

    def to_duckdb(self, connection: duckdb.DuckDBPyConnection) -> duckdb.DuckDBPyRelation:
        """The rows as a relation of the connection, which reads what its query needs."""
        return connection.from_arrow(self)


def dataset(
    uri: str,
    *,
    schema: pa.Schema | None = None,
    format: str | ds.FileFormat | None = None,  # noqa: A002 (the name in pyarrow)
    endpoint: str | None = None,
) -> Dataset:
    """The committed rows at a URI such as `s3://bucket/path` or `swift://container.service/path`.

    `schema` is that of the commits' files and of the partitions if it is not given. `format` is found by the
    files' names. `endpoint` is the URL of the S3 API. The environment has the keys (AWS_ACCESS_KEY_ID and so
    on).

    Raises HeadwaterError if there is no such dataset, if the store refuses, for an invalid manifest, or if
    the files or their partitions do not have one schema.
    """
    bucket, folder = stores.dataset(uri, endpoint, None)
    files = listed(require_snapshot(bucket, folder).state)
    if format is None:
        format = formats.format_of(uri, (each.key for each in files))  # noqa: A001
    elif isinstance(format, str):
        format = formats.named(format)  # noqa: A001
    return _dataset(place(bucket), files, format, schema)


def _dataset(
    store: Place, files: Sequence[ListedFile], format_: ds.FileFormat, schema: pa.Schema | None
) -> Dataset:
    schema = inferred(store, files, format_) if schema is None else with_partitions(schema, files)
    fragments = [
        format_.make_fragment(
            store.path(each.key),
            store.filesystem,
            guarantee(schema, each.partition, each.columns),
            file_size=each.length,
        )
        for each in files
    ]
    return Dataset(fragments, schema, format_, store.filesystem)
