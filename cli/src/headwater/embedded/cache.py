"""Swift middleware: `swift.cache` in memory instead of memcached.

Suitable only for the embedded store, whose proxy is a single process. It has the methods of
`swift.common.memcached.MemcacheRing` that tempauth, s3api and the proxy use.
"""

import json
import time as clock
from collections import OrderedDict
from collections.abc import Callable, Iterable, Mapping
from typing import Any

_MAX_BYTES = 64 * 1024 * 1024


class MemoryCache:
    """A bounded cache whose entries expire. The least recently used ones are evicted first.

    Values are stored as JSON, as in memcached, so that callers share no mutable value with the cache. The
    unused parameters are MemcacheRing's.
    """

    def __init__(self, max_bytes: int = _MAX_BYTES, now: Callable[[], float] = clock.monotonic) -> None:
        self._max_bytes = max_bytes
        self._now = now
        self._bytes = 0
        self._entries: OrderedDict[str, tuple[float | None, str]] = OrderedDict()

    def set(
        self,
        key: str,
        value: Any,
        serialize: bool = True,
        time: float = 0,
        min_compress_len: int = 0,
        raise_on_error: bool = False,
    ) -> None:
        """Store `value` for `time` seconds (0: until it is evicted)."""
        del serialize, min_compress_len, raise_on_error
        self.delete(key)
        text = json.dumps(value.decode() if isinstance(value, bytes) else value)
        size = len(key) + len(text)
        if size > self._max_bytes:
            return
        self._entries[key] = (self._now() + time if time > 0 else None, text)
        self._bytes += size
        while self._bytes > self._max_bytes:
            self.delete(next(iter(self._entries)))

    def get(self, key: str, raise_on_error: bool = False) -> Any:
        """The value, or None if it is missing or has expired."""
        del raise_on_error
        entry = self._live(key)
        if entry is None:
            return None
        self._entries.move_to_end(key)
        return json.loads(entry[1])

    def incr(self, key: str, delta: int = 1, time: float = 0) -> int:
        """Add `delta` to a count, which starts at 0 and never falls below it. Returns the new count.

        As in memcached, `time` matters only when the count is new.
        """
        entry = self._live(key)
        value = max(0, (int(json.loads(entry[1])) if entry else 0) + int(delta))
        left = entry[0] - self._now() if entry and entry[0] is not None else 0
        self.set(key, value, time=left if entry else time)
        return value

    def decr(self, key: str, delta: int = 1, time: float = 0) -> int:
        """Subtract `delta`, see `incr`."""
        return self.incr(key, -int(delta), time)

    def delete(self, key: str, server_key: str | None = None) -> None:
        """Delete a value, if it exists."""
        del server_key
        entry = self._entries.pop(key, None)
        if entry:
            self._bytes -= len(key) + len(entry[1])

    def set_multi(
        self,
        mapping: Mapping[str, Any],
        server_key: str,
        serialize: bool = True,
        time: float = 0,
        min_compress_len: int = 0,
    ) -> None:
        """Store several values, see `set`."""
        del server_key, serialize, min_compress_len
        for key, value in mapping.items():
            self.set(key, value, time=time)

    def get_multi(self, keys: Iterable[str], server_key: str) -> list[Any]:
        """The values of `keys` in order, None for each missing one."""
        del server_key
        return [self.get(key) for key in keys]

    def _live(self, key: str) -> tuple[float | None, str] | None:
        entry = self._entries.get(key)
        if entry and entry[0] is not None and entry[0] <= self._now():
            self.delete(key)
            return None
        return entry


def filter_factory(_global_conf: dict, **_local_conf: str) -> Callable:
    """Paste's entry to the middleware. It has no settings."""
    cache = MemoryCache()

    def make(app: Callable) -> Callable:
        def call(env: dict, start_response: Callable) -> Iterable[bytes]:
            env["swift.cache"] = cache
            return app(env, start_response)

        return call

    return make
