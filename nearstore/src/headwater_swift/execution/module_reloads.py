"""Loads the modules that an engine lacks, one after the other: protocol/STORLETS.md, section 4."""

from collections.abc import Callable, Sequence
from typing import Any

from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.frames import ERROR, Frame
from headwater_swift.wire.names import Reason

Loader = Callable[[int], str]
"""Loads the module of a stage, by its index, into the engine. Returns the SHA-256 of the loaded module.

It is another one if the storlet was replaced after the request's start.
"""

_MAX_LOADS = 2
"""A loaded module may be evicted before the request runs, but not repeatedly."""


def reports_missing(frame: Frame) -> bool:
    """Whether an engine's first frame reports a missing module."""
    return frame.type == ERROR and frame.document().get("error") == Reason.MISSING


class Reloads:
    """Reloads the modules of one request's `stages`, each at most twice."""

    def __init__(self, stages: Sequence[dict[str, Any]], load: Loader) -> None:
        self._stages = stages
        self._load = load
        self._counts = [0] * len(stages)

    def reload(self, frame: Frame) -> None:
        """Load the module that `frame` reports as missing, and let the stage have what was loaded.

        Raises StorletError if that cannot help.
        """
        document = frame.document()
        stage = document.get("stage", 0)
        if stage not in range(len(self._stages)):
            raise StorletError(
                Reason.INTERNAL, f"the engine misses the module of stage {stage}, which does not exist"
            )
        module = self._stages[stage]["module"]
        reported = document.get("module", module)
        if reported != module:
            raise StorletError(
                Reason.INTERNAL, f"stage {stage} has the module {module}, but the engine misses {reported}"
            )
        if self._counts[stage] == _MAX_LOADS:
            raise StorletError(
                Reason.INTERNAL,
                f"the engine lost the module {module} of stage {stage} after {_MAX_LOADS} loads: "
                "raise its --cache-size and --ready",
            )
        self._stages[stage]["module"] = self._load(stage)
        self._counts[stage] += 1
