"""DataFrames committed by manifest while tasks throw, executors are killed and attempts race.

Each run is drawn from a seed. `HEADWATER_SEED=n` runs one of them, `--runs n` the first n.
"""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

import jobs
from plans import PARTS, Fault, Plan, draw
from store import Bucket
from test_commit_under_faults import Run, await_true


@pytest.mark.parametrize("session", ["manifest"], indirect=True)
def test_each_row_counts_once(
    session, frame_plan: Plan, buckets: dict[str, Bucket], tmp_path: Path, figures: Counter
) -> None:
    run = ManifestRun(session, frame_plan, buckets[frame_plan.scheme], tmp_path)
    try:
        run.write()
        run.wake_sleepers()
        orphans = run.check()
        assert not list(tmp_path.glob("vain-*")), "a fault never came to pass"
    except BaseException:
        command = f"HEADWATER_SEED={frame_plan.seed} tools/with-stores pytest spark/tests -k 'under_faults'"
        print(f"\n{frame_plan}\nRun just this one: {command}")
        raise
    figures[f"runs by manifest, {frame_plan.scheme}://"] += 1
    figures["runs by manifest with orphans"] += bool(orphans)
    figures["executors killed"] += len(list(tmp_path.glob("killed-*")))


class ManifestRun(Run):
    """A plan whose output is what its manifest lists."""

    def check(self) -> set[str]:
        """Compare what Spark and Hadoop read with the manifest and the store. Return the unreferenced
        objects.
        """
        assert jobs.read(self.session, self.plan, self.target) == jobs.expected(self.plan)
        assert jobs.read(self.session, self.plan, f"{self.target}/*") == jobs.expected(self.plan)
        raw = self.raw()
        document = json.loads(self.bucket.get(f"{self.prefix}/_SUCCESS"))["headwater"]
        entries = {f"{self.prefix}/{entry['key']}": entry["length"] for entry in document["entries"]}
        assert len(entries) == PARTS * self.plan.files_a_part
        assert entries.items() <= raw.items()
        protocol = {key for key in raw if key.startswith(f"{self.prefix}/_SUCCESS")}
        counted = self.listed()
        assert {key: length for key, length in counted.items() if key not in protocol} == entries
        self.check_uploads(min(entries.values()))
        return raw.keys() - entries.keys() - protocol


@pytest.mark.parametrize(
    ("session", "end"),
    [("manifest", "slept-aborted"), ("manifest without coordinator", "slept-committed")],
    indirect=["session"],
)
def test_late_attempt_changes_nothing_after_a_later_job(
    session, end: str, bucket: Bucket, tmp_path: Path
) -> None:
    """Spark's coordinator denies the late attempt's commit. Without it, the attempt publishes its part."""
    plan = draw(0)
    sleeps = (Fault("SLEEP", 1, 10),)
    earlier = replace(plan, seed=2000, format="csv", padding=40, faults=sleeps, writers=4)
    later = replace(earlier, seed=2001, overwrites=True, faults=())
    target = f"{bucket.root}/{end}"
    jobs.write(session, earlier, target, tmp_path)
    jobs.write(session, later, target, tmp_path)
    assert jobs.read(session, later, target) == jobs.expected(later)
    (tmp_path / "job-over").touch()
    await_true((tmp_path / "slept-1").exists, "the earlier job's sleeper to wake")
    assert (tmp_path / f"{end}-1").exists()
    assert jobs.read(session, later, target) == jobs.expected(later)
