"""Shuts down a JVM that py4j drives."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

from py4j.java_gateway import JavaGateway

from headwater_bench.core.interrupts import unless_interrupted

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
