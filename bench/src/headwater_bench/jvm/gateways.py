"""JVMs that py4j drives."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from py4j.java_gateway import GatewayParameters, JavaGateway, launch_gateway

from headwater.spark import launcher
from headwater_bench.core.interrupts import unless_interrupted
from headwater_bench.peers.definitions import Peer
from headwater_bench.peers.jars import class_path

_EXIT_LIMIT_S = 60
"""The time limit for a JVM's shutdown, in seconds."""


@contextmanager
def ended(gateway: JavaGateway, process: subprocess.Popen) -> Iterator[None]:
    """Shut down a gateway and its JVM after the block."""
    try:
        with unless_interrupted(gateway.shutdown):
            yield
    finally:
        process.stdin.close()  # the JVM ends with its standard input
        process.wait(_EXIT_LIMIT_S)


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
