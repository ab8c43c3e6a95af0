"""The programs: one file put, the text of HiBench's WordCount, and WordCount over it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from headwater_bench.peers.jars import artifacts

_EXAMPLES = "org.apache.hadoop:hadoop-mapreduce-examples:3.4.2"
_TEXT = "org.apache.hadoop.mapreduce.lib.output.TextOutputFormat"


@dataclass(frozen=True)
class Program:
    """A main class, and its arguments for a size in bytes, a local file of that size and a bucket's folder.

    It writes output with its name to that folder, at least as many bytes unless it `is_short`. It may read
    the output of another program, which it `needs`.
    """

    name: str
    title: str
    main: str
    arguments: Callable[[int, Path, str], Sequence[str]]
    is_short: bool = False
    needs: str = ""


def _text(size: int, _source: Path, folder: str) -> Sequence[str]:
    """With one mapper, because Hadoop's local runner uses no more for jobs that read no file."""
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
    """The jars of MapReduce's examples. Fetched if they are missing. Raises HeadwaterError."""
    return artifacts("examples", [_EXAMPLES])
