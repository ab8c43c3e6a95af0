"""`headwater bench requests`: the requests of small Spark programs, counted and explained.

The programs are in `requests.toml`: expressions with Spark's `spark` and `sc` of the JVM, the URLs of
`folders`, a local `FILE`, Java's `array` of strings, and the shell `hadoop fs`. `family` selects the rules
(`rules.toml`) that explain the requests. `limits` are their maximum numbers by each scheme. `peers` also run
the program.
"""

import time
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path

import pyspark

from headwater.core.errors import HeadwaterError
from headwater_bench.benches import rules
from headwater_bench.benches.rules import UNEXPLAINED, Explained, bucket
from headwater_bench.core.answers import Answer
from headwater_bench.core.files import table
from headwater_bench.core.objects import BUCKET
from headwater_bench.core.phases import ONCE
from headwater_bench.core.plan import Plan, Row, Turn, compared
from headwater_bench.jvm.spark_player import SparkPlayer
from headwater_bench.jvm.stage import SparkStage
from headwater_bench.peers.definitions import titles

_OURS = {"headwater-s3": "s3", "headwater-swift": "swift"}
_LONGEST_RUN = 8
"""Longer sequences of requests with one purpose are shown in one line."""

_FILE_BYTES = 1000
_SETTINGS = {
    "spark.master": "local[2]",
    # Swift's S3 API does not support If-Match on a copy.
    "spark.hadoop.fs.s3a.change.detection.mode": "none",
}


def plan(*, of_peers: bool = True) -> Plan:
    """All programs, in the order in which some read what an earlier one wrote."""
    peers = [*_OURS, *(("s3a", "stocator") if of_peers else ())]
    return compared("requests", rows(), titles(peers), Stage, {}, rounds=1, latency=0)


def rows() -> list[Row]:
    """The programs."""
    found = []
    for each in table(__package__, "requests.toml")["program"]:
        given = [f"# with spark.hadoop.{name}={value}" for name, value in each.get("hadoop", {}).items()]
        about = {"limits": each.get("limits", {}), "program": "\n".join([*given, each["program"]])}
        about |= {"note": each["note"]} if "note" in each else {}
        peers = [*_OURS, *each.get("peers", ())]
        found.append(Row(each["name"], each["title"], each, about, peers=peers))
    return found


def placeholders(row: Row) -> dict[str, str]:
    """The folders in the bucket by their names in the program. By default OUT is the program's folder."""
    return row.spec.get("folders") or {"OUT": row.name}


class Stage(SparkStage):
    """A store with a bucket for each peer, and the peers' Sparks."""

    settings = _SETTINGS

    @property
    def buckets(self) -> list[str]:
        """One for each peer, and the one of the file systems' creation."""
        return [BUCKET, *map(bucket, self.plan.peers)]

    def turn(self, peer: str, row: Row, document: dict, *, is_warm_up: bool) -> Turn:
        """Run a program. HeadwaterError if Headwater sends a request without a purpose."""
        del is_warm_up

        def run(player: SparkPlayer) -> Answer:
            # A bucket, not a folder, because parent folders cost requests.
            root = player.root.replace(BUCKET, bucket(peer), 1)
            urls = {name: f"{root}{path}" for name, path in placeholders(row).items()}
            return Answer(execute(player, row.spec, urls, self.folder), [])

        sample, _, requests = self.sample(peer, document, run)
        if peer in _OURS:
            known = rules.load(pyspark.__version__)
            explained = rules.explain(requests, row.spec["family"], placeholders(row), known)
            require_no_fault(row, _OURS[peer], explained)
            sample["purposes"] = purposes(explained)
        return Turn(sample)


def execute(player: SparkPlayer, program: Mapping, urls: Mapping[str, str], folder: Path) -> float:
    """Run a program as if it were the first in its JVM, and return its seconds."""
    file = folder / "file"
    file.write_bytes(b"x" * _FILE_BYTES)
    java = player.java
    names = {"spark": player.session, "array": player.array, "FILE": str(file), **urls}
    names["hadoop"] = java.org.apache.hadoop.fs.FsShell(player.hadoop)
    names["sc"] = java.org.apache.spark.api.java.JavaSparkContext(player.session.sparkContext())
    java.org.apache.hadoop.fs.FileSystem.closeAll()  # a cache must not save the program a request
    given = program.get("hadoop", {})
    before = {name: player.hadoop.get(name) for name in given}  # Spark's defaults are not Hadoop's
    for name, value in given.items():
        player.hadoop.set(name, value)
    begin = time.perf_counter()
    eval(program["program"], names)  # noqa: S307 (the programs are files of this package)
    seconds = time.perf_counter() - begin
    for name, value in before.items():
        player.hadoop.set(name, value)
    return seconds


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
    lines, number = [], 1
    for _, group in groupby(explained, key=lambda each: (each.rule, each.shape.status)):
        together = list(group)
        for run in [together] if len(together) > _LONGEST_RUN else [[each] for each in together]:
            count = sum(map(_is_counted, run))
            shown = f"{number} to {number + count - 1}" if count > 1 else str(number)
            lines.append([shown if count else "", *_line(run)])
            number += count
    return lines


def _is_counted(request: Explained) -> bool:
    return request.shape.kind not in ONCE and not request.rule.lines


def _line(run: Sequence[Explained]) -> list[str]:
    first, last = run[0].shape, run[-1].shape
    names = f"{first.kind} `{first.target}`" + (f" to `{last.target}`" if len(run) > 1 else "")
    sizes = [each.shape.size for each in run if each.shape.size is not None]
    return [names, str(first.status), f"{sum(sizes):,}" if sizes else "", run[0].rule.purpose]


def require_the_same(kept: dict, measured: dict, *, sized: bool = True) -> None:
    """HeadwaterError if our programs send other requests than the result, or other sizes if `sized`."""
    before = _purposes(kept, sized=sized)
    differences = [
        f"{program}: {now} is not {before.get(program, [])}"
        for program, now in _purposes(measured, sized=sized).items()
        if now != before.get(program)
    ]
    if differences:
        raise HeadwaterError(
            "the requests are not those of requests.json",
            advice="If the change is meant, run `headwater bench requests` and commit what it writes.",
            detail="\n".join(differences),
        )


def _purposes(known: dict, *, sized: bool) -> dict[str, list]:
    """The requests of our programs, by title and peer, without those of some lines of Spark alone."""
    some = {rule.purpose for rule in rules.load() if rule.lines}
    return {
        f"{row['title']}, {peer}": [
            each if sized else each[:3] for each in result["samples"][0]["purposes"] if each[-1] not in some
        ]
        for row in known["sections"][0]["rows"].values()
        for peer, result in row["peers"].items()
        if peer in _OURS and result["samples"]
    }
