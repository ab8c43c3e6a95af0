"""The measured calls: one TOML file each in `calls/`."""

from dataclasses import dataclass

from headwater_bench.core.definitions import tables


@dataclass(frozen=True)
class Call:
    """A measured call, and the conditions that must be true afterwards, as Python expressions.

    `call` has these names: `fs` (Hadoop's FileSystem), the Paths `TOP`, `TREE` in it (with the objects),
    `MOVED` in it (missing) and `NEW` (missing at first), the list `FILES` of those in `NEW`, Hadoop's `Path`
    and `RemoteIterators`, an object's `CONTENT`, and `write` and `read` of a stream. `holds` has the call's
    `answer`, `FILES`, `OBJECTS` (the initial number in `TREE`), and `count` (of the objects under one of the
    four folders). `note` explains the requests.
    """

    name: str
    title: str
    call: str
    holds: str
    note: str


def calls() -> list[Call]:
    """All calls in order. Each works on the objects as the previous one left them."""
    return [Call(name=name, **document) for name, document in tables(__package__, "calls")]
