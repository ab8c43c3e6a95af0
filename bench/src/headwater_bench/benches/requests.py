"""`headwater bench requests`: the requests of small Spark programs, counted and explained.

The programs are in `requests.toml`: Python with `sc`, `spark`, `F` and the URLs of `folders`, or arguments of
`hadoop fs`. `family` selects the rules (`rules.toml`) that explain the requests. `limits` are their maximum
numbers by each scheme. `peers` also run the program.
"""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import groupby
from multiprocessing import active_children, get_context
from pathlib import Path

from headwater.core import connection
from headwater.core.errors import HeadwaterError
from headwater.embedded.request_log import watch
from headwater.spark import launcher
from headwater_bench.benches import rules
from headwater_bench.benches.rules import UNEXPLAINED, Explained
from headwater_bench.benches.shape import SCHEMES, bucket
from headwater_bench.core.files import table
from headwater_bench.core.interrupts import unwind_when_terminated
from headwater_bench.core.objects import BUCKET
from headwater_bench.core.phases import ONCE
from headwater_bench.core.plan import Plan, Row, Section, Turn
from headwater_bench.core.samples import sent
from headwater_bench.core.store import StoreStage
from headwater_bench.jvm.session import Session, hadoop_fs, started
from headwater_bench.jvm.spark_player import environment_with, settings_of
from headwater_bench.peers import definitions
from headwater_bench.peers.jars import own_jars

_OURS = {f"headwater-{scheme}": scheme for scheme in SCHEMES}
_LONGEST_RUN = 8
"""Longer sequences of requests with one purpose are shown in one line."""

_FILE_BYTES = 1000
_SETTINGS = {
    # Swift's S3 API does not support If-Match on a copy.
    "s3a": {"spark.hadoop.fs.s3a.change.detection.mode": "none"},
}
"""Settings that are not the peers' defaults, besides addresses and keys."""


def plan(command: str, _: Sequence[str], *, of_peers: bool = True) -> Plan:
    """All programs, in the order in which some read what an earlier one wrote."""
    others = definitions.others_on_store() if of_peers else {}
    peers = {name: f"Headwater, `{scheme}://`" for name, scheme in _OURS.items()} | others
    return Plan(
        "requests",
        command,
        {},
        peers,
        frozenset(_OURS),
        [Section("plain", rows(), list(peers), 1)],
        lambda folder, sections: Stage(folder, sections[0].rows, others),
    )


def rows() -> list[Row]:
    """The programs."""
    found = []
    for each in table(__package__, "requests.toml")["program"]:
        given = [f"# with spark.hadoop.{name}={value}" for name, value in each.get("hadoop", {}).items()]
        text = each.get("program") or f"hadoop fs {' '.join(each['hadoop_fs'])}"
        about = {"limits": each.get("limits", {}), "program": "\n".join([*given, text])}
        peers = [*_OURS, *each.get("peers", ())]
        found.append(Row(each["name"], each["title"], each, about | _note(each), peers=peers))
    return found


def _note(program: Mapping) -> dict[str, str]:
    return {"note": program["note"]} if "note" in program else {}


def placeholders(row: Row) -> dict[str, str]:
    """The folders in the bucket by their names in the program. By default OUT is the program's folder."""
    return row.spec.get("folders") or {"OUT": row.name}


class Stage(StoreStage):
    """A store with a bucket for each peer. A Spark of Headwater runs here, those of peers in other Pythons.

    A Python process supports one Spark, and a Spark one class path.
    """

    def __init__(self, folder: Path, programs: Sequence[Row], others: Mapping[str, str]) -> None:
        super().__init__(folder)
        self.buckets = [bucket(each) for each in (*SCHEMES, *others)]
        self._programs = programs
        self._rules = rules.load()
        self._counted: dict[str, dict[str, dict | str]] = {}

    def furnish(self) -> None:
        """Start Headwater's Spark."""
        own = connection.spark_values(self.document)
        self._session = self.stack.enter_context(started(own, launcher.environment(), self.folder))

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        """Run a program, or take a peer's count. HeadwaterError for a request without a purpose."""
        del document, is_warm_up
        if peer not in _OURS:
            return self._of_peer(peer, row)
        scheme = _OURS[peer]
        service = f".{connection.SERVICE}" if scheme == "swift" else ""
        root = f"{scheme}://{bucket(scheme)}{service}/"
        urls = {name: f"{root}{path}" for name, path in placeholders(row).items()}
        with watch(Path(self.document["access_log"]), self.document["s3"]["endpoint"]) as seen:
            if "hadoop_fs" in row.spec:
                self._put(row.spec["hadoop_fs"], urls)
            else:
                self._session.run(row.spec["program"], urls, row.spec.get("hadoop", {}))
        explained = rules.explain(seen.requests, row.spec["family"], placeholders(row), self._rules)
        require_no_fault(row, scheme, explained)
        return Turn(sent(seen.requests, 0) | {"purposes": purposes(explained)})

    def _put(self, arguments: Sequence[str], urls: dict[str, str]) -> None:
        file = self.folder / "file"
        file.write_bytes(b"x" * _FILE_BYTES)
        names = {"FILE": str(file), **urls}
        hadoop_fs([names.get(each, each) for each in arguments], self.document, self.folder)

    def _of_peer(self, name: str, row: Row) -> Turn:
        if name not in self._counted:
            chosen = [each for each in self._programs if name in each.spec.get("peers", ())]
            with _python() as python:
                work = python.submit(_count, name, chosen, self.document, self.folder)
                self._counted[name] = work.result()
        found = self._counted[name][row.name]
        if isinstance(found, str):
            raise HeadwaterError(found)
        return Turn(found)


