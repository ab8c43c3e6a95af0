"""`headwater verify` on a real store."""

import json

import pytest

from dataset_support import A, B, C, identifier, part
from headwater.core.bucket import Bucket
from headwater.core.snapshot import take_snapshot

ROOT = "data/sales"
MEBIBYTE = 2**20


@pytest.fixture
def sound(lake):
    """A correct base and a correct delta."""
    lake.commit(ROOT, A, [lake.put(part(ROOT, A, n)) for n in (0, 1)])
    lake.commit(ROOT, B, [lake.put(part(ROOT, B))], kind="delta")
    return lake


def test_a_sound_dataset(sound):
    done = sound.run("verify", ROOT, "--strict")
    assert (done.returncode, done.stdout) == (0, "3 entries, 0 of them missing or changed. 0 leftovers\n")


def test_missing_and_changed_entries(sound):
    sound.s3.delete_object(Bucket=sound.bucket, Key=part(ROOT, A, 0))
    sound.s3.put_object(Bucket=sound.bucket, Key=part(ROOT, A, 1), Body=b"row!")
    sound.s3.put_object(Bucket=sound.bucket, Key=part(ROOT, B), Body=b"longer rows")
    done = sound.run("verify", ROOT)
    assert done.returncode == 1
    missing, longer, other_bytes = done.stdout.splitlines()[1:4]
    assert missing.split() == [part(ROOT, A, 0), "missing", identifier(A)]
    assert part(ROOT, A, 1) in other_bytes
    assert "changed: ETag " in other_bytes
    assert "changed: 11 bytes instead of 4" in longer
    assert identifier(B) in longer
    assert "3 entries, 3 of them missing or changed. 0 leftovers" in done.stdout


def test_json_has_each_problem_and_leftover(sound):
    sound.s3.delete_object(Bucket=sound.bucket, Key=part(ROOT, A, 0))
    orphan = sound.put(part(ROOT, C))
    done = sound.run("verify", ROOT, "--json")
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert found["entries"] == 3
    assert found["problems"] == [{"key": part(ROOT, A, 0), "problem": "missing", "manifest": identifier(A)}]
    assert found["leftovers"] == [{"key": orphan, "kind": "orphan", "bytes": 4}]


@pytest.mark.parametrize("lost", ["_SUCCESS", "nested/_SUCCESS"])
def test_a_manifest_that_cannot_be_read(sound, lost):
    sound.put(f"{ROOT}/{lost}", b'{"headwater": ')
    done = sound.run("verify", ROOT)
    assert done.returncode == 1
    assert f"{ROOT}/{lost}: it is cut" in done.stderr


def test_leftovers_fail_strict_alone(lake):
    old = lake.put(f"{ROOT}/old.csv")
    new = lake.put(part(ROOT, C))
    lake.commit(ROOT, C, [new], folded=[identifier(B)], excluded=[lake.exclusion(ROOT, old)])
    lake.commit(ROOT, B, [lake.put(part(ROOT, B))], kind="delta")
    lake.put(f"{ROOT}/_SUCCESS.claim.{identifier(C)}", b"")
    lake.put(f"{ROOT}/_SUCCESS.claim.{identifier(A)}", b"")  # a running writer's
    done = lake.run("verify", ROOT)
    assert done.returncode == 0
    counts = [line.split("  ")[0] for line in done.stdout.splitlines()]
    assert {"orphan", "folded delta", "excluded object", "stale claim"} <= set(counts)
    assert "1 entry, 0 of them missing or changed. 4 leftovers" in done.stdout
    assert lake.run("verify", ROOT, "--strict").returncode == 1


def test_an_entry_that_was_uploaded_in_parts(lake):
    key = part(ROOT, A)
    upload = lake.s3.create_multipart_upload(Bucket=lake.bucket, Key=key)["UploadId"]
    parts = [
        lake.s3.upload_part(
            Bucket=lake.bucket, Key=key, UploadId=upload, PartNumber=number, Body=b"x" * 5 * MEBIBYTE
        )["ETag"]
        for number in (1, 2)
    ]
    done = lake.s3.complete_multipart_upload(
        Bucket=lake.bucket,
        Key=key,
        UploadId=upload,
        MultipartUpload={"Parts": [{"PartNumber": n, "ETag": each} for n, each in enumerate(parts, 1)]},
    )
    lake.etags[key], lake.lengths[key] = done["ETag"].strip('"'), 10 * MEBIBYTE
    assert lake.etags[key].endswith("-2")
    lake.commit(ROOT, A, [key])
    assert lake.run("verify", ROOT).returncode == 0


def test_large_objects_of_swift(lake, swift):
    static, dynamic = part(ROOT, A, 0), part(ROOT, A, 1)
    for number in (1, 2):
        swift.send_ok("PUT", f"/{lake.bucket}/segments/{number}", data=b"x" * 10)
    segments = [{"path": f"/{lake.bucket}/segments/{number}"} for number in (1, 2)]
    made = swift.send_ok("PUT", f"/{lake.bucket}/{static}?multipart-manifest=put", data=json.dumps(segments))
    lake.etags[static], lake.lengths[static] = made.headers["ETag"].strip('"'), 20
    swift.send_ok(
        "PUT", f"/{lake.bucket}/{dynamic}", headers={"X-Object-Manifest": f"{lake.bucket}/segments/"}
    )
    # The listing of a dynamic large object shows no bytes and the ETag of an empty object. Only a HEAD
    # returns the real ones.
    etag = swift.send_ok("HEAD", f"/{lake.bucket}/{dynamic}").headers["ETag"].strip('"')
    lake.etags[dynamic], lake.lengths[dynamic] = etag, 20
    lake.commit(ROOT, A, [static, dynamic])
    done = lake.run("verify", ROOT)
    assert done.returncode == 0, done.stdout


class Overtaken(Bucket):
    """A bucket in which an overwriter commits right after the reader's first listing."""

    def get(self, seen):
        act, self.act = self.act, None
        if act:
            act()
        return super().get(seen)


@pytest.mark.parametrize("cleans_up", [True, False])
def test_a_snapshot_is_repeated_if_a_writer_interferes(sound, cleans_up):
    def overwrite():
        sound.commit(ROOT, C, [sound.put(part(ROOT, C))], folded=[identifier(B)])
        if cleans_up:
            sound.s3.delete_object(Bucket=sound.bucket, Key=f"{ROOT}/_SUCCESS.delta.{identifier(B)}")

    bucket = sound.connect()
    bucket.__class__ = Overtaken
    bucket.act = overwrite
    seen = take_snapshot(bucket, f"{ROOT}/")
    assert set(seen.state.entries) == {part(ROOT, C)}
    assert part(ROOT, C) in {each.key for each in seen.objects}
