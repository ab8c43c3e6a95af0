"""A JVM with one peer's file system, driven from here."""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

import psutil
from py4j.java_gateway import GatewayParameters, JavaGateway, JavaObject, launch_gateway
from py4j.protocol import Py4JJavaError

from headwater.core.errors import HeadwaterError
from headwater.spark import launcher
from headwater_bench.core.tree import CONTENT
from headwater_bench.jvm.gateways import ended
from headwater_bench.operations.calls import Call
from headwater_bench.peers.definitions import Peer
from headwater_bench.peers.jars import class_path


class Jvm:
    """A running JVM. Each call gets a separate file system without any cached state.

    `process` is the JVM's.
    """

    def __init__(self, driven: JavaGateway, peer: Peer, document: dict) -> None:
        self.process = psutil.Process(driven.java_process.pid)
        self._java = driven.jvm
        self._peer = peer
        self._configuration = self._java.org.apache.hadoop.conf.Configuration()
        self.connect(document)

    def connect(self, document: dict) -> None:
        """Connect to the store or HDFS by the addresses of a document."""
        self._root = self._peer.root.format_map(document)
        for name, value in self._peer.hadoop.items():
            self._configuration.set(name, value.format_map(document))

    def path(self, key: str) -> JavaObject:
        """Hadoop's Path of a key."""
        return self._java.org.apache.hadoop.fs.Path(self._root + key)

    def run(self, call: Call, paths: Mapping[str, JavaObject | list[JavaObject]]) -> tuple[object, float]:
        """The call's answer, and the seconds from the creation of its file system to the answer.

        Raises HeadwaterError if it throws.
        """
        hadoop = self._java.org.apache.hadoop
        names = {
            **paths,
            "Path": hadoop.fs.Path,
            "RemoteIterators": hadoop.util.functional.RemoteIterators,
            "CONTENT": CONTENT,
            "write": write,
            "read": read,
        }
        program: Callable = eval(f"lambda fs: {call.call}", names)  # noqa: S307 (files of this package)
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


@contextmanager
def started(peer: Peer, document: dict, folder: Path) -> Iterator[Jvm]:
    """A JVM for a peer on the store or HDFS of `document` (see `Peer`), during the block.

    `folder` gets its output.
    """
    with gateway(peer, folder / f"{peer.name}.log") as driven:
        yield Jvm(driven, peer, document)


@contextmanager
def gateway(peer: Peer, log: Path) -> Iterator[JavaGateway]:
    """A JVM with a peer's jars, during the block. `log` gets its output."""
    jars = os.pathsep.join(map(str, class_path(peer)))
    py4j = next((launcher.home() / "jars").glob("py4j-*.jar"))
    with log.open("wb") as printed:
        port, token, process = launch_gateway(
            jarpath=str(py4j),
            classpath=jars,
            redirect_stderr=printed,
            die_on_exit=True,
            enable_auth=True,
            return_proc=True,
        )
        parameters = GatewayParameters(port=port, auth_token=token)
        driven = JavaGateway(gateway_parameters=parameters, java_process=process)
        with ended(driven, process):
            yield driven
