"""The middleware's counters, which the engine serves to Prometheus with its own.

The engine's limits are enforced here (protocol/STORLETS.md, section 4). If one is exceeded, the engine
refuses the complete request.
"""

from collections import Counter
from itertools import islice
from logging import LoggerAdapter

import eventlet

from headwater_swift.wire.engine import Engine
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.names import Operation, Reason

_FLUSH_SECONDS = 1.0
_LABEL_BYTES = 256
_PENDING_MAX = 1000
"""The maximum number of waiting label sets. Beyond it each label is `other`."""

_BATCH = 100
"""The number of counters in one request, which keeps it below a megabyte for all labels."""

_Key = tuple[str, tuple[tuple[str, str], ...]]


class Metrics:
    """Adds up counters, and sends them to the engine once a second if there are any."""

    def __init__(self, engine: Engine, logger: LoggerAdapter) -> None:
        self._engine = engine
        self._logger = logger
        self._pending: Counter[_Key] = Counter()
        self._waiting = False

    def add(self, name: str, value: int, **labels: str) -> None:
        """Add to the counter `name` with these labels."""
        if not self._waiting:
            self._waiting = True
            eventlet.spawn_after(_FLUSH_SECONDS, self._flush)
        self._keep((name, tuple((label, _cut(text)) for label, text in sorted(labels.items()))), value)

    def _keep(self, key: _Key, value: int) -> None:
        if key not in self._pending and len(self._pending) >= _PENDING_MAX:
            key = (key[0], tuple((label, "other") for label, _ in key[1]))
        self._pending[key] += value

    def _flush(self) -> None:
        pending, self._pending, self._waiting = self._pending, Counter(), False
        counters = iter(pending.items())
        while batch := tuple(islice(counters, _BATCH)):
            self._send(batch)

    def _send(self, batch: tuple[tuple[_Key, int], ...]) -> None:
        counters = [{"name": name, "labels": dict(labels), "value": value} for (name, labels), value in batch]
        try:
            self._engine.call({"op": Operation.COUNT, "counters": counters})
        except StorletError as error:
            if error.reason not in (Reason.ENGINE, Reason.BUSY):
                self._logger.warning("The engine refused %d counters, which are lost: %s", len(batch), error)
                return
            for key, value in batch:  # sent with the next ones: nothing is lost while the engine is down
                self._keep(key, value)


def _cut(text: str) -> str:
    """The label, cut to the engine's limit in bytes of UTF-8."""
    return text.encode(errors="replace")[:_LABEL_BYTES].decode(errors="ignore")
