"""Lets the peers take turns on one store, round after round, and collects what each call took and asked."""

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass
from pathlib import Path

import psutil

from headwater import ui
from headwater.errors import HeadwaterError
from headwater.requests import Watched, watch
from headwater_bench.operations import hdfs
from headwater_bench.operations.definitions import Call, Peer
from headwater_bench.operations.jvm import Jvm, started
from headwater_bench.operations.tree import BUCKET, Trees
from headwater_bench.store import store

_WARM_UP = 5
"""The warm-up has this fraction of the objects: enough for a JVM to have compiled what it repeats."""

_FILES = 10
"""The files that are created one by one are this fraction of the objects."""


@dataclass(frozen=True)
class Report:
    """What is known so far: Hadoop's and Java's versions, and by call and peer the samples or a failure.

    A sample has the call's seconds, `store_seconds` of its servers' processors, the requests to the proxy
    by kind, and the bytes of their bodies, to and from the store.
    """

    versions: dict[str, str]
    results: dict[str, dict[str, dict]]


def files_of(objects: int) -> int:
    """How many files are created one by one beside so many objects; at least one."""
    return max(objects // _FILES, 1)


def measure(peers: Sequence[Peer], calls: Sequence[Call], objects: int, rounds: int) -> Iterator[Report]:
    """Run every call with every peer, once to warm up and then in rounds; yields what is known after each.

    A call that fails is not tried again. Raises HeadwaterError if one of Headwater fails.
    """
    with ExitStack() as stack:
        players = _players(peers, calls, stack)
        for player in players:
            with ui.step(f"warm-up: {player.peer.title}"):
                player.take_turn(objects // _WARM_UP)
                player.forget()
        versions = players[0].jvm.versions
        for number in range(1, rounds + 1):
            for player in players:
                with ui.step(f"round {number} of {rounds}: {player.peer.title}"):
                    player.take_turn(objects)
            yield Report(versions, _by_call(players, calls))


def _players(peers: Sequence[Peer], calls: Sequence[Call], stack: ExitStack) -> list["_Player"]:
    """Each peer in a JVM, on one store or on a HDFS of its own, all of which end with the stack."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-bench-")))
    document = stack.enter_context(store(folder / "store", [BUCKET]))
    trees = stack.enter_context(Trees(document))
    players = []
    for peer in peers:
        own = trees if peer.on_store else stack.enter_context(hdfs.started(peer, folder))
        with ui.step(f"a JVM with {peer.title}"):
            jvm = stack.enter_context(started(peer, own.document, folder))
        players.append(_Player(peer, jvm, own, calls))
    return players


def _by_call(players: Sequence["_Player"], calls: Sequence[Call]) -> dict[str, dict[str, dict]]:
    return {call.name: {each.peer.key: each.results[call.name] for each in players} for call in calls}


class _Player:
    """A peer in its JVM, and its results by calls; a turn is every call, on objects of its own."""

    def __init__(self, peer: Peer, jvm: Jvm, trees: Trees | hdfs.Hdfs, calls: Sequence[Call]) -> None:
        self.peer = peer
        self.jvm = jvm
        self.results: dict[str, dict] = {call.name: {"samples": [], "failure": ""} for call in calls}
        self._calls = calls
        self._new = f"{peer.name}-new"  # beside TOP, whose deletion has only the tree to delete
        self._trees = trees
        self._document = trees.document

    def forget(self) -> None:
        """Drop the samples so far."""
        for result in self.results.values():
            result["samples"].clear()

    def take_turn(self, objects: int) -> None:
        """Take a sample of each call that has not failed; HeadwaterError if one of Headwater's own fails."""
        for folder in (self.peer.name, self._new):
            self._trees.clear(folder)
        self._trees.make(f"{self.peer.name}/tree", objects)
        for call in self._calls:
            result = self.results[call.name]
            if result["failure"]:
                continue
            try:
                result["samples"].append(self._sample(call, objects))
            except HeadwaterError as error:
                if self.peer.is_headwater:
                    raise
                result["failure"] = str(error)

    def _sample(self, call: Call, objects: int) -> dict:
        top = self.peer.name
        keys = {"TOP": top, "TREE": f"{top}/tree", "MOVED": f"{top}/moved", "NEW": self._new}
        files = [f"{self._new}/file-{number:05}" for number in range(files_of(objects))]
        paths = {name: self.jvm.path(key) for name, key in keys.items()}
        before = self._store_seconds()
        with self._watched() as seen:
            answer, seconds = self.jvm.run(call, {**paths, "FILES": [self.jvm.path(file) for file in files]})
        store_seconds = self._store_seconds() - before
        counted = {"FILES": files, "OBJECTS": objects, "count": self._trees.count}
        self._check(call, {**keys, **counted, "answer": answer})
        return {
            "seconds": seconds,
            "store_seconds": store_seconds,
            "requests": {str(kind): number for kind, number in seen.counts.items()},
            "bytes_to_store": sum(request.bytes_in for request in seen.requests),
            "bytes_from_store": sum(request.bytes_out for request in seen.requests),
        }

    def _watched(self) -> AbstractContextManager[Watched]:
        """The requests to the store; a peer that is not on it has none."""
        if not self.peer.on_store:
            return nullcontext(Watched())
        return watch(Path(self._document["access_log"]), self._document["s3"]["endpoint"])

    def _store_seconds(self) -> float:
        """What the servers have used of the processors so far: the store's four, or the one of HDFS."""
        times = [psutil.Process(each["pid"]).cpu_times() for each in self._document["servers"]]
        return sum(each.user + each.system for each in times)

    def _check(self, call: Call, names: dict) -> None:
        if eval(call.holds, dict(names)):  # noqa: S307 (the calls are files of this package)
            return
        left = {name: self._trees.count(names[name]) for name in ("TREE", "MOVED", "TOP", "NEW")}
        raise HeadwaterError(
            f"{call.call} answered {names['answer']}; of {names['OBJECTS']} objects are then {left}"
        )
