"""The report of a soak, as text and in docs/operate/soak.md."""

import os
import time
from collections import Counter
from collections.abc import Iterator

import work
from run import Soak


def text(soak: Soak, seconds: float) -> str:
    """The report in Markdown."""
    return "\n".join(_lines(soak, seconds))


def _lines(soak: Soak, seconds: float) -> Iterator[str]:
    judge = soak.judge
    outcome = f"problems: {len(judge.problems)}" if judge.problems else "no problem"
    yield f"{time.strftime('%Y-%m-%d', time.gmtime())}, seed {soak.options.seed}: **{outcome}**."
    yield f"{soak.options.minutes:g} minutes of work and {seconds / 60:.0f} minutes in all, on"
    yield f"{os.cpu_count()} processors (load {os.getloadavg()[2]:.1f})."
    yield ""
    yield from _table("work and checks", _counts(soak))
    yield ""
    yield from _table("faults", _faults(soak))
    yield ""
    yield "| server | memory before, MiB | after | descriptors before | after | threads before | after |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    for name, old in soak.before.items():
        new = soak.after[name]
        numbers = (
            old.memory >> 20,
            new.memory >> 20,
            old.descriptors,
            new.descriptors,
            old.threads,
            new.threads,
        )
        yield f"| {name} | {' | '.join(map(str, numbers))} |"
    if judge.problems:
        yield ""
        yield from (f"- {problem}" for problem in judge.problems)


def _counts(soak: Soak) -> dict[str, int]:
    history, judge, users, tenant = soak.history, soak.judge, soak.users, soak.tenant
    return {
        "changes of datasets that were begun": history.begun,
        "changes that were acknowledged": history.acknowledged.total(),
        "changes and queries that ended with an error": len(history.failed),
        "states of datasets that were read from manifests and objects": judge.snapshots,
        "queries of Spark that were compared": judge.reads,
        "rows that were compared": judge.rows,
        "rows of the stream": len(soak.fed),
        "rows that Delta Lake acknowledged": len(work.acknowledged(soak.logs, "w")),
        "rows that Iceberg acknowledged": len(work.acknowledged(soak.logs, "i")),
        "datasets that MapReduce began": sum(name.startswith("reduced-") for name in history.datasets),
        "programs that ended by themselves": sum(lane.completed for lane in soak.lanes),
        "programs that ended with an error": sum(len(lane.failures) for lane in soak.lanes),
        "changes of users' files": users.changes,
        "users' files at the end": len(users.files),
        "complete answers of the user's storlet": users.storlet.complete,
        "its requests that ended with an error": users.storlet.refused,
        "complete answers of another tenant's storlet": tenant.storlet.complete,
        "its requests for what the first tenant owns, all refused": tenant.refused,
        "seconds, at most, in which the container's servers differed": round(soak.replicas.longest),
        "uncommitted objects before the sweep": soak.swept,
        "uncommitted objects after the sweep": soak.left,
        "incomplete uploads at the end": soak.uploads,
        "incomplete files of killed object servers": soak.temporary_files,
    }


def _faults(soak: Soak) -> dict[str, int]:
    kills = soak.killer.kills if soak.killer else {}
    number = sum(door.requests for door in soak.doors)
    drawn = sum((door.faults for door in soak.doors), Counter())
    requests = {f"{name} of {number} requests": n for name, n in drawn.items()}
    return dict(sorted({**kills, **requests}.items()))


def _table(title: str, rows: dict[str, int]) -> Iterator[str]:
    yield f"| {title} | number |"
    yield "|---|--:|"
    for name, number in rows.items():
        yield f"| {name} | {number} |"
