"""Plans of runs, drawn from a seed: what each writes and which faults happen."""

import random
from dataclasses import dataclass, replace

from store import SCHEMES

PARTS = 4
GROUPS = 3
FRAMES = ("parquet", "csv", "parquet-by-group", "csv-by-group")
"""Formats of DataFrames, which commit by manifest unless that is turned off."""

FORMATS = ("text", "gzip", "parquet", "csv", "parquet-by-group", "csv-by-group")
KINDS = ("THROW", "KILL_WRITING", "KILL_COMMITTED", "KILL_REPORTED", "CANCEL", "SPECULATE", "SLEEP")
"""The faults of a part, described by the classes of `io.headwater.spark.faults`."""

# These wait for no other part and can be combined with each other and with every other kind.
_SIMPLE_KINDS = ("THROW", "KILL_WRITING", "KILL_COMMITTED")
# Both attempts at a part reach their commit. Spark's coordinator prevents the second one, except if it
# believes that the first one did not commit.
_TWICE_KINDS = frozenset({"KILL_COMMITTED", "SPECULATE", "SLEEP"})
_TWICE_EVEN_IF_COORDINATED = frozenset({"KILL_COMMITTED"})
# An attempt that is killed without noticing must not sort its rows, because sorting checks for kills.
_UNSORTED_KINDS = frozenset({"SPECULATE", "SLEEP"})
# All other parts wait for these, so their part must be among the first to start.
_FIRST_KINDS = frozenset({"KILL_REPORTED", "CANCEL"})
# Without compression or partitions, long rows make a part larger than one request. It becomes a multipart
# upload.
_UPLOADED = frozenset({"text", "csv"})
_LONG_ROWS = 80_000
_SHORT_ROWS = 40


@dataclass(frozen=True)
class Fault:
    """One fault, as `io.headwater.spark.faults.Fault` parses it."""

    kind: str
    part: int
    row: int

    def __str__(self) -> str:
        return f"{self.kind}:{self.part}:{self.row}"


@dataclass(frozen=True)
class Plan:
    """A run: a format, settings and faults."""

    seed: int
    scheme: str
    """The scheme of the store's paths."""
    format: str
    rows: int
    padding: int
    algorithm: int
    coordinated: bool
    writers: int
    """The number of files (one per group) that a task has open at once. With 0 it sorts its rows first."""
    overwrites: bool
    """Whether a cancelled job's output is overwritten. Otherwise it is deleted before the job runs again."""
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
        """The parts that two attempts publish."""
        kinds = _TWICE_EVEN_IF_COORDINATED if self.coordinated else _TWICE_KINDS
        return {fault.part for fault in self.faults if fault.kind in kinds}

    def faults_of(self, *kinds: str) -> list[Fault]:
        return [fault for fault in self.faults if fault.kind in kinds]

    @property
    def is_uploaded_in_parts(self) -> bool:
        """Whether each file is longer than one request."""
        return self.padding == _LONG_ROWS

    @property
    def kills(self) -> int:
        return sum(fault.kind.startswith("KILL") for fault in self.faults)


def draw(seed: int) -> Plan:
    """The plan of a seed.

    Seven consecutive seeds cover all kinds of faults. Fourteen cover each kind with both sessions and with
    both schemes, and twenty-eight with every pair of these.
    """
    drawn = random.Random(str(seed))
    rows = drawn.randint(200, 400)
    form = drawn.choice(FORMATS)
    kind = KINDS[seed % len(KINDS)]
    return Plan(
        seed=seed,
        scheme=SCHEMES[(seed + seed // (2 * len(KINDS))) % 2],
        format=form,
        rows=rows,
        padding=_LONG_ROWS if form in _UPLOADED else _SHORT_ROWS,
        algorithm=drawn.choice((1, 2)),
        coordinated=seed // len(KINDS) % 2 == 0,
        writers=GROUPS + 1 if kind in _UNSORTED_KINDS else drawn.choice((0, GROUPS + 1)),
        overwrites=form not in ("text", "gzip") and drawn.random() < 0.5,
        faults=tuple(_faults(drawn, kind, rows)),
    )


def draw_frame(seed: int) -> Plan:
    """The plan of a seed for a DataFrame."""
    plan = draw(seed)
    form = random.Random(f"frame {seed}").choice(FRAMES)
    padding = _LONG_ROWS if form in _UPLOADED else _SHORT_ROWS
    return replace(plan, format=form, padding=padding, coordinated=True)


def _faults(drawn: random.Random, kind: str, rows: int) -> list[Fault]:
    parts = list(range(PARTS))
    drawn.shuffle(parts)
    if kind in _FIRST_KINDS:
        parts.sort(key=lambda part: part > 1)
    kinds = [kind]
    while len(kinds) < PARTS and drawn.random() < 0.4:
        kinds.append(drawn.choice(_SIMPLE_KINDS))
    return [Fault(each, part, drawn.randrange(rows)) for each, part in zip(kinds, parts, strict=False)]
