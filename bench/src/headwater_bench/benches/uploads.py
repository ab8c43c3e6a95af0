"""`headwater bench uploads`: the measurements of Swifta's authors, by write policy (`uploads.toml`)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from headwater.core.errors import HeadwaterError
from headwater_bench.core import objects, samples
from headwater_bench.core.files import table
from headwater_bench.core.plan import ROUND, Plan, Row, Section, Turn, plain_and_delayed
from headwater_bench.core.store import StoreStage
from headwater_bench.jvm import hadoop
from headwater_bench.peers.definitions import Process, process
from headwater_bench.peers.jars import artifacts, class_path

_TEXT = "org.apache.hadoop.mapreduce.lib.output.TextOutputFormat"
_BLOCK = b"bytes that are written\n" * 4096

ROWS = (
    Row("put", "`hadoop fs -put` of one file", {"main": "org.apache.hadoop.fs.FsShell"}),
    Row("text", "WordCount's text, by one mapper", {"main": "org.apache.hadoop.examples.RandomTextWriter"}),
    Row("words", "WordCount", {"main": "org.apache.hadoop.examples.WordCount", "is_short": True}),
)


def plan(*, megabytes: int, rounds: int, latency: int) -> Plan:
    """Three programs by each policy."""
    policies = load()
    about = {name: {"how": each["how"], "peer": each["peer"].name} for name, each in policies.items()}
    section = Section("plain", ROWS, list(policies), rounds, stored_by=ROUND)
    return Plan(
        "uploads",
        {"megabytes": megabytes},
        {name: each["title"] for name, each in policies.items()},
        plain_and_delayed(section, latency),
        lambda folder, _: Stage(folder, megabytes * 10**6, policies),
        {"policies": about},
    )


def load() -> dict[str, dict[str, Any]]:
    """The policies by name, in turn order: a file system with Hadoop settings."""
    found = table(__package__, "uploads.toml")["policy"]
    return {each["name"]: each | {"peer": process(each["peer"])} for each in found}


class Stage(StoreStage):
    """A store, and a local file of `size` bytes to put."""

    def __init__(self, folder: Path, size: int, policies: Mapping[str, dict[str, Any]]) -> None:
        super().__init__(folder)
        self._size, self._policies = size, policies
        self._source = folder / "source"

    def furnish(self) -> None:
        """Write the file."""
        with self._source.open("wb") as out:
            for left in range(self._size, 0, -len(_BLOCK)):
                out.write(_BLOCK[:left])

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        """Run a program in a folder of the policy. WordCount reads the text of the program before it."""
        del is_warm_up
        if row.name == ROWS[0].name:
            objects.remove(self.account, f"{peer}/")
            objects.write(self.account, objects.tree(peer, 1))  # `put` requires an existing folder
        policy = self._policies[peer]
        of_peer: Process = policy["peer"]
        root = of_peer.root + peer
        jars = [*class_path(of_peer), *artifacts("examples", [hadoop.EXAMPLES])]
        values = of_peer.values(document) | policy["hadoop"]
        arguments = program_arguments(row.name, self._size, self._source, root)
        used, requests = hadoop.run(self.document, values, jars, row.spec["main"], *arguments)
        self._require(row, f"{peer}/{row.name}")
        return Turn(used | samples.sent(requests))

    def _require(self, row: Row, key: str) -> None:
        """Raises HeadwaterError unless the output exists and has at least its minimum length."""
        found = sum(size for _, size in objects.under(self.account, key))
        if found < (1 if row.spec.get("is_short") else self._size):
            raise HeadwaterError(f"{row.title} left {found} bytes at {key}")


def program_arguments(name: str, size: int, source: Path, folder: str) -> list[str]:
    """The arguments of a program, for a size in bytes, a local file of that size and a bucket's folder."""
    if name == "put":
        return ["-put", str(source), f"{folder}/put"]
    if name == "words":
        return [f"{folder}/text", f"{folder}/words"]
    # With one mapper, because Hadoop's local runner uses no more for jobs that read no file.
    settings = (f"mapreduce.randomtextwriter.{name}={size}" for name in ("totalbytes", "bytespermap"))
    options = [part for setting in settings for part in ("-D", setting)]
    return [*options, "-outFormat", _TEXT, f"{folder}/text"]
