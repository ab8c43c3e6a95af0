"""The programs: one file put, the text of HiBench's WordCount, and WordCount over it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater_bench.operations.jars import artifacts

_EXAMPLES = "org.apache.hadoop:hadoop-mapreduce-examples:3.4.2"
_MAPS = 4
"""How many mappers write the text, of which two run at once."""

_TEXT = "org.apache.hadoop.mapreduce.lib.output.TextOutputFormat"


@dataclass(frozen=True)
class Program:
    """A main class, and its arguments for so many bytes, a local file of them and a folder of the bucket.

    In that folder it leaves what its name says: as many bytes at least, unless it `is_short`.
    """

    name: str
    title: str
    main: str
    arguments: Callable[[int, Path, str], Sequence[str]]
    is_short: bool = False


def _text(size: int, _source: Path, folder: str) -> Sequence[str]:
    settings = {
        "mapreduce.randomtextwriter.totalbytes": size,
        "mapreduce.randomtextwriter.bytespermap": size // _MAPS,
        "mapreduce.local.map.tasks.maximum": 2,
    }
    options = [part for name, value in settings.items() for part in ("-D", f"{name}={value}")]
    return [*options, "-outFormat", _TEXT, f"{folder}/text"]


ALL = (
    Program(
        "put",
        "`hadoop fs -put` of one file",
        "org.apache.hadoop.fs.FsShell",
        lambda _size, source, folder: ["-put", str(source), f"{folder}/put"],
    ),
    Program(
        "text",
        f"WordCount's text, by {_MAPS} mappers",
        "org.apache.hadoop.examples.RandomTextWriter",
        _text,
    ),
    Program(
        "words",
        "WordCount",
        "org.apache.hadoop.examples.WordCount",
        lambda _size, _source, folder: [f"{folder}/text", f"{folder}/words"],
        is_short=True,
    ),
)


def jars() -> list[Path]:
    """Those of MapReduce's examples; fetched if they are not there yet. Raises HeadwaterError."""
    return artifacts("examples", [_EXAMPLES])
