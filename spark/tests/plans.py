"""What a run writes and what befalls it, drawn from a seed."""

import random
from dataclasses import dataclass

PARTS = 4
GROUPS = 3
FORMATS = ("text", "gzip", "parquet", "csv", "parquet-by-group", "csv-by-group")
KINDS = ("THROW", "KILL_WRITING", "KILL_COMMITTED", "KILL_REPORTED", "SPECULATE", "SLEEP")

# These wait for nobody, so that they go with each other and with every other kind.
_SIMPLE_KINDS = ("THROW", "KILL_WRITING", "KILL_COMMITTED")
# Both attempts at a part come to their commit.
_TWICE_KINDS = frozenset({"KILL_COMMITTED", "SPECULATE", "SLEEP"})
_LONG_ROWS = 80_000


@dataclass(frozen=True)
class Fault:
    """One fault, as `io.headwater.spark.faults.Fault` reads it."""

    kind: str
    part: int
    row: int

    def __str__(self) -> str:
        return f"{self.kind}:{self.part}:{self.row}"


@dataclass(frozen=True)
class Plan:
    """A run: a format, settings, and faults."""

    seed: int
    format: str
    rows: int
    padding: int
    algorithm: int
    coordinated: bool
    writers: int
    """How many groups' files a task has open at once; with 0 it sorts its rows first."""
    overwrites: bool
    """Whether a failed job's output is overwritten, or deleted before the job runs again."""
    faults: tuple[Fault, ...]

    @property
    def shape(self) -> str:
        """The numbers that `FaultyRows` needs."""
        return f"{PARTS}:{self.rows}:{self.padding}"

    @property
    def files_a_part(self) -> int:
        return GROUPS if self.format.endswith("-by-group") else 1

    @property
    def twice(self) -> set[int]:
        """The parts at which two attempts publish, as no coordinator prevents it."""
        return set() if self.coordinated else {f.part for f in self.faults if f.kind in _TWICE_KINDS}

    def parts_of(self, kind: str) -> list[int]:
        return [fault.part for fault in self.faults if fault.kind == kind]

    @property
    def kills(self) -> int:
        return sum(fault.kind.startswith("KILL") for fault in self.faults)


def draw(seed: int) -> Plan:
    """The plan of a seed; six seeds in a row have all kinds of faults, twelve with both coordinations."""
    drawn = random.Random(seed)
    rows = drawn.randint(200, 400)
    form = drawn.choice(FORMATS)
    # Long rows take a text part beyond one request, to a multipart upload.
    long_rows = form == "text" and drawn.random() < 0.5
    return Plan(
        seed=seed,
        format=form,
        rows=rows,
        padding=_LONG_ROWS if long_rows else 40,
        algorithm=drawn.choice((1, 2)),
        coordinated=seed // len(KINDS) % 2 == 0,
        writers=drawn.choice((0, GROUPS + 1)),
        overwrites=form not in ("text", "gzip") and drawn.random() < 0.5,
        faults=tuple(_faults(drawn, KINDS[seed % len(KINDS)], rows)),
    )


def _faults(drawn: random.Random, kind: str, rows: int) -> list[Fault]:
    parts = list(range(PARTS))
    drawn.shuffle(parts)
    if kind == "KILL_REPORTED":
        # The other parts wait for it, so it must be among the first that are started.
        parts.sort(key=lambda part: part > 1)
    kinds = [kind]
    while len(kinds) < PARTS and drawn.random() < 0.4:
        kinds.append(drawn.choice(_SIMPLE_KINDS))
    return [Fault(each, part, drawn.randrange(rows)) for each, part in zip(kinds, parts, strict=False)]
