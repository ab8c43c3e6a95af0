"""The settings of the paste filters, with their defaults."""

from dataclasses import dataclass
from typing import Self

from headwater_swift.access.policy import PRIORITIES
from headwater_swift.wire.names import CONTAINER

MIB = 1024 * 1024


@dataclass(frozen=True)
class Settings:
    """The settings of a `[filter:storlets]` section. Sizes are in bytes, times in seconds.

    `execution_server` is `proxy` or `object`, the server of the filter's pipeline. `engine_timeout` limits
    the wait for the engine's next byte, including its queue. It must exceed the engine's own time limit.
    `internal_client_conf_path` is a configuration for the object server's requests for modules, if the
    built-in one is not suitable (modules that are encrypted at rest). `max_priority`: higher priorities in
    policies count as this one.
    """

    execution_server: str
    engine_socket: str = "/run/headwater/engine.sock"
    engine_timeout: float = 600
    container: str = CONTAINER
    max_module_size: int = 32 * MIB
    cache_seconds: int = 10
    swift_dir: str = "/etc/swift"
    internal_client_conf_path: str = ""
    max_priority: int = PRIORITIES["silver"]

    @classmethod
    def parse(cls, conf: dict[str, str]) -> Self:
        """Parse paste's dictionary. ValueError for an invalid value."""
        server = conf.get("execution_server", "")
        if server not in ("proxy", "object"):
            raise ValueError(
                f"execution_server of [filter:storlets] is {server!r}: it must be proxy or object"
            )
        priority = conf.get("max_priority", "silver")
        if priority not in PRIORITIES:
            raise ValueError(
                f"max_priority of [filter:storlets] is {priority!r}: use one of {', '.join(PRIORITIES)}"
            )
        return cls(
            server,
            conf.get("engine_socket", cls.engine_socket),
            float(conf.get("engine_timeout", cls.engine_timeout)),
            conf.get("storlet_container", cls.container),
            int(conf.get("max_module_size", cls.max_module_size)),
            int(conf.get("cache_seconds", cls.cache_seconds)),
            conf.get("swift_dir", cls.swift_dir),
            conf.get("internal_client_conf_path", cls.internal_client_conf_path),
            PRIORITIES[priority],
        )
