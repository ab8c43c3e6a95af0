"""`headwater.write_dataset`: a table becomes committed rows, or nothing does."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from typing import Any, Literal

import pyarrow as pa

from headwater.access import stores
from headwater.commit import manifests, overwrite
from headwater.commit.errors import UnknownCommitError
from headwater.commit.job import Job, Part
from headwater.commit.objects import BusyStoreError, LostWriteError, Objects, RefusedWriteError
from headwater.commit.repetition import put_own
from headwater.core.address import parse
from headwater.core.bucket import Bucket, batches
from headwater.core.errors import HeadwaterError
from headwater.datasets.columns import check
from headwater.datasets.existing import check_append
from headwater.datasets.parts import File, files, schema_of_files

_FILE_BYTES = 256 << 20
"""Rows of this size in memory become one file, or one for each partition."""

_SIDE_BY_SIDE = 4
_TRIES = 8


def write_dataset(
    table: Any,
    uri: str,
    *,
    mode: Literal["append", "overwrite"] = "append",
    partition_by: str | Sequence[str] = (),
    endpoint: str | None = None,
) -> str:
    """Write rows to the dataset at a URI as Parquet, and commit them at once. Returns the manifest's ID.

    `table` is an Arrow table or a reader of batches, or whatever exports Arrow's streams: data frames of
    Polars and pandas, DuckDB's relations. `append` adds the rows, from any number of processes at once.
    `overwrite` replaces the complete dataset. Readers see all the rows or none. `partition_by` is the name of
    a column, or several names.

    Raises ConcurrentCommitError if another job replaced the dataset meanwhile, UnknownCommitError if it is
    not known whether the rows are committed, and HeadwaterError if they are not.
    """
    if mode not in ("append", "overwrite"):
        raise HeadwaterError(f"there is no mode {mode!r}", advice="Use append or overwrite.")
    rows = pa.RecordBatchReader.from_stream(table)
    partitions = [partition_by] if isinstance(partition_by, str) else partition_by
    check(rows.schema, partitions)
    address = parse(uri)
    service = stores.service(address, endpoint, None)
    objects = Objects(service, Bucket(service, address.bucket))
    job = Job(address.folder)
    if mode == "append":
        check_append(objects, job.root, rows.schema.names, schema_of_files(rows.schema, partitions))
        seen = None
    else:
        seen = overwrite.begin(objects, job.root)
    published: list[Part] = []
    try:
        _publish(objects, job, _files(rows, partitions), published)
    except BaseException:
        _abort(objects, job, published)
        raise
    return _commit(objects, job, published, seen)


def _commit(objects: Objects, job: Job, published: list[Part], seen: overwrite.Replaced | None) -> str:
    """Write the manifest. Whatever else interrupts this, the parts may be committed, and stay."""
    try:
        if seen is None:
            return manifests.append(objects, job, published)
        return manifests.overwrite(objects, job, published, seen)
    except UnknownCommitError:
        raise
    except HeadwaterError:
        _abort(objects, job, published)
        raise


def _files(rows: pa.RecordBatchReader, partition_by: Sequence[str]) -> Iterator[File]:
    kept: list[pa.RecordBatch] = []
    any_rows = False
    for batch in rows:
        if len(batch):
            kept.append(batch)
        if sum(each.nbytes for each in kept) >= _FILE_BYTES:
            yield from files(pa.Table.from_batches(kept, rows.schema), partition_by)
            kept, any_rows = [], True
    if kept or not any_rows:
        yield from files(pa.Table.from_batches(kept, rows.schema), partition_by)


def _publish(objects: Objects, job: Job, found: Iterator[File], published: list[Part]) -> None:
    """Write the files, some at a time. `published` has them even after an exception."""
    numbers = count()

    def write(file: File) -> None:
        published.append(_write(objects, job, file, next(numbers)))

    with ThreadPoolExecutor(_SIDE_BY_SIDE) as pool:
        waiting = []
        for each in found:
            waiting.append(pool.submit(write, each))
            if len(waiting) >= _SIDE_BY_SIDE:
                waiting.pop(0).result()
        for each in waiting:
            each.result()


def _write(objects: Objects, job: Job, file: File, number: int) -> Part:
    """Only this job uses the key, so the PUT may be repeated."""
    key, content = job.part(number, file.folder, "snappy.parquet"), file.content().to_pybytes()
    try:
        etag = put_own(objects, job.root + key, content, lambda repetition: repetition < _TRIES - 1)
    except (BusyStoreError, LostWriteError, RefusedWriteError) as error:
        raise HeadwaterError(
            f"s3://{objects.name}/{job.root}{key} was not written: {error}",
            advice="Nothing was committed. Try again when the store responds: headwater doctor",
        ) from error
    return Part(key, len(content), etag, len(file.rows), file.partition, file.columns())


def _abort(objects: Objects, job: Job, published: list[Part]) -> None:
    """Delete what the job published. What stays is an orphan that no reader counts."""
    keys = [job.root + each.key for each in published]
    with suppress(HeadwaterError):
        for batch in batches(keys):
            objects.bucket.delete(batch)
