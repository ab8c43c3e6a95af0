"""The programs: one file put, the text of HiBench's WordCount, and WordCount over it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater_bench.operations.jars import artifacts

_EXAMPLES = "org.apache.hadoop:hadoop-mapreduce-examples:3.4.2"
_TEXT = "org.apache.hadoop.mapreduce.lib.output.TextOutputFormat"


@dataclass(frozen=True)
class Program:
    """A main class, and its arguments for so many bytes, a local file of them and a folder of the bucket.

    In that folder it leaves what its name says: as many bytes at least, unless it `is_short`. It reads what
    another has left, if it `needs` one.
    """

    name: str
    title: str
    main: str
    arguments: Callable[[int, Path, str], Sequence[str]]
    is_short: bool = False
    needs: str = ""


def _text(size: int, _source: Path, folder: str) -> Sequence[str]:
    """By one mapper: Hadoop's local runner has no more for what reads no file."""
    settings = (f"mapreduce.randomtextwriter.{what}={size}" for what in ("totalbytes", "bytespermap"))
    options = [part for setting in settings for part in ("-D", setting)]
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
        "WordCount's text, by one mapper",
        "org.apache.hadoop.examples.RandomTextWriter",
        _text,
    ),
    Program(
        "words",
        "WordCount",
        "org.apache.hadoop.examples.WordCount",
        lambda _size, _source, folder: [f"{folder}/text", f"{folder}/words"],
        is_short=True,
        needs="text",
    ),
)


def jars() -> list[Path]:
    """Those of MapReduce's examples; fetched if they are not there yet. Raises HeadwaterError."""
    return artifacts("examples", [_EXAMPLES])
