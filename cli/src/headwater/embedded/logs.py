"""Runs inside the servers: Swift's logging to files instead of syslog."""

import logging
from logging.handlers import RotatingFileHandler

from swift.common.utils.logs import PipeMutex

MAX_BYTES = 32 * 1024 * 1024
"""Size at which a log is renamed to `<name>.1`."""

BACKUPS = 3

_handlers: dict[str, logging.Handler] = {}


class _GreenRotatingFileHandler(RotatingFileHandler):
    """Swift's servers mix green threads and real ones. Only this lock supports both."""

    def createLock(self) -> None:  # noqa: N802 (logging's name)
        self.lock = PipeMutex()


def to_file(
    conf: dict, _name: str, _console: bool, _route: str, _fmt: str, logger: logging.Logger, _adapted
) -> None:
    """Hook for Swift's `log_custom_handlers`: `logger` writes only to `log_file`, and flushes each line.

    All loggers with the same file share one handler, because two could not rotate one file.
    """
    path = conf["log_file"]
    if path not in _handlers:
        handler = _GreenRotatingFileHandler(path, maxBytes=MAX_BYTES, backupCount=BACKUPS, encoding="utf-8")
        handler.setFormatter(
            logging.Formatter(conf.get("log_format", "%(asctime)s %(levelname)s %(name)s: %(message)s"))
        )
        _handlers[path] = handler
    logger.handlers[:] = [_handlers[path]]
