"""Prevents timeouts of a proxy that reads an object server's response.

A proxy reads responses in chunks of `object_chunk_size` (64 KiB), and waits `node_timeout` (10 s) for each
complete chunk. A chunk that is late is an error of the node. After several errors the proxy avoids the node.
An object server with little output therefore fills the chunk with padding.
"""

import time
from dataclasses import dataclass
from typing import Any, Self

from headwater_swift.wire.frames import MIN_PADDING, padding

_CHUNK_BYTES = 65536
_NODE_TIMEOUT_SECONDS = 10.0
_MARGIN = 4
"""Chunks are filled in this fraction of the proxy's timeout."""


@dataclass(frozen=True)
class Pace:
    """How a proxy reads: `chunk` bytes in less than `timeout` seconds."""

    chunk: int = _CHUNK_BYTES
    timeout: float = _NODE_TIMEOUT_SECONDS

    @classmethod
    def of_proxy(cls, app: Any) -> Self:
        """The configuration of the proxy server at the end of the pipeline. Swift's defaults without one."""
        server = getattr(app, "_pipeline_final_app", app)
        timeouts = [
            getattr(server, name, _NODE_TIMEOUT_SECONDS)
            for name in ("node_timeout", "recoverable_node_timeout")
        ]
        return cls(getattr(server, "object_chunk_size", _CHUNK_BYTES), min(timeouts))

    @property
    def interval(self) -> float:
        """Seconds in which an object server fills a chunk."""
        return self.timeout / _MARGIN


class ChunkFiller:
    """Counts the bytes of one response, and determines when to fill its chunk, and with what."""

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self._sent = 0
        self._due = time.monotonic() + pace.interval

    def seconds_left(self) -> float:
        """Seconds until the chunk must be full. 0 if that is now."""
        return max(0.0, self._due - time.monotonic())

    def count(self, sent: int) -> None:
        """Record that this many bytes were sent."""
        filled = (self._sent + sent) // self._pace.chunk > self._sent // self._pace.chunk
        self._sent += sent
        if filled:
            self._due = time.monotonic() + self._pace.interval

    def padding(self) -> bytes:
        """The padding that fills the chunk."""
        missing = self._pace.chunk - self._sent % self._pace.chunk
        return padding(missing if missing >= MIN_PADDING else missing + self._pace.chunk)
