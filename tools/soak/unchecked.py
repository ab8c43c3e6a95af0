"""What a run must have done, so that its checks mean something."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import work

if TYPE_CHECKING:
    from run import Soak

_CHANGES = ("appends", "lines", "over", "parts", "moved", "rename", "reduced")
"""The kinds of changes. A delete needs a partition that its driver has moved, so it is rare."""

_LONG = 10
"""Minutes in which all kinds of work succeed, also under faults."""


def unchecked(soak: "Soak") -> Iterator[str]:
    """A sentence for each kind of work that never succeeded."""
    acknowledged = soak.history.acknowledged
    done = {"change of a dataset was acknowledged": acknowledged.total()}
    if soak.options.minutes >= _LONG:
        done |= {f"change of the kind {kind!r} was acknowledged": acknowledged[kind] for kind in _CHANGES}
        done |= {
            "query of Spark was compared": soak.judge.reads,
            "row of Delta Lake was acknowledged": len(work.acknowledged(soak.logs, "w")),
            "row of Iceberg was acknowledged": len(work.acknowledged(soak.logs, "i")),
            "storlet of a user was complete": soak.users.storlet.complete,
            "attempt of another tenant was refused": soak.tenant.refused,
            "storlet of another tenant was complete": soak.tenant.storlet.complete,
        }
        if soak.killer:
            kinds = [*soak.killer.kinds, *(["upgrade"] if soak.options.last else [])]
            done |= {f"{kind!r} was made": soak.killer.kills[kind] for kind in kinds}
    yield from (f"no {what}: run for longer" for what, number in done.items() if not number)
