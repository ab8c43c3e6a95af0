"""`headwater sweep` on a real store."""

import json
import os
from datetime import timedelta

import pytest

from dataset_support import A, B, C, D, identifier, part
from headwater.commands import sweep
from store_support import headwater

ROOT = "data/dataset1"
TRAP = "data/dataset10"
NOW = timedelta()


@pytest.fixture
def littered(lake):
    """A dataset with every kind of leftover, next to one with a similar name. `stays` lists what stays."""
    old = lake.put(f"{ROOT}/old.csv")
    lake.put(f"{ROOT}/new.csv")
    base, delta = lake.put(part(ROOT, C)), lake.put(part(ROOT, D))
    lake.commit(ROOT, C, [base], folded=[identifier(B)], excluded=[lake.exclusion(ROOT, old)])
    lake.commit(ROOT, D, [delta], kind="delta")
    lake.commit(TRAP, A, [lake.put(part(TRAP, A))])
    lake.put(part(TRAP, B))
    lake.upload(part(TRAP, B, 1))
    lake.stays = [key for key in lake.stored() if key != old]
    lake.commit(ROOT, B, [lake.put(part(ROOT, B))], kind="delta")
    lake.put(part(ROOT, C, attempt=1))
    lake.put(part(ROOT, A, below="straße=Gänse & <Markt>/"))
    lake.put(f"{ROOT}/_SUCCESS.claim.{identifier(C)}", b"")
    lake.put(f"{ROOT}/_SUCCESS.tasks/{A}/task_0000_m_000000.json", b"{}")
    lake.upload(part(ROOT, A, 1))
    return lake


def test_a_dry_run_shows_all_and_deletes_nothing(littered):
    before = littered.stored()
    done = littered.run("sweep", ROOT, "--older-than", "0s")
    assert done.returncode == 0
    for key in [*(set(before) - set(littered.stays)), part(ROOT, A, 1)]:
        assert key in done.stdout
    assert not [key for key in littered.stays if f"{key} " in done.stdout]
    assert TRAP not in done.stdout
    assert "8 to delete" in done.stdout
    assert (littered.stored(), len(littered.uploads())) == (before, 2)


def test_all_leftovers_are_deleted_and_nothing_else(littered):
    done = littered.run("sweep", ROOT, "--older-than", "0s", "--delete")
    assert done.returncode == 0, done.stderr
    assert "8 deleted, 0 kept because they changed" in done.stdout
    assert littered.stored() == littered.stays
    assert littered.uploads() == [part(TRAP, B, 1)]
    assert littered.run("verify", ROOT, "--strict").returncode == 0
    assert littered.run("verify", TRAP).returncode == 0


def test_json_has_what_is_deleted(littered):
    planned = json.loads(littered.run("sweep", ROOT, "--older-than", "0s", "--json").stdout)
    assert (len(planned["deletes"]), planned["deleted"], planned["failed"]) == (8, 0, {})
    done = littered.run("sweep", ROOT, "--older-than", "0s", "--json", "--delete")
    assert json.loads(done.stdout) == planned | {"deleted": 8}
    assert littered.stored() == littered.stays


def test_a_root_without_a_manifest_is_reported(lake):
    orphan = lake.put(part(ROOT, A))
    shown = lake.run("sweep", "data", "--older-than", "0s").stdout
    assert f"There is no manifest at {ROOT}/" in shown
    lake.commit(ROOT, B, [])
    shown = lake.run("sweep", "data", "--older-than", "0s").stdout
    assert orphan in shown
    assert "There is no manifest" not in shown


def test_orphans_next_to_deltas_without_a_base_are_kept(littered):
    littered.s3.delete_object(Bucket=littered.bucket, Key=f"{ROOT}/_SUCCESS")
    littered.run("sweep", ROOT, "--older-than", "0s", "--delete")
    assert {part(ROOT, C), part(ROOT, C, attempt=1), part(ROOT, D)} <= set(littered.stored())


def test_objects_of_a_possibly_running_job_are_kept_by_default(littered):
    before = littered.stored()
    done = littered.run("sweep", ROOT, "--delete")
    assert done.returncode == 0
    assert "0 to delete" in done.stdout
    assert "8 kept: younger than --older-than" in done.stdout
    assert (littered.stored(), len(littered.uploads())) == (before, 2)


def test_the_folder_above_takes_both(littered):
    littered.run("sweep", "data", "--older-than", "0s", "--delete")
    assert littered.stored() == [key for key in littered.stays if key != part(TRAP, B)]
    assert littered.uploads() == []


def test_a_partitions_folder_is_not_swept_by_itself(littered):
    before = littered.stored()
    done = littered.run("sweep", f"{ROOT}/straße=Gänse & <Markt>", "--older-than", "0s", "--delete")
    assert "1 kept: of a dataset whose root is above this folder" in done.stdout
    assert littered.stored() == before


