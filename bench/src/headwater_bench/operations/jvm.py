"""A JVM with one peer's file system, driven from here."""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from py4j.java_gateway import GatewayParameters, JavaGateway, JavaObject, launch_gateway
from py4j.protocol import Py4JJavaError

from headwater import spark
from headwater.errors import HeadwaterError
from headwater_bench.gateways import ended
from headwater_bench.operations.definitions import Call, Peer
from headwater_bench.operations.jars import class_path
from headwater_bench.operations.tree import CONTENT


class Jvm:
    """A running JVM. Each call gets a file system of its own, which knows nothing of those before."""

    def __init__(self, driven: JavaGateway, peer: Peer, document: dict) -> None:
        self._java = driven.jvm
        self._root = peer.root.format_map(document)
        self._configuration = self._java.org.apache.hadoop.conf.Configuration()
        for name, value in peer.hadoop.items():
            self._configuration.set(name, value.format_map(document))

    @property
    def versions(self) -> dict[str, str]:
        """Hadoop's and Java's."""
        return {
            "Hadoop": self._java.org.apache.hadoop.util.VersionInfo.getVersion(),
            "Java": self._java.java.lang.System.getProperty("java.version"),
        }

    def path(self, key: str) -> JavaObject:
        """Hadoop's Path of a key."""
        return self._java.org.apache.hadoop.fs.Path(self._root + key)

    def run(self, call: Call, paths: Mapping[str, JavaObject | list[JavaObject]]) -> tuple[object, float]:
        """The call's answer, and the seconds from the making of its file system to the answer.

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
    """Write an object's bytes to one of Hadoop's streams, and close it."""
    with closing(stream):
        stream.write(CONTENT)


def read(stream: JavaObject) -> bytes:
    """What one of Hadoop's streams has up to its end; it is closed then."""
    with closing(stream):
        return stream.readAllBytes()


@contextmanager
def started(peer: Peer, document: dict, folder: Path) -> Iterator[Jvm]:
    """A JVM for a peer on the store, or HDFS, of `document` (see `Peer`), for the time of the block.

    `folder` gets what it prints.
    """
    with gateway(peer, folder / f"{peer.name}.log") as driven:
        yield Jvm(driven, peer, document)


@contextmanager
def gateway(peer: Peer, log: Path) -> Iterator[JavaGateway]:
    """A JVM with a peer's jars, for the time of the block; `log` gets what it prints."""
    jars = os.pathsep.join(map(str, class_path(peer)))
    py4j = next((spark.home() / "jars").glob("py4j-*.jar"))
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
