"""`headwater bench operations`: Hadoop's FileSystem calls by Headwater and peers on one store.

The calls are in `operations.toml`. `call` is a Python expression with `fs` (Hadoop's FileSystem), the Paths
`TOP`, `TREE` in it (with the objects), `MOVED` in it (missing) and `NEW` (missing at first), the list `FILES`
of those in `NEW`, Hadoop's `Path` and `RemoteIterators`, an object's `CONTENT`, and `write` and `read` of a
stream. `holds` must be true afterwards. It has the call's `answer`, `FILES`, `OBJECTS` (the initial number in
`TREE`), and `count` (of the objects under a folder).
"""

import time
from collections.abc import Mapping, Sequence
from contextlib import closing

from py4j.java_gateway import JavaObject

from headwater.core.errors import HeadwaterError
from headwater_bench.core import objects as store
from headwater_bench.core.answers import Answer
from headwater_bench.core.files import table
from headwater_bench.core.objects import CONTENT
from headwater_bench.core.plan import Plan, Row, Turn, compared
from headwater_bench.jvm.spark_player import SparkPlayer
from headwater_bench.jvm.stage import SparkStage
from headwater_bench.peers.definitions import titles

PEERS = ("headwater-s3", "headwater-swift", "s3a", "stocator")
FIRST = "1-list"
"""The call before which the objects are made. Each call leaves them to the next."""

_WARM_UP = 5
"""The fraction of the objects for the warm-up. It lets a JVM compile what it repeats."""

_FILES = 10
"""The fraction of the objects for the files that are created one by one."""


def plan(*, objects: int, rounds: int, latency: int) -> Plan:
    """Every call by every file system. Each call works on the objects as the one before left them."""
    calls = [
        Row(each["name"], each["title"], each, {"call": each["call"], "note": each["note"]})
        for each in table(__package__, "operations.toml")["call"]
    ]
    data = {"objects": objects, "files": files_of(objects)}
    turns = {"rounds": rounds, "latency": latency, "warm_ups": 1, "by_round": True}
    return compared("operations", calls, titles(PEERS), Stage, data, **turns)


def files_of(objects: int) -> int:
    """The number of files that are created one by one for this many objects, at least one."""
    return max(objects // _FILES, 1)


class Stage(SparkStage):
    """A store, and a JVM for each peer."""

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        """Make a call. Before the first one, new objects are made."""
        objects = self.plan.data["objects"]
        number = objects // _WARM_UP if is_warm_up else objects
        names = {"TOP": peer, "TREE": f"{peer}/tree", "MOVED": f"{peer}/moved", "NEW": f"{peer}-new"}
        if row.name == FIRST:
            for folder in (names["TOP"], names["NEW"]):  # NEW is outside, so that TOP is only the tree
                store.remove(self.account, f"{folder}/")
            store.write(self.account, store.tree(names["TREE"], number))
        files = [f"{names['NEW']}/file-{n:05}" for n in range(files_of(number))]

        def run(player: SparkPlayer) -> Answer:
            return call(player, row.spec["call"], names, files)

        sample, answer, _ = self.sample(peer, document, run, of_others=len(CONTENT))
        about = {"FILES": files, "OBJECTS": number, "answer": answer.rows[0][0]}
        check(row, {**names, **about, "count": lambda folder: store.count(self.account, folder)})
        return Turn(sample)


def check(row: Row, names: dict) -> None:
    """HeadwaterError if a call's condition does not hold."""
    if eval(row.spec["holds"], dict(names)):  # noqa: S307 (the calls are files of this package)
        return
    left = {name: names["count"](names[name]) for name in ("TREE", "MOVED", "TOP", "NEW")}
    answered = f"{row.spec['call']} answered {names['answer']}"
    raise HeadwaterError(f"{answered}; of {names['OBJECTS']} objects are then {left}")


def call(player: SparkPlayer, text: str, keys: Mapping[str, str], files: Sequence[str]) -> Answer:
    """A call's answer, and the seconds from the creation of its new file system to the answer."""
    hadoop = player.java.org.apache.hadoop
    names = {"Path": hadoop.fs.Path, "RemoteIterators": hadoop.util.functional.RemoteIterators}
    names |= {name: player.path(key) for name, key in keys.items()}
    names |= {"FILES": list(map(player.path, files)), "CONTENT": CONTENT, "write": write, "read": read}
    program = eval(f"lambda fs: {text}", names)  # noqa: S307 (the calls are files of this package)
    root = player.path("").toUri()
    begin = time.perf_counter()
    with closing(hadoop.fs.FileSystem.newInstance(root, player.hadoop)) as files_of_peer:
        answer = program(files_of_peer)
        return Answer(time.perf_counter() - begin, [(answer,)])


def write(stream: JavaObject) -> None:
    """Write an object's bytes to a Hadoop stream, and close it."""
    with closing(stream):
        stream.write(CONTENT)


def read(stream: JavaObject) -> bytes:
    """Read a Hadoop stream to its end, and close it."""
    with closing(stream):
        return stream.readAllBytes()
