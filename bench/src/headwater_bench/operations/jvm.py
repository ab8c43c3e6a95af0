"""A JVM with one peer's file system, driven from here."""

import os
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from py4j.java_gateway import GatewayParameters, JavaGateway, JavaObject, launch_gateway
from py4j.protocol import Py4JJavaError

from headwater import spark
from headwater.errors import HeadwaterError
from headwater_bench.operations.definitions import Call, Peer
from headwater_bench.operations.jars import class_path

_EXIT_LIMIT_S = 60
"""How long a JVM may take to end, in seconds."""


class Jvm:
    """A running JVM. Each call gets a file system of its own, which knows nothing of those before."""

    def __init__(self, gateway: JavaGateway, peer: Peer, document: dict) -> None:
        self._java = gateway.jvm
        self._root = peer.root
        self._configuration = self._java.org.apache.hadoop.conf.Configuration()
        for name, value in peer.hadoop.items():
            self._configuration.set(name, value.format_map(document))

    @property
    def versions(self) -> tuple[str, str]:
        """Java's and Hadoop's."""
        hadoop = self._java.org.apache.hadoop.util.VersionInfo.getVersion()
        return self._java.java.lang.System.getProperty("java.version"), hadoop

    def path(self, key: str) -> JavaObject:
        """Hadoop's Path of a key."""
        return self._java.org.apache.hadoop.fs.Path(self._root + key)

    def run(self, call: Call, paths: Mapping[str, JavaObject]) -> tuple[object, float]:
        """The call's answer, and the seconds from the making of its file system to the answer.

        Raises HeadwaterError if it throws.
        """
        hadoop = self._java.org.apache.hadoop
        program: Callable = eval(  # noqa: S307 (the calls are files of this package)
            f"lambda fs: {call.call}",
            {**paths, "RemoteIterators": hadoop.util.functional.RemoteIterators},
        )
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


@contextmanager
def started(peer: Peer, document: dict, folder: Path) -> Iterator[Jvm]:
    """A JVM for a peer on the store of `document` (see `Status.as_dict`), for the time of the block.

    `folder` gets what it prints.
    """
    jars = os.pathsep.join(map(str, class_path(peer)))
    py4j = next((spark.home() / "jars").glob("py4j-*.jar"))
    with (folder / f"{peer.name}.log").open("wb") as log:
        port, token, process = launch_gateway(
            jarpath=str(py4j),
            classpath=jars,
            redirect_stderr=log,
            die_on_exit=True,
            enable_auth=True,
            return_proc=True,
        )
        gateway = JavaGateway(gateway_parameters=GatewayParameters(port=port, auth_token=token))
        try:
            yield Jvm(gateway, peer, document)
        finally:
            gateway.shutdown()
            process.stdin.close()  # the JVM ends with its standard input
            process.wait(_EXIT_LIMIT_S)
