"""`headwater bench uploads`: the measurements of Swifta's authors, by write policy (`uploads.toml`)."""

from headwater.core.errors import HeadwaterError
from headwater_bench.core import objects, samples
from headwater_bench.core.files import table
from headwater_bench.core.plan import Plan, Row, Turn, compared
from headwater_bench.jvm.hadoop import ProgramStage
from headwater_bench.peers.definitions import process, titles

_BLOCK = b"bytes that are written\n" * 4096
FIRST = "put"
"""The program before which a policy's folder is emptied."""

_SHORT = "words"
"""The program whose output is shorter than its input."""


def plan(*, megabytes: int, rounds: int, latency: int) -> Plan:
    """Three programs by each policy."""
    document = table(__package__, "uploads.toml")
    rows = [Row(each["name"], each["title"], each) for each in document["program"]]
    turns = {"rounds": rounds, "latency": latency, "by_round": True}
    return compared("uploads", rows, titles(document["peers"]), Stage, {"megabytes": megabytes}, **turns)


class Stage(ProgramStage):
    """A store, and a local file to put."""

    def furnish(self) -> None:
        """Write the file."""
        self._size, self._source = self.plan.data["megabytes"] * 10**6, self.folder / "source"
        with self._source.open("wb") as out:
            for left in range(self._size, 0, -len(_BLOCK)):
                out.write(_BLOCK[:left])

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        """Run a program in a folder of the policy. WordCount reads the text of the program before it."""
        del is_warm_up
        if row.name == FIRST:
            objects.remove(self.account, f"{peer}/")
            objects.write(self.account, objects.tree(peer, 1))  # `put` requires an existing folder
        of = process(peer)
        names = {"folder": of.root + peer, "source": self._source, "size": self._size}
        arguments = [each.format(**names) for each in row.spec["arguments"]]
        used, requests = self.run(of, of.hadoop_values(document), row.spec["main"], *arguments)
        written = sum(size for _, size in objects.under(self.account, f"{peer}/{row.name}"))
        if written < (1 if row.name == _SHORT else self._size):
            raise HeadwaterError(f"{row.title} left {written} bytes at {peer}/{row.name}")
        return Turn(used | samples.sent(requests))