@pytest.mark.parametrize(
    "lost", [f"{ROOT}/_SUCCESS", f"{ROOT}/nested/_SUCCESS", f"{ROOT}/_SUCCESS.delta.{identifier(D)}"]
)
@pytest.mark.parametrize("body", [b'{"headwater": ', b'{"headwater": {"format": 2}}'])
def test_a_dataset_whose_manifest_cannot_be_read_is_never_swept(littered, lost, body):
    littered.put(lost, body)
    before = littered.stored()
    done = littered.run("sweep", ROOT, "--older-than", "0s", "--delete")
    assert done.returncode == 1
    assert lost in done.stderr
    assert (littered.stored(), len(littered.uploads())) == (before, 2)


def test_a_dataset_whose_manifest_was_written_over_is_never_swept(littered):
    littered.put(f"{ROOT}/_SUCCESS", b"")
    before = littered.stored()
    assert littered.run("sweep", ROOT, "--older-than", "0s", "--delete").returncode == 1
    assert littered.stored() == before


@pytest.mark.parametrize("swept", ["data", ROOT])
def test_a_forged_base_above_does_not_let_a_dataset_be_swept(lake, swept):
    other = lake.put(f"{ROOT}/notes.csv")
    success = lake.commit(ROOT, A, [lake.put(part(ROOT, A))])
    lake.commit("data", B, excluded=[lake.exclusion("data", key) for key in (success, other)])
    before = lake.stored()
    done = lake.run("sweep", swept, "--older-than", "0s", "--delete")
    assert done.returncode == 0, done.stderr
    assert lake.stored() == before
    assert ("kept: read at its own folder" in done.stdout) is (swept == "data")
    assert lake.run("verify", ROOT, "--strict").returncode == 0


def test_more_orphans_than_a_page_and_a_request_take(lake):
    entry = lake.put(part(ROOT, A, 5000))
    manifest = lake.commit(ROOT, A, [entry])
    lake.put_all(part(ROOT, B, number) for number in range(1_003))
    assert "1,003 leftovers" in lake.run("verify", ROOT).stdout
    done = lake.run("sweep", ROOT, "--older-than", "0s", "--delete")
    assert done.returncode == 0, done.stderr
    assert "1,003 deleted" in done.stdout
    assert lake.stored() == [manifest, entry]


def test_a_manifest_that_is_committed_meanwhile_saves_its_objects(lake):
    saved, orphan = lake.put(part(ROOT, A)), lake.put(part(ROOT, B))
    bucket = lake.connect()
    plan = sweep.planned(bucket, f"{ROOT}/", NOW)
    assert [each.key for each in plan.deletes] == [saved, orphan]
    manifest = lake.commit(ROOT, A, [saved])
    assert sweep.delete_planned(bucket, f"{ROOT}/", NOW, plan) == ({}, 1)
    assert lake.stored() == [manifest, saved]


def test_an_excluded_object_that_is_written_again_meanwhile_is_saved(lake):
    old = lake.put(f"{ROOT}/old.csv")
    lake.commit(ROOT, A, [], excluded=[lake.exclusion(ROOT, old)])
    bucket = lake.connect()
    plan = sweep.planned(bucket, f"{ROOT}/", NOW)
    assert [each.key for each in plan.deletes] == [old]
    lake.put(old, b"other rows")
    assert sweep.delete_planned(bucket, f"{ROOT}/", NOW, plan) == ({}, 1)
    assert old in lake.stored()


def test_a_job_that_continues_during_the_sweep_keeps_its_objects(lake):
    orphan = lake.put(part(ROOT, A))
    bucket = lake.connect()
    plan = sweep.planned(bucket, f"{ROOT}/", NOW)
    # The store's times cannot be set. With a longer age the objects belong to a running job.
    assert sweep.delete_planned(bucket, f"{ROOT}/", timedelta(hours=1), plan) == ({}, 1)
    assert lake.stored() == [orphan]


def test_failed_deletes_are_reported(littered):
    before, reader = littered.stored(), littered.store["readonly"]
    environment = {
        **os.environ,
        "AWS_ACCESS_KEY_ID": reader["access_key"],
        "AWS_SECRET_ACCESS_KEY": reader["secret_key"],
    }
    options = ("--older-than", "0s", "--delete", "--endpoint", littered.store["s3"]["endpoint"])
    done = headwater("sweep", littered.uri(ROOT), *options, env=environment)
    assert done.returncode == 1
    assert "Error" in done.stderr
    assert "Traceback" not in done.stderr
    assert littered.stored() == before


def test_nothing_to_sweep(lake):
    assert lake.run("sweep", "nowhere", "--delete").stdout.startswith("0 to delete")


@pytest.mark.parametrize("age", ["24", "h", "-1h", "1w", "1.5h", ""])
def test_invalid_ages(lake, age):
    done = lake.run("sweep", ROOT, "--older-than", age)
    assert done.returncode == 2
    assert "is not an age" in done.stderr
