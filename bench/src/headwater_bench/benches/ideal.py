"""The bytes that a query needs from columnar files: the chunks of its columns, and the footers once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from py4j.java_gateway import JavaObject, JVMView

from headwater_bench.jvm.spark_player import scans

_TAIL = 8
"""A Parquet file ends with its footer's length and its magic, four bytes each."""

_SCAN = "FileSourceScanExec"

Rows = tuple[int, int]
"""The first row of a range, and the row after the last."""


@dataclass(frozen=True)
class Scan:
    """A node of a query's plan that reads columns of a folder of the data."""

    folder: str
    columns: tuple[str, ...]


def scans_of(plan: JavaObject, prefix: str) -> list[Scan]:
    """The scans of a plan below a prefix of the bucket."""
    found = []
    for node in scans(plan):
        if node.getClass().getSimpleName() != _SCAN:
            continue
        path = node.relation().location().rootPaths().apply(0).toUri().getPath()
        found.append(Scan(path.split(f"/{prefix}/", 1)[1], tuple(node.requiredSchema().fieldNames())))
    return found


class Files:
    """The data's files in a local folder, identical to the store's, and the contents of their footers."""

    def __init__(self, jvm: JVMView, folder: Path) -> None:
        self._jvm = jvm
        self._hadoop = jvm.org.apache.hadoop.conf.Configuration()
        self._folder = folder

    def needed(self, scans: Sequence[Scan], form: str, rows: Rows | None = None) -> int:
        """The bytes that scans need: footers once, chunks for each.

        With `rows`, only pages that contain them.

        `rows` are counted over all files of a folder.
        """
        of_file = self._orc if form == "orc" else self._parquet
        footers: dict[Path, int] = {}
        chunks = 0
        for scan in scans:
            first = 0
            for file in sorted((self._folder / scan.folder).glob(f"*.{form}")):
                footers[file], of_chunks, count = of_file(file, scan.columns, rows and _moved(rows, first))
                chunks += of_chunks
                first += count
        return sum(footers.values()) + chunks

    def _orc(self, file: Path, _columns: Sequence[str], _rows: Rows | None) -> tuple[int, int, int]:
        """All columns of an ORC file: the bytes of its tail and stripes, and its rows."""
        orc = self._jvm.org.apache.orc.OrcFile
        reader = orc.createReader(self._path(file), orc.readerOptions(self._hadoop))
        stripes = list(reader.getStripes())
        end = max((each.getOffset() + each.getLength() for each in stripes), default=0)
        data = sum(each.getDataLength() + each.getFooterLength() for each in stripes)
        count = reader.getNumberOfRows()
        reader.close()
        return file.stat().st_size - end, data, count

    def _parquet(self, file: Path, columns: Sequence[str], rows: Rows | None) -> tuple[int, int, int]:
        """Columns of a Parquet file: the bytes of its footer and of their chunks, and its rows."""
        parquet = self._jvm.org.apache.parquet.hadoop
        source = parquet.util.HadoopInputFile.fromPath(self._path(file), self._hadoop)
        reader = parquet.ParquetFileReader.open(source)
        first = needed = 0
        for block in reader.getFooter().getBlocks():
            of_block = rows and _moved(rows, first)
            for chunk in block.getColumns():
                if chunk.getPath().toDotString() in columns:
                    needed += _chunk(reader, chunk, block.getRowCount(), of_block)
            first += block.getRowCount()
        reader.close()
        return _footer(file), needed, first

    def _path(self, file: Path) -> JavaObject:
        return self._jvm.org.apache.hadoop.fs.Path(file.as_uri())


def _chunk(reader: JavaObject, chunk: JavaObject, count: int, rows: Rows | None) -> int:
    """The needed bytes of a chunk with `count` rows."""
    if rows is None:
        return chunk.getTotalSize()
    if rows[0] >= count or rows[1] <= 0:
        return 0
    index = reader.readOffsetIndex(chunk)
    pages = index.getPageCount()
    dictionary = index.getOffset(0) - chunk.getStartingPos()
    starts = [index.getFirstRowIndex(page) for page in range(pages)] + [count]
    sizes = [index.getCompressedPageSize(page) for page in range(pages)]
    return dictionary + chunk.getOffsetIndexReference().getLength() + sum(_overlapping(starts, sizes, rows))


def _overlapping(starts: Sequence[int], sizes: Sequence[int], rows: Rows) -> Iterator[int]:
    """The sizes of the pages that contain some of the rows. `starts` includes the end of the last page."""
    for begin, end, size in zip(starts, starts[1:], sizes, strict=False):
        if begin < rows[1] and end > rows[0]:
            yield size


def _moved(rows: Rows, first: int) -> Rows:
    return rows[0] - first, rows[1] - first


def _footer(file: Path) -> int:
    with file.open("rb") as content:
        content.seek(-_TAIL, 2)
        return int.from_bytes(content.read(4), "little") + _TAIL
