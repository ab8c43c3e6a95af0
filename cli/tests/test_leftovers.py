"""The leftovers that may be deleted, with times that no real store would let a test set."""

import json
from datetime import timedelta

import pytest

from dataset_support import A, B, C, identifier, part
from headwater.core.bucket import Upload
from headwater.core.leftovers import KeepReason, LeftoverKind, keep_reasons, leftovers
from headwater.core.names import tag
from headwater.core.snapshot import Snapshot
from headwater.core.state import StoredObject, compute
from test_golden import PROTOCOL, load, state_of

ROOT = "data/sales"
HOUR = 3_600_000
NOW = 100 * HOUR
DAY = timedelta(hours=24)


def look_at(ages: dict[str, float], folder: str = f"{ROOT}/") -> Snapshot:
    """A snapshot of empty objects, by key, with these ages in hours."""
    objects = tuple(StoredObject(key, "x", 0, NOW - int(hours * HOUR)) for key, hours in ages.items())
    return Snapshot(objects, compute(folder, objects, dict.fromkeys(ages, b"")), NOW)


def reasons(
    seen: Snapshot, uploads: tuple[Upload, ...] = (), age: timedelta = DAY
) -> dict[str, KeepReason | None]:
    found = leftovers(seen, uploads)
    return {each.key: why for each, why in zip(found, keep_reasons(found, seen, uploads, age), strict=True)}


def test_old_orphans_are_deleted_and_young_ones_kept():
    old, young = part(ROOT, A), part(ROOT, B)
    assert reasons(look_at({old: 25, young: 23})) == {old: None, young: KeepReason.YOUNG}


@pytest.mark.parametrize(
    "young",
    [
        part(ROOT, A, 1),
        part(ROOT, A, 1, below="day=1/"),
        f"{ROOT}/_SUCCESS.claim.{identifier(A)}",
        f"{ROOT}/_SUCCESS.claim.{identifier(A)}~2",
        f"{ROOT}/_SUCCESS.tasks/{A}/task_0000_m_000000.json",
    ],
)
def test_a_job_with_a_young_object_keeps_all_of_its_objects(young):
    mine, others = part(ROOT, A), part(ROOT, B)
    found = reasons(look_at({mine: 90, others: 90, young: 1}))
    assert found[mine] is KeepReason.RUNNING
    assert found[others] is None


def test_a_young_upload_indicates_a_running_job():
    mine, others = part(ROOT, A), part(ROOT, B)
    upload = Upload(part(ROOT, A, 1), "id", NOW - HOUR)
    old = Upload(part(ROOT, B, 1), "id", NOW - 90 * HOUR)
    found = reasons(look_at({mine: 90, others: 90}), (upload, old))
    assert found == {mine: KeepReason.RUNNING, upload.key: KeepReason.YOUNG, others: None, old.key: None}


def test_an_old_upload_of_a_running_job_stays():
    young = part(ROOT, A)
    upload = Upload(part(ROOT, A, 1), "id", NOW - 90 * HOUR)
    assert reasons(look_at({young: 1}), (upload,))[upload.key] is KeepReason.RUNNING


def test_no_age_takes_what_the_store_dates_ahead():
    ahead = part(ROOT, A)
    assert reasons(look_at({ahead: -1 / 3600}), age=timedelta()) == {ahead: None}


def test_a_claim_counts_for_five_minutes():
    fresh, stale = f"{ROOT}/_SUCCESS.claim.{identifier(A)}", f"{ROOT}/_SUCCESS.claim.{identifier(B)}"
    found = leftovers(look_at({fresh: 4.9 / 60, stale: 5.1 / 60}))
    assert [(each.kind, each.key, each.job) for each in found] == [(LeftoverKind.CLAIM, stale, B)]


def test_a_file_with_almost_a_claims_name_stays():
    seen = {f"{ROOT}/_SUCCESS.claim.x": 90, f"{ROOT}/_SUCCESS.claim.{identifier(A)}x": 90}
    assert not leftovers(look_at(seen))


def test_a_file_with_almost_a_deltas_name_stays():
    seen = {f"{ROOT}/_SUCCESS.delta.x": 90, f"{ROOT}/_SUCCESS.delta.{identifier(A)}~2": 90}
    assert not leftovers(look_at(seen))


