"""`headwater bench operations`: Hadoop's FileSystem calls by Headwater and peers on one store, and by HDFS.

The calls are in `operations.toml`. `call` is a Python expression with `fs` (Hadoop's FileSystem), the Paths
`TOP`, `TREE` in it (with the objects), `MOVED` in it (missing) and `NEW` (missing at first), the list `FILES`
of those in `NEW`, Hadoop's `Path` and `RemoteIterators`, an object's `CONTENT`, and `write` and `read` of a
stream. `holds` must be true afterwards. It has the call's `answer`, `FILES`, `OBJECTS` (the initial number in
`TREE`), and `count` (of the objects under a folder).
"""

import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import psutil
from py4j.java_gateway import JavaGateway, JavaObject
from py4j.protocol import Py4JJavaError

from headwater.core.account import Account
from headwater.core.errors import HeadwaterError
from headwater.terminal import console
from headwater_bench.core import objects, samples
from headwater_bench.core.answers import Answer
from headwater_bench.core.files import table
from headwater_bench.core.objects import CONTENT
from headwater_bench.core.plan import ROUND, Plan, Row, Section, Turn, plain_and_delayed
from headwater_bench.core.store import StoreStage
from headwater_bench.jvm import hdfs
from headwater_bench.jvm.gateways import gateway
from headwater_bench.peers import definitions
from headwater_bench.peers.definitions import Peer

_WARM_UP = 5
"""The fraction of the objects for the warm-up. It lets a JVM compile what it repeats."""

_FILES = 10
"""The fraction of the objects for the files that are created one by one."""


def plan(
    command: str,
    _: Sequence[str],
    *,
    objects: int,
    rounds: int,
    latency: int,
    peers: Sequence[Peer] | None = None,
) -> Plan:
    """Every call by every file system. Each call works on the objects as the one before left them."""
    compared = definitions.peers() if peers is None else peers
    calls = [
        Row(each["name"], each["title"], each, {"call": each["call"], "note": each["note"]})
        for each in table(__package__, "operations.toml")["call"]
    ]
    section = Section("plain", calls, [each.name for each in compared], rounds, warm_ups=1, stored_by=ROUND)
    return Plan(
        "operations",
        command,
        {"objects": objects, "files": files_of(objects)},
        {each.name: each.title for each in compared},
        frozenset(each.name for each in compared if each.is_headwater),
        plain_and_delayed(section, latency),
        lambda folder, _: Stage(folder, objects, compared, calls[0].name),
        {"on_store": [each.name for each in compared if each.on_store]},
    )


