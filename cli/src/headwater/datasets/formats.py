"""The format of a dataset's files, by their names."""

from collections.abc import Iterable

import pyarrow.dataset as ds

from headwater.core.errors import HeadwaterError

_FORMATS = {
    "parquet": ds.ParquetFileFormat,
    "orc": ds.OrcFileFormat,
    "csv": ds.CsvFileFormat,
    "json": ds.JsonFileFormat,
}
_COMPRESSIONS = (".gz", ".bz2", ".zst", ".lz4")


def format_of(uri: str, keys: Iterable[str]) -> ds.FileFormat:
    """The format of all keys. HeadwaterError if they have several, or one that Arrow does not read."""
    found = {_extension(key) for key in keys} or {"parquet"}
    if len(found) > 1 or not found <= _FORMATS.keys():
        raise HeadwaterError(
            f"the files of {uri} have the extensions {', '.join(sorted(found))}",
            advice=f"Use a dataset of one format, of {', '.join(_FORMATS)}, or name it: format=...",
        )
    return _FORMATS[found.pop()]()


def require_parquet(uri: str, keys: Iterable[str]) -> None:
    """HeadwaterError if a key has the extension of another format. Other extensions may be of Parquet."""
    found = {_extension(key) for key in keys} & _FORMATS.keys() - {"parquet"}
    if found:
        raise HeadwaterError(
            f"{uri} has files of the format {', '.join(sorted(found))}, and an append writes parquet",
            advice='Append to another folder, or replace these files: mode="overwrite". Nothing was written.',
        )


def named(name: str) -> ds.FileFormat:
    """A format by its name, with Arrow's default options."""
    if name not in _FORMATS:
        raise HeadwaterError(
            f"there is no format {name!r}", advice=f"Use one of {', '.join(_FORMATS)}, or a FileFormat."
        )
    return _FORMATS[name]()


def _extension(key: str) -> str:
    name = key.rpartition("/")[2]
    for compression in _COMPRESSIONS:
        name = name.removesuffix(compression)
    return name.rpartition(".")[2] if "." in name else "none"
