"""What a run must have done, so that its checks mean something."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import work

if TYPE_CHECKING:
    from run import Soak

_LONG = 10
"""Minutes in which all kinds of work succeed, also under faults."""


def unchecked(soak: "Soak") -> Iterator[str]:
    """A sentence for each kind of work that never succeeded."""
    done = {"change of a dataset was acknowledged": soak.history.acknowledged}
    if soak.options.minutes >= _LONG:
        done |= {
            "query of Spark was compared": soak.judge.reads,
            "row of Delta Lake was acknowledged": len(work.acknowledged(soak.logs, "w")),
            "row of Iceberg was acknowledged": len(work.acknowledged(soak.logs, "i")),
            "storlet of a user was complete": soak.users.storlet.complete,
            "attempt of another tenant was refused": soak.tenant.refused,
            "fault of a node was made": sum(soak.killer.kills.values()) if soak.killer else 0,
        }
    yield from (f"no {what}: run for longer" for what, number in done.items() if not number)
