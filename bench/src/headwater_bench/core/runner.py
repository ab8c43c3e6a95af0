"""Runs a benchmark: peers take turns at each row, in alternating order, round after round.

The result is stored after each turn. An interrupted run continues with what its result file does not have.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from rich.markup import escape

from headwater.core.errors import HeadwaterError
from headwater.terminal import console
from headwater_bench.core import machine
from headwater_bench.core.answers import difference
from headwater_bench.core.delay import delayed
from headwater_bench.core.plan import Plan, Row, Section, Stage, Turn, only
from headwater_bench.core.results import keep_json, of_this_version, read


def finish(plan: Plan, file: Path, *, add: bool = False) -> dict:
    """Make a run, or the rest of an interrupted one, and write its result when it has finished.

    Until then the file `NAME.unfinished` next to it has what is known. With `add`, the rows are added to the
    result that exists, whose other rows stay. Rows that it has from the same run are not measured again.
    """
    part = file.with_name(f"{file.name}.unfinished")
    kept, made = read(file) if file.exists() else None, machine.describe(plan.command)
    plan = replace(plan, sections=_missing(kept, plan, made, add=add)) if kept else plan
    if not plan.sections:
        console.err.print(f"{escape(str(file))} has this run already. Remove it to measure again.")
        return kept
    kept = kept if add else None
    if kept and dict(plan.data) != {name: kept["data"].get(name) for name in plan.data}:
        raise HeadwaterError(
            f"{file} is of other data: {kept['data']}, not {dict(plan.data)}",
            advice=f"Give the options of the run that the rows are added to: {kept['made']['command']}",
        )
    known = begin(plan, part, made)
    for document in run(plan, known):
        keep_json(part, document)
    known["made"]["finished"] = True
    known = added(kept, known) if kept else known
    keep_json(file, known)
    part.unlink(missing_ok=True)
    return known


def begin(plan: Plan, part: Path, made: Mapping) -> dict:
    """The document of a new run, or the one in `part` if that is of the same run."""
    new = {"made": made | {"resumed": [], "finished": False}, "data": dict(plan.data)}
    new |= {"peers": dict(plan.peers), "sections": []}
    if not part.exists():
        return new
    kept = read(part)
    with of_this_version(part.name.partition(".")[0]):
        differences = _differences(kept["made"], made)
        if differences:
            why = f"{part} was started otherwise: {'; '.join(differences)}"
            console.err.print(f"starts again, because {escape(why)}")
            return new
        kept["made"]["resumed"].append(made["date"])
    console.err.print(f"continues where {escape(str(part))} ends")
    return kept


def _missing(kept: dict, plan: Plan, made: Mapping, *, add: bool) -> Sequence[Section]:
    """What a result has not from the run with `made`: all sections or none, or the rows to add."""
    if not add:
        is_done = kept["made"].get("finished") and not _differences(kept["made"], made)
        return [] if is_done else plan.sections

    def is_missing(section: Section, row: Row) -> bool:
        before = _row(kept, section, row).get("made", kept["made"])
        return not _is_complete(kept, section, row) or bool(_differences(before, made))

    return only(plan.sections, is_missing)


def _differences(kept: Mapping, made: Mapping) -> list[str]:
    """What a run with `made` would do otherwise than the one that is kept."""
    before, now = _identity(kept), _identity(made)
    return [f"{name} {before.get(name)}, now {now[name]}" for name in now if before.get(name) != now[name]]


def _identity(made: Mapping) -> dict[str, str]:
    """The values, by name, that must be the same in all turns of a run."""
    return {name: made[name] for name in ("command", "processor")} | made["versions"]


def added(kept: dict, new: dict) -> dict:
    """A result with the rows of a new run. Each of them records how it was made."""
    made = {name: value for name, value in new["made"].items() if name != "finished"}
    sections = {each["name"]: each for each in kept["sections"]}
    for each in new["sections"]:
        rows = {name: row | {"made": made} for name, row in each["rows"].items()}
        old = sections.get(each["name"], each | {"made": made, "rows": {}})
        sections[each["name"]] = old | {"rows": old["rows"] | rows}
    peers = kept["peers"] | new["peers"]
    return kept | {"peers": peers, "sections": list(sections.values())}


def run(plan: Plan, known: dict) -> Iterator[dict]:
    """Measure what is missing in `known`, and yield the complete document whenever it is to be stored."""
    for _, group in groupby(plan.sections, key=lambda section: section.setup):
        missing = [each for each in group if not all(_is_complete(known, each, row) for row in each.rows)]
        if not missing:
            continue
        with (
            TemporaryDirectory(prefix="headwater-bench-") as folder,
            plan.stage(Path(folder), plan, missing) as stage,
        ):
            warm: set[str] = set()
            for section in missing:
                away = delayed(stage.document, section.latency_ms) if section.latency_ms else None
                with away or nullcontext(stage.document) as document:
                    yield from _Measured(plan, stage, section, document, known).rounds(warm)


def _find(known: dict, name: str) -> dict | None:
    return next((each for each in known["sections"] if each["name"] == name), None)


def _row(known: dict, section: Section, row: Row) -> dict:
    found = _find(known, section.name)
    return found["rows"].get(row.name, {}) if found else {}


def _is_complete(known: dict, section: Section, row: Row) -> bool:
    return _row(known, section, row).get("turns", 0) >= section.rounds * row.repeat


class _Measured:
    """A section while it is measured."""

    def __init__(self, plan: Plan, stage: Stage, section: Section, document: dict, known: dict) -> None:
        self._plan, self._stage, self._section = plan, stage, section
        self._document, self._known = document, known
        self._rows: dict[str, dict] = {}

    def rounds(self, warm: set[str]) -> Iterator[dict]:
        """Warm up the rows that are not in `warm`, and take the missing turns."""
        self._warm_up(warm)
        found = self._begin()
        self._rows = found["rows"]
        for number in range(1, self._section.rounds + 1):
            found["rounds"] = number
            for row in self._section.rows:
                taken = self._rows.get(row.name, {}).get("turns", 0)
                for turn in range(taken, number * row.repeat):
                    with console.step(f"{self._what(number)}: {row.title}"):
                        self._turn(row, backwards=(turn if row.repeat > 1 else number) % 2 == 0)
                    if not self._section.by_round:
                        yield self._whole()
            if self._section.by_round:
                yield self._whole()

    def _what(self, number: int) -> str:
        away = f", {self._section.latency_ms} ms away" if self._section.latency_ms else ""
        title = f"{self._section.title}: " if self._section.title else ""
        return f"{title}round {number} of {self._section.rounds}{away}"

    def _begin(self) -> dict:
        found = _find(self._known, self._section.name)
        if found is None:
            section = self._section
            found = {"name": section.name, "title": section.title, **section.kept}
            found |= {"latency_ms": section.latency_ms, "rounds": 0, "rows": {}}
            self._known["sections"].append(found)
        return found

    def _whole(self) -> dict:
        self._known["made"]["load_after"] = machine.load()
        return self._known

    def _warm_up(self, warm: set[str]) -> None:
        rows = [row for row in self._section.rows if row.name not in warm]
        for number in range(1, self._section.warm_ups + 1):
            for row in rows:
                with console.step(f"warm-up {number} of {self._section.warm_ups}: {row.title}"):
                    self._compare(row, self._runs(row, self._peers(row), is_warm_up=True))
        warm |= {row.name for row in rows}

    def _turn(self, row: Row, *, backwards: bool) -> None:
        peers = [name for name in self._peers(row) if self._is_wanted(row, name)]
        turns = self._runs(row, peers[::-1] if backwards else peers, is_warm_up=False)
        found = self._row(row)
        found["turns"] += 1
        for name, turn in turns.items():
            result = found["peers"].setdefault(name, {"samples": [], "failure": ""})
            if isinstance(turn, HeadwaterError):
                result["failure"] = _why(turn)
            else:
                result["samples"].append(turn.sample)
                if name == self._section.reference or not found.keys() >= turn.row.keys():
                    found.update(turn.row)
        for name, apart in self._compare(row, turns).items():
            result = found["peers"][name]
            result["apart"] = max(apart, result.get("apart", 0.0))

    def _peers(self, row: Row) -> list[str]:
        return [name for name in self._section.peers if row.peers is None or name in row.peers]

    def _row(self, row: Row) -> dict:
        new = {"title": row.title, **row.kept, "turns": 0, "peers": {}}
        return self._rows.setdefault(row.name, new)

    def _runs(self, row: Row, peers: Sequence[str], *, is_warm_up: bool) -> dict[str, Turn | HeadwaterError]:
        return {name: self._run(name, row, is_warm_up=is_warm_up) for name in peers}

    def _run(self, peer: str, row: Row, *, is_warm_up: bool) -> Turn | HeadwaterError:
        try:
            return self._stage.turn(peer, row, self._document, is_warm_up=is_warm_up)
        except HeadwaterError as error:
            if self._plan.is_ours(peer):
                raise
            return error

    def _compare(self, row: Row, turns: Mapping[str, Turn | HeadwaterError]) -> dict[str, float]:
        """The largest relative difference of each answer from the right one. Raises HeadwaterError."""
        found = {name: turn.answer for name, turn in turns.items() if isinstance(turn, Turn)}
        answers = {name: answer for name, answer in found.items() if answer is not None}
        if not answers:
            return {}
        right = self._section.reference if self._section.reference in answers else next(iter(answers))
        return {
            name: difference(found, answers[right], f"{row.title}, {name} and {right}")
            for name, found in answers.items()
        }

    def _is_wanted(self, row: Row, peer: str) -> bool:
        """Whether a peer takes a turn at a row. One that would take too long is recorded as left out."""
        result = self._row(row)["peers"].setdefault(peer, {"samples": [], "failure": ""})
        seconds = [sample.get("seconds", 0.0) for sample in result["samples"]]
        if result["failure"] or (self._section.once_s and seconds and seconds[0] > self._section.once_s):
            return False
        expected = self._expected(row, peer)
        is_bounded = self._section.bound_s is not None and not self._plan.is_ours(peer)
        if is_bounded and not seconds and expected > self._section.bound_s:
            result["failure"] = f"left out: it would take about {expected:,.0f} s"
        return not result["failure"]

    def _expected(self, row: Row, peer: str) -> float:
        """The seconds that the nearest smaller row with samples predicts, 0 without one."""
        for each in reversed(self._section.rows):
            found = self._rows.get(each.name, {"peers": {}})["peers"].get(peer)
            if found and found["samples"] and each.spec.get("x", 0) < row.spec.get("x", 0):
                seconds = median(sample["seconds"] for sample in found["samples"])
                return seconds * row.spec["x"] / each.spec["x"]
        return 0.0


def _why(error: HeadwaterError) -> str:
    """The line of a program's output that names an exception, else the first."""
    lines = (error.detail or str(error)).strip().splitlines()
    return next((line for line in lines if "Exception" in line), lines[0])