@contextmanager
def _python() -> Iterator[ProcessPoolExecutor]:
    """A separate Python process, which ends with the block, and immediately after an exception."""
    with ProcessPoolExecutor(1, get_context("spawn"), initializer=unwind_when_terminated) as python:
        try:
            yield python
        except BaseException:
            for child in active_children():
                child.terminate()
            raise


def _count(name: str, programs: Sequence[Row], document: dict, folder: Path) -> dict[str, dict | str]:
    """A peer's sample for each program, or why it failed, counted in its Python process."""
    peer = definitions.peer(name)
    own = folder / name
    own.mkdir()
    counted: dict[str, dict | str] = {}
    values = settings_of(peer, document) | _SETTINGS.get(name, {})
    # The URL of the peer's bucket is as deep as Headwater's, because parent folders cost requests.
    root = peer.root.replace(BUCKET, bucket(name), 1)
    with started(values, environment_with(own_jars(peer)), own) as session:
        for row in programs:
            counted[row.name] = _sample(session, row, root, document)
    return counted


def _sample(session: Session, row: Row, root: str, document: dict) -> dict | str:
    urls = {name: f"{root}{path}" for name, path in placeholders(row).items()}
    try:
        with watch(Path(document["access_log"]), document["s3"]["endpoint"]) as seen:
            session.run(row.spec["program"], urls, row.spec.get("hadoop", {}))
    except HeadwaterError as error:
        return (error.detail or str(error)).splitlines()[0]
    return sent(seen.requests, 0)


def require_no_fault(row: Row, scheme: str, explained: Sequence[Explained]) -> None:
    """HeadwaterError if no rule explains a request, or if there are more requests than the limit."""
    limit, count = row.spec.get("limits", {}).get(scheme), sum(map(_is_counted, explained))
    shapes = [each.shape for each in explained if each.rule == UNEXPLAINED]
    faults = [f"unexplained: {each.kind} {each.target} (status {each.status})" for each in shapes]
    if limit is not None and count > limit:
        faults.append(f"{count} requests, the limit is {limit}")
    if faults:
        message = f"{row.title}, {scheme}://: the requests are not as they should be"
        raise HeadwaterError(message, detail="\n".join(faults))


def purposes(explained: Sequence[Explained]) -> list[list[str]]:
    """The requests as lines of a table: number, request, status, bytes and purpose.

    Long runs of the same purpose and status are one line.
    """
    lines = []
    number = 1
    for run in _runs(explained):
        count = len(run) if _is_counted(run[0]) else 0
        lines.append([_numbers(number, count), *_line(run)])
        number += count
    return lines


def _is_counted(request: Explained) -> bool:
    return request.shape.kind not in ONCE


def _numbers(first: int, count: int) -> str:
    if not count:
        return ""
    return f"{first}" if count == 1 else f"{first} to {first + count - 1}"


def _runs(requests: Sequence[Explained]) -> Iterator[list[Explained]]:
    for _, group in groupby(requests, key=lambda each: (each.rule, each.shape.status)):
        run = list(group)
        if len(run) > _LONGEST_RUN:
            yield run
        else:
            yield from ([each] for each in run)


def _line(run: Sequence[Explained]) -> list[str]:
    first, last = run[0].shape, run[-1].shape
    names = f"{first.kind} `{first.target}`" + (f" to `{last.target}`" if len(run) > 1 else "")
    sizes = [each.shape.size for each in run if each.shape.size is not None]
    return [names, str(first.status), f"{sum(sizes):,}" if sizes else "", run[0].rule.purpose]


def require_the_same(kept: dict, measured: dict) -> None:
    """HeadwaterError if our programs send other requests than the stored result has."""
    differences = [
        f"{row['title']}, {peer}: {now} is not {before}"
        for name, row in measured["sections"][0]["rows"].items()
        for peer in _OURS
        if (now := _purposes(row, peer)) != (before := _purposes(_kept(kept, name), peer))
    ]
    if differences:
        raise HeadwaterError(
            "the requests are not those of requests.json",
            advice="If the change is meant, run `headwater bench requests` and commit what it writes.",
            detail="\n".join(differences),
        )


def _kept(kept: dict, name: str) -> dict:
    return kept["sections"][0]["rows"].get(name, {"peers": {}})


def _purposes(row: dict, peer: str) -> list:
    samples = row["peers"].get(peer, {"samples": []})["samples"]
    return samples[0]["purposes"] if samples else []
