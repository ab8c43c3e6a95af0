"""Lets the peers take turns on one store, round after round, and collects what each call took and asked."""

import tempfile
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack, nullcontext
from dataclasses import dataclass, field
from importlib import metadata
from pathlib import Path

import psutil

from headwater import ui
from headwater.errors import HeadwaterError
from headwater.requests import Request, Watched, watch
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
class Sample:
    """One call: the seconds it took, those of its servers' processors, and the requests to the proxy."""

    seconds: float
    store_seconds: float
    requests: list[Request]


@dataclass
class Result:
    """A peer's samples of a call, or why there are none."""

    peer: Peer
    call: Call
    samples: list[Sample] = field(default_factory=list)
    failure: str = ""


@dataclass(frozen=True)
class Report:
    """All results of a run of so many objects and rounds, and the versions of what took part."""

    objects: int
    rounds: int
    versions: dict[str, str]
    results: list[Result]

    @property
    def files(self) -> int:
        """How many files the call that creates them creates."""
        return files_of(self.objects)


def files_of(objects: int) -> int:
    """How many files are created one by one beside so many objects; at least one."""
    return max(objects // _FILES, 1)


def measure(peers: Sequence[Peer], calls: Sequence[Call], objects: int, rounds: int) -> Report:
    """Run every call with every peer, once to warm up and then in so many rounds.

    A call that fails is not tried again. Raises HeadwaterError if one of Headwater fails.
    """
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-bench-")))
        document = stack.enter_context(store(folder / "store", [BUCKET]))
        trees = stack.enter_context(Trees(document))
        players = []
        for peer in peers:
            own = trees if peer.on_store else stack.enter_context(hdfs.started(peer, folder))
            with ui.step(f"a JVM with {peer.title}"):
                jvm = stack.enter_context(started(peer, own.document, folder))
            players.append(_Player(jvm, own, [Result(peer, call) for call in calls]))
        _play(players, objects, rounds)
        versions = _versions(players[0].jvm)
    by_call = zip(*(each.results for each in players), strict=True)
    return Report(objects, rounds, versions, [result for results in by_call for result in results])


def _play(players: Sequence["_Player"], objects: int, rounds: int) -> None:
    for player in players:
        with ui.step(f"warm-up: {player.peer.title}"):
            player.take_turn(objects // _WARM_UP)
            player.forget()
    for number in range(1, rounds + 1):
        for player in players:
            with ui.step(f"round {number} of {rounds}: {player.peer.title}"):
                player.take_turn(objects)


def _versions(jvm: Jvm) -> dict[str, str]:
    java, hadoop = jvm.versions
    return {
        "Headwater": metadata.version("headwater"),
        "OpenStack Swift": metadata.version("swift"),
        "Hadoop": hadoop,
        "Java": java,
    }


class _Player:
    """A peer in its JVM, and its results; a turn is every call, on objects of its own."""

    def __init__(self, jvm: Jvm, trees: Trees | hdfs.Hdfs, results: list[Result]) -> None:
        self.jvm = jvm
        self.results = results
        self.peer = results[0].peer
        self._new = f"{self.peer.name}-new"  # beside TOP, whose deletion has only the tree to delete
        self._trees = trees
        self._document = trees.document

    def forget(self) -> None:
        """Drop the samples so far."""
        for result in self.results:
            result.samples.clear()

    def take_turn(self, objects: int) -> None:
        """Take a sample of each call that has not failed; HeadwaterError if one of Headwater's own fails."""
        for folder in (self.peer.name, self._new):
            self._trees.clear(folder)
        self._trees.make(f"{self.peer.name}/tree", objects)
        for result in self.results:
            if result.failure:
                continue
            try:
                result.samples.append(self._sample(result.call, objects))
            except HeadwaterError as error:
                if self.peer.is_headwater:
                    raise
                result.failure = str(error)

    def _sample(self, call: Call, objects: int) -> Sample:
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
        return Sample(seconds, store_seconds, seen.requests)

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
