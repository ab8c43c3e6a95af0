"""The columns of a dataset: those of its commits' files, and those of its folders."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor

import pyarrow as pa
import pyarrow.dataset as ds

from headwater.core.errors import HeadwaterError
from headwater.datasets.filesystems import Place
from headwater.datasets.listing import ListedFile
from headwater.datasets.partitions import type_of
from headwater.datasets.types import merged_type, permissive_type

_MOST_COMMITS = 32
_SIDE_BY_SIDE = 16


def inferred(store: Place, files: Sequence[ListedFile], format_: ds.FileFormat) -> pa.Schema:
    """The columns of the files in the order of their commits, and the partition columns.

    HeadwaterError if there is no file, if a column has several types that no type joins, or for names that
    differ only in case.
    """
    if not files:
        raise HeadwaterError(
            f"no file of {store.authority} shows the columns, because the dataset is empty",
            advice="Give its columns: schema=pyarrow.schema(...).",
        )
    chosen = [store.path(each.key) for each in shown(files)]
    with ThreadPoolExecutor(_SIDE_BY_SIDE) as pool:
        schemas = list(pool.map(lambda path: format_.inspect(path, store.filesystem), chosen))
    known = {name for each in files for name in (*each.partition, *each.columns)}
    _check_names(known.union(*(each.names for each in schemas)), store)
    schema = _joined(schemas, format_)
    for field in _partition_fields(files):
        at = schema.get_field_index(field.name)
        schema = schema.append(field) if at < 0 else schema.set(at, field)
    return schema


def with_partitions(schema: pa.Schema, files: Sequence[ListedFile]) -> pa.Schema:
    """The schema, and the partition columns that it lacks after its own."""
    for field in _partition_fields(files):
        if field.name not in schema.names:
            schema = schema.append(field)
    return schema


def shown(files: Iterable[ListedFile], most: int = _MOST_COMMITS) -> list[ListedFile]:
    """The files whose columns are read, from the oldest to the newest.

    One of each commit, and each file of other programs. If these are more than `most`, the oldest and the
    newest of them. And one for each further column that a manifest names.
    """
    by_age = sorted(files, key=lambda each: (each.written, each.key))
    first: dict[str, ListedFile] = {}
    for each in by_age:
        first.setdefault(each.written, each)
    commits = [*first.values()]
    found = commits if len(commits) <= most else [commits[0], *commits[1 - most :]]
    described = {name for each in found for name in each.columns}
    for each in by_age:
        if not described.issuperset(each.columns):
            described.update(each.columns)
            found.append(each)
    return sorted(found, key=lambda each: (each.written, each.key))


def _check_names(names: Iterable[str], store: Place) -> None:
    found = defaultdict(list)
    for name in sorted(names):
        found[name.lower()].append(name)
    same = next((each for each in found.values() if len(each) > 1), None)
    if same:
        raise HeadwaterError(
            f"columns of {store.authority} have the names {', '.join(same)}, which differ only in case",
            advice="Give the columns: schema=pyarrow.schema(...). A file without that exact name has nulls.",
        )


def _partition_fields(files: Sequence[ListedFile]) -> Iterator[pa.Field]:
    names = {name: None for each in files for name in each.partition}
    for name in names:
        yield pa.field(name, type_of(each.partition.get(name) for each in files))


def _joined(schemas: Iterable[pa.Schema], format_: ds.FileFormat) -> pa.Schema:
    """All columns, each with a type that has the values of all files. A file may lack any."""
    fields: dict[str, pa.Field] = {}
    metadata = None
    for schema in schemas:
        metadata = metadata or schema.metadata
        for field in schema:
            other = fields.get(field.name)
            fields[field.name] = _wider(other, field, format_) if other else field.with_nullable(True)
    return pa.schema(fields.values(), metadata)


def _wider(one: pa.Field, other: pa.Field, format_: ds.FileFormat) -> pa.Field:
    """Files of CSV and JSON have no types, so their numbers are read as any type of numbers."""
    is_text = isinstance(format_, (ds.CsvFileFormat, ds.JsonFileFormat))
    kind = (permissive_type if is_text else merged_type)(one.type, other.type)
    if kind is None and isinstance(format_, ds.CsvFileFormat):
        kind = pa.string()
    if kind is None:
        raise HeadwaterError(
            f"the column {one.name} has the type {one.type} in some files, {other.type} in others",
            advice="Give the columns with one type: schema=pyarrow.schema(...).",
        )
    return one.with_type(kind)
