"""The peers in their JVMs, on one store or next to it, with the times and requests of each call."""

from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater.terminal import console
from headwater_bench.core import samples
from headwater_bench.core.answers import Answer
from headwater_bench.core.tree import CONTENT, Trees
from headwater_bench.core.turns import take
from headwater_bench.operations import hdfs
from headwater_bench.operations.calls import Call
from headwater_bench.operations.jvm import Jvm, started
from headwater_bench.peers.definitions import Peer

_WARM_UP = 5
"""The fraction of the objects for the warm-up. It lets a JVM compile what it repeats."""

_FILES = 10
"""The fraction of the objects for the files that are created one by one."""


def files_of(objects: int) -> int:
    """The number of files that are created one by one for this many objects, at least one."""
    return max(objects // _FILES, 1)


def players(
    peers: Sequence[Peer], calls: Sequence[Call], objects: int, trees: Trees, folder: Path, stack: ExitStack
) -> list["Player"]:
    """Each peer in a JVM, on the store of `trees` or on a separate HDFS. All end with the stack."""
    found = []
    for peer in peers:
        own = trees if peer.on_store else stack.enter_context(hdfs.started(peer, folder))
        with console.step(f"a JVM with {peer.title}"):
            jvm = stack.enter_context(started(peer, own.document, folder))
        found.append(Player(peer, jvm, own, calls, objects))
    return found


class Player:
    """A peer in its JVM. A turn consists of every call, on dedicated objects."""

    def __init__(
        self, peer: Peer, jvm: Jvm, trees: Trees | hdfs.Hdfs, calls: Sequence[Call], objects: int
    ) -> None:
        self.name, self.title, self.must_not_fail = peer.key, peer.title, peer.is_headwater
        self._peer = peer
        self._jvm = jvm
        self._calls = calls
        self._objects = objects
        self._new = f"{peer.name}-new"  # outside TOP, so that deleting TOP deletes only the tree
        self._trees = trees

    def warm_up(self) -> None:
        """Run every call on fewer objects."""
        self._turn({}, self._objects // _WARM_UP)

    def take_turn(self, document: dict, rows: dict[str, dict]) -> None:
        """Take a sample of each call. The address of a peer outside the store does not change."""
        self._jvm.connect(document if self._peer.on_store else self._trees.document)
        self._turn(rows, self._objects)

    def _turn(self, rows: dict[str, dict], objects: int) -> None:
        for folder in (self._peer.name, self._new):
            self._trees.clear(folder)
        self._trees.make(f"{self._peer.name}/tree", objects)
        for call in self._calls:
            what = {"title": call.title, "call": call.call, "note": call.note}
            take(rows, call.name, what, self, partial(self._sample, call, objects))

    def _sample(self, call: Call, objects: int) -> dict:
        top = self._peer.name
        keys = {"TOP": top, "TREE": f"{top}/tree", "MOVED": f"{top}/moved", "NEW": self._new}
        files = [f"{self._new}/file-{number:05}" for number in range(files_of(objects))]
        paths = {name: self._jvm.path(key) for name, key in keys.items()}
        paths["FILES"] = [self._jvm.path(file) for file in files]

        def run() -> Answer:
            answer, seconds = self._jvm.run(call, paths)
            return Answer(seconds, [(answer,)])

        taken, answered, _ = samples.sample(
            self._trees.document, self._jvm.process, run, of_others=len(CONTENT)
        )
        ((answer,),) = answered.rows
        counted = {"FILES": files, "OBJECTS": objects, "count": self._trees.count}
        self._check(call, {**keys, **counted, "answer": answer})
        return taken.as_dict()

    def _check(self, call: Call, names: dict) -> None:
        if eval(call.holds, dict(names)):  # noqa: S307 (the calls are files of this package)
            return
        left = {name: self._trees.count(names[name]) for name in ("TREE", "MOVED", "TOP", "NEW")}
        raise HeadwaterError(
            f"{call.call} answered {names['answer']}; of {names['OBJECTS']} objects are then {left}"
        )