def files_of(objects: int) -> int:
    """The number of files that are created one by one for this many objects, at least one."""
    return max(objects // _FILES, 1)


class Trees:
    """The objects of the peers on the store, as `Hdfs` has them."""

    def __init__(self, document: dict, account: Account) -> None:
        self.document = document
        self._account = account

    def make(self, folder: str, number: int) -> None:
        """Write this many objects into ten folders of a folder."""
        objects.write(self._account, objects.tree(folder, number))

    def clear(self, folder: str) -> None:
        """Delete everything under a folder, including markers."""
        objects.remove(self._account, f"{folder}/")

    def count(self, folder: str) -> int:
        """The number of the objects under a folder."""
        return objects.count(self._account, folder)


class Stage(StoreStage):
    """A store and a small HDFS, and a JVM for each peer."""

    def __init__(self, folder: Path, number: int, peers: Sequence[Peer], first: str) -> None:
        super().__init__(folder)
        self._objects, self._first = number, first
        self._peers = {each.name: each for each in peers}
        self._trees, self._jvms = {}, {}

    def furnish(self) -> None:
        """Start the HDFS and the JVMs."""
        own = Trees(self.document, self.account)
        for name, peer in self._peers.items():
            of_peer = own if peer.on_store else self.stack.enter_context(hdfs.started(peer, self.folder))
            self._trees[name] = of_peer
            with console.step(f"a JVM with {peer.title}"):
                driven = self.stack.enter_context(gateway(peer, self.folder / f"{name}.log"))
            self._jvms[name] = Jvm(driven, peer)

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        """Make a call. Before the first one, new objects are made."""
        number = self._objects // _WARM_UP if is_warm_up else self._objects
        trees, jvm = self._trees[peer], self._jvms[peer]
        names = {"TOP": peer, "TREE": f"{peer}/tree", "MOVED": f"{peer}/moved", "NEW": f"{peer}-new"}
        if row.name == self._first:
            for folder in (names["TOP"], names["NEW"]):  # NEW is outside, so that TOP is only the tree
                trees.clear(folder)
            trees.make(names["TREE"], number)
        jvm.connect(document if self._peers[peer].on_store else trees.document)
        files = [f"{names['NEW']}/file-{n:05}" for n in range(files_of(number))]
        paths = {name: jvm.path(key) for name, key in names.items()}
        paths["FILES"] = [jvm.path(file) for file in files]

        def run() -> Answer:
            answer, seconds = jvm.run(row.spec["call"], paths)
            return Answer(seconds, [(answer,)])

        taken, answered, _ = samples.sample(trees.document, jvm.process, run, of_others=len(CONTENT))
        ((answer,),) = answered.rows
        about = {"FILES": files, "OBJECTS": number, "count": trees.count, "answer": answer}
        check(row, {**names, **about})
        return Turn(taken)


def check(row: Row, names: dict) -> None:
    """HeadwaterError if a call's condition does not hold."""
    if eval(row.spec["holds"], dict(names)):  # noqa: S307 (the calls are files of this package)
        return
    left = {name: names["count"](names[name]) for name in ("TREE", "MOVED", "TOP", "NEW")}
    raise HeadwaterError(
        f"{row.spec['call']} answered {names['answer']}; of {names['OBJECTS']} objects are then {left}"
    )


class Jvm:
    """A running JVM of a peer. Each call gets a separate file system without any cached state."""

    def __init__(self, driven: JavaGateway, peer: Peer) -> None:
        self.process = psutil.Process(driven.java_process.pid)
        self._java = driven.jvm
        self._peer = peer
        self._configuration = self._java.org.apache.hadoop.conf.Configuration()

    def connect(self, document: dict) -> None:
        """Connect to the store or HDFS by the addresses of a document."""
        self._root = self._peer.root.format_map(document)
        for name, value in self._peer.values(document).items():
            self._configuration.set(name, value)

    def path(self, key: str) -> JavaObject:
        """Hadoop's Path of a key."""
        return self._java.org.apache.hadoop.fs.Path(self._root + key)

    def run(self, call: str, paths: dict[str, JavaObject | list[JavaObject]]) -> tuple[object, float]:
        """The call's answer, and the seconds from the creation of its file system to the answer.

        Raises HeadwaterError if it throws.
        """
        hadoop = self._java.org.apache.hadoop
        iterators = hadoop.util.functional.RemoteIterators
        names = {"Path": hadoop.fs.Path, "RemoteIterators": iterators, "CONTENT": CONTENT}
        program: Callable = eval(f"lambda fs: {call}", paths | names | {"write": write, "read": read})  # noqa: S307
        root = self.path("").toUri()
        begin = time.perf_counter()
        try:
            files = hadoop.fs.FileSystem.newInstance(root, self._configuration)
            try:
                answer = program(files)
                return answer, time.perf_counter() - begin
            finally:
                files.close()
        except Py4JJavaError as error:
            raise HeadwaterError(str(error.java_exception)) from error


def write(stream: JavaObject) -> None:
    """Write an object's bytes to a Hadoop stream, and close it."""
    with closing(stream):
        stream.write(CONTENT)


def read(stream: JavaObject) -> bytes:
    """Read a Hadoop stream to its end, and close it."""
    with closing(stream):
        return stream.readAllBytes()
