"""Jobs whose tasks throw, whose executors are killed and whose attempts race: no row lost, none doubled.

Each run is drawn from a seed; `HEADWATER_SEED=n` runs just one of them.
"""

import re
import time
from collections import Counter, defaultdict
from pathlib import Path

import pytest
from py4j.protocol import Py4JJavaError

import jobs
from plans import PARTS, Plan

# An attempt stands before the extension.
_PUBLISHED = re.compile(
    r"(?P<stem>.*/part-(?P<part>\d{5})[^/]*?)-attempt_\d+_\d+_[mr]_\d+_\d+(?P<extension>\.[^/]*)?$"
)
# Spark fails a job when the attempt that it let commit is lost before it has told the outcome.
_COMMITTER_LOST = "Authorized committer"
_MOST_JOBS = 6
_WAIT_SECONDS = 90


def test_each_row_counts_once(session, plan: Plan, s3, bucket: str, tmp_path: Path, figures: Counter) -> None:
    run = Run(session, plan, s3, bucket, tmp_path)
    try:
        reruns = run.write()
        run.wake_sleepers()
        doubled = run.check()
    except BaseException:
        print(f"\n{plan}\nRun just this one: HEADWATER_SEED={plan.seed} pytest {__file__}")
        raise
    assert not list(tmp_path.glob("vain-*")), "a fault never came to pass"
    if not reruns:
        assert plan.twice <= doubled
    figures["runs"] += 1
    figures["runs with a part published twice"] += bool(doubled)
    figures["parts published twice"] += len(doubled)
    figures["runs whose job had to run again"] += bool(reruns)
    figures["executors killed"] += len(list(tmp_path.glob("killed-*")))


class Run:
    """One plan, carried out."""

    def __init__(self, session, plan: Plan, s3, bucket: str, markers: Path) -> None:
        self.session, self.plan, self.s3, self.bucket, self.markers = session, plan, s3, bucket, markers
        self.prefix = f"seed{plan.seed}/data"
        self.target = f"s3://{bucket}/{self.prefix}"
        path = jobs.java(session, "org.apache.hadoop.fs.Path")(self.target)
        self.path = path
        self.file_system = path.getFileSystem(session.sparkContext._jsc.hadoopConfiguration())

    def write(self) -> int:
        """Write, again where Spark gives the job up, as a user would; how often it had to be run again."""
        for reruns in range(_MOST_JOBS):
            try:
                jobs.write(self.session, self.plan, self.target, self.markers)
            except Py4JJavaError as error:
                if _COMMITTER_LOST not in str(error):
                    raise
                self.clear()
            else:
                return reruns
        return pytest.fail("the job never succeeded")

    def clear(self) -> None:
        if not self.plan.overwrites:
            self.file_system.delete(self.path, True)
            assert self.raw() == {}

    def wake_sleepers(self) -> None:
        """Let attempts that have slept through the job do what they meant to do."""
        (self.markers / "job-over").touch()
        for part in self.plan.parts_of("SLEEP"):
            deadline = time.monotonic() + _WAIT_SECONDS
            while not (self.markers / f"slept-{part}").exists():
                assert time.monotonic() < deadline, f"the sleeper of part {part} did not wake"
                time.sleep(0.05)

    def check(self) -> set[int]:
        """Check what Spark and Hadoop read and what stands in the store; the parts published twice."""
        assert jobs.read(self.session, self.plan, self.target) == jobs.expected(self.plan)
        counted = self.listed()
        raw = self.raw()
        attempts = defaultdict(list)
        for key in raw.keys() - {f"{self.prefix}/_SUCCESS"}:
            name = _PUBLISHED.match(key)
            assert name, f"{key} is nobody's"
            attempts[name["stem"] + (name["extension"] or "")].append(key)
        assert len(attempts) == PARTS * self.plan.files_a_part
        self.check_counted(counted, raw, attempts)
        self.check_uploads()
        doubled = {int(_PUBLISHED.match(keys[0])["part"]) for keys in attempts.values() if len(keys) > 1}
        assert not (doubled and self.plan.coordinated)
        return doubled

    def check_counted(self, counted: dict[str, int], raw: dict[str, int], attempts: dict[str, list]) -> None:
        assert counted.pop(f"{self.prefix}/_SUCCESS") == raw[f"{self.prefix}/_SUCCESS"]
        winners = sorted(counted)
        assert len(winners) == len(attempts)
        for keys in attempts.values():
            (winner,) = set(keys) & set(winners)
            assert counted[winner] == raw[winner] == max(raw[key] for key in keys)

    def check_uploads(self) -> None:
        """Only a killed executor leaves an upload begun."""
        begun = self.s3.list_multipart_uploads(Bucket=self.bucket, Prefix=self.prefix).get("Uploads", [])
        assert len(begun) <= self.plan.kills

    def listed(self) -> dict[str, int]:
        """The files, by key, that Hadoop lists, and their lengths."""
        found = {}
        files = self.file_system.listFiles(self.path, True)
        while files.hasNext():
            status = files.next()
            key = status.getPath().toUri().getPath().removeprefix("/")
            assert key not in found
            found[key] = status.getLen()
        return found

    def raw(self) -> dict[str, int]:
        """All objects that the store has for the target, and their lengths."""
        pages = self.s3.get_paginator("list_objects_v2").paginate(
            Bucket=self.bucket, Prefix=f"seed{self.plan.seed}/"
        )
        return {item["Key"]: item["Size"] for page in pages for item in page.get("Contents", [])}