def test_a_folder_below_the_root_does_not_show_whether_a_job_runs():
    orphan = part(ROOT, A, below="day=1/")
    seen = {orphan: 90}
    assert reasons(look_at(seen, f"{ROOT}/day=1/")) == {orphan: KeepReason.ABOVE}
    upload = Upload(part(ROOT, A, 1, below="day=1/"), "id", 0)
    assert reasons(look_at({}, f"{ROOT}/day=1/"), (upload,)) == {upload.key: KeepReason.ABOVE}
    assert reasons(look_at({}), (upload,)) == {upload.key: None}
    assert reasons(look_at(seen)) == reasons(look_at(seen, "data/")) == {orphan: None}


def test_objects_without_a_job_are_deleted_by_age_alone():
    task = f"{ROOT}/_SUCCESS.tasks/something/else"
    young = part(ROOT, C)
    assert reasons(look_at({task: 90, young: 1})) == {task: None, young: KeepReason.YOUNG}


_UNNAMED = ("/archive/_SUCCESS", "/archive/notes.csv")


def forged(case: str, folder: str) -> Snapshot:
    """A snapshot of a golden case's store, a hundred hours after the newest object."""
    golden = load(PROTOCOL / "golden" / f"{case}.json") | {"root": folder.removesuffix("/")}
    fields = ("key", "etag", "length", "modified")
    objects = tuple(StoredObject(*(each[name] for name in fields)) for each in golden["objects"])
    now = max(each.modified for each in objects) + 100 * HOUR
    return Snapshot(objects, state_of(golden), now)


@pytest.mark.parametrize("folder", ["", "data/", "data/sales/", "data/sales/archive/"])
def test_a_base_above_does_not_let_another_dataset_be_deleted(folder):
    found = reasons(forged("forged-base-above", folder))
    of_the_dataset = {key: why for key, why in found.items() if "2" * 32 in key or key.endswith(_UNNAMED)}
    assert set(of_the_dataset.values()) <= {KeepReason.REPLACED}
    assert bool(of_the_dataset) is (folder != "data/sales/archive/")


def test_objects_that_the_dataset_itself_excludes_are_deleted():
    found = reasons(forged("excluded-foreign", f"{ROOT}/"))
    assert found
    assert set(found.values()) == {None}


def _manifest(folder: str, **members: object) -> bytes:
    """The content of a base of the folder."""
    golden = load(PROTOCOL / "golden" / "base-only.json")
    base = next(each["document"] for each in golden["objects"] if "document" in each)
    base["headwater"] |= {"tag": tag(folder), "entries": [], **members}
    return json.dumps(base).encode()


def _below_a_forged_base(key: str, **members: object) -> dict[str, KeepReason | None]:
    """Why the object stays, an old one below `data/` with a base of these members."""
    objects = (StoredObject(key, "x", 0, 0), StoredObject("data/_SUCCESS", "y", 1, 0))
    state = compute("data/", objects, {"data/_SUCCESS": _manifest("data/", **members)})
    return reasons(Snapshot(objects, state, NOW))


def test_a_manifest_above_does_not_let_a_folder_be_deleted_that_its_own_readers_count():
    excluded = [{"key": "x/notes.csv", "etag": "x", "modified": 0}]
    copied = part("elsewhere", A, below="").replace("elsewhere/", "data/x/")
    assert _below_a_forged_base("data/x/notes.csv", excluded=excluded) == {
        "data/x/notes.csv": KeepReason.REPLACED
    }
    assert _below_a_forged_base(copied, tag=tag("elsewhere/")) == {copied: KeepReason.REPLACED}


def test_objects_that_a_base_excludes_in_its_folder_or_partitions_are_deleted():
    for key in ("notes.csv", "k=1/notes.csv", "k=1/l=2/notes.csv"):
        excluded = [{"key": key, "etag": "x", "modified": 0}]
        assert _below_a_forged_base(f"data/{key}", excluded=excluded) == {f"data/{key}": None}


def test_orphans_of_a_moved_dataset_are_deleted():
    for below in ("", "k=1/"):
        moved = part("elsewhere", A, below=below).replace("elsewhere/", "data/")
        assert _below_a_forged_base(moved, tag=tag("elsewhere/")) == {moved: None}
