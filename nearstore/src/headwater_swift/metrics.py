"""The middleware's counters, which the engine serves with its own to Prometheus."""

from collections import Counter

import eventlet

from headwater_swift.engine import Engine
from headwater_swift.errors import StorletError

_FLUSH_SECONDS = 1.0

_Key = tuple[str, tuple[tuple[str, str], ...]]


class Metrics:
    """Adds up, and tells the engine once a second while there is something to tell."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._pending: Counter[_Key] = Counter()
        self._waiting = False

    def add(self, name: str, value: int, **labels: str) -> None:
        """Add to the counter `name` of these labels."""
        if not self._waiting:
            self._waiting = True
            eventlet.spawn_after(_FLUSH_SECONDS, self._flush)
        self._pending[name, tuple(sorted(labels.items()))] += value

    def _flush(self) -> None:
        told, self._pending, self._waiting = self._pending, Counter(), False
        counters = [
            {"name": name, "labels": dict(labels), "value": value} for (name, labels), value in told.items()
        ]
        try:
            self._engine.ask_one({"op": "count", "counters": counters})
        except StorletError:
            self._pending.update(told)  # with the next that come: an engine that is away loses nothing
