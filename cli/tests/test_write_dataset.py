"""`headwater.write_dataset` on real stores: all the rows or none, from many processes at once."""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from itertools import count
from pathlib import Path

import jsonschema
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from botocore.exceptions import ConnectionClosedError

import headwater
from dataset_support import A, B, C, identifier, part
from headwater.access import stores
from headwater.commit import arbiter, claims, manifests, overwrite
from headwater.commit.errors import ConcurrentCommitError, UnknownCommitError
from headwater.commit.job import Job, Part
from headwater.commit.objects import Objects
from headwater.core.address import parse
from headwater.core.bucket import Bucket
from headwater.core.errors import HeadwaterError
from headwater.core.s3 import connect
from parquet_support import parquet
from versity_support import PROGRAM, versitygw

SCHEMA = json.loads((Path(__file__).parents[2] / "protocol/manifest.schema.json").read_text())
ROOT = "data/sales"
_BUCKETS = count(1)
APPENDER = """
import sys
import headwater
import pyarrow as pa

writer, jobs, uri = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
for job in range(jobs):
    first = 1000 * writer + 10 * job
    headwater.write_dataset(pa.table({"id": range(first, first + 10)}), uri)
"""


def use(monkeypatch: pytest.MonkeyPatch, endpoint: str, access_key: str, secret_key: str) -> None:
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", endpoint)
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", access_key)
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", secret_key)


class Place:
    """A bucket of one of the stores."""

    def __init__(self, bucket: str, s3) -> None:
        self.bucket, self.s3 = bucket, s3

    def uri(self, path: str) -> str:
        return f"s3://{self.bucket}/{path}"

    def objects(self) -> Objects:
        service = stores.service(parse(self.uri("")), None, None)
        return Objects(service, Bucket(service, self.bucket))

    def stored(self) -> list[str]:
        listed = self.s3.list_objects_v2(Bucket=self.bucket).get("Contents", ())
        return [each["Key"] for each in listed]


@pytest.fixture(scope="module")
def versity(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    if not PROGRAM:
        pytest.skip("versitygw is not installed: make versitygw")
    with versitygw(tmp_path_factory.mktemp("versitygw")) as server:
        place = Place("lake", connect(server))
        place.server = server
        yield place


@pytest.fixture(params=["claims", "conditions"])
def place(request, monkeypatch) -> Place:
    """A bucket of Swift, where claims arbitrate, and one of versitygw, where conditions do."""
    monkeypatch.setattr(arbiter, "_known", {})
    if request.param == "claims":
        lake = request.getfixturevalue("lake")
        s3 = lake.store["s3"]
        use(monkeypatch, s3["endpoint"], s3["access_key"], s3["secret_key"])
        return Place(lake.bucket, lake.s3)
    versity = request.getfixturevalue("versity")
    use(monkeypatch, versity.server.url, versity.server.access_key, versity.server.secret_key)
    name = f"lake-{next(_BUCKETS)}"
    versity.s3.create_bucket(Bucket=name)
    return Place(name, versity.s3)


@pytest.fixture(autouse=True)
def _swift(store: dict, monkeypatch) -> None:
    s3 = store["s3"]
    use(monkeypatch, s3["endpoint"], s3["access_key"], s3["secret_key"])


def ids(uri: str) -> list[int]:
    return sorted(headwater.dataset(uri).to_table()["id"].to_pylist())


def manifests_of(place: Place) -> list[dict]:
    return [
        json.loads(place.s3.get_object(Bucket=place.bucket, Key=key)["Body"].read())
        for key in place.stored()
        if key.rpartition("/")[2].startswith("_SUCCESS")
    ]


def numbers(first: int, rows: int) -> pa.Table:
    return pa.table({"id": pa.array(range(first, first + rows), pa.int64())})


def test_appends_and_an_overwrite(place):
    uri = place.uri(ROOT)
    headwater.write_dataset(numbers(0, 100), uri)
    headwater.write_dataset(numbers(100, 20), uri)
    assert ids(uri) == list(range(120))
    found = manifests_of(place)
    assert [each["headwater"]["kind"] for each in found] == ["base", "delta"]
    for each in found:
        jsonschema.validate(each, SCHEMA)
    headwater.write_dataset(numbers(7, 3), uri, mode="overwrite")
    assert ids(uri) == [7, 8, 9]
    base, *others = manifests_of(place)
    jsonschema.validate(base, SCHEMA)
    assert others == []
    assert base["headwater"]["replaced"]["id"] == found[0]["headwater"]["id"]
    assert len(place.stored()) == 2  # the base and its file


def test_whatever_exports_arrow_is_written(lake):
    uri = lake.uri(ROOT)
    columns = {"id": [1, 2], "name": ["x", None], "day": [date(2026, 1, 31), None]}
    headwater.write_dataset(pl.DataFrame(columns), uri, partition_by=["day"])
    headwater.write_dataset(
        pd.DataFrame({"id": [3], "name": ["z"], "day": [date(2026, 2, 1)]}), uri, partition_by=["day"]
    )
    table = headwater.dataset(uri).to_table().sort_by("id")
    assert table["id"].to_pylist() == [1, 2, 3]
    assert table["name"].to_pylist() == ["x", None, "z"]
    assert table["day"].to_pylist() == [date(2026, 1, 31), None, date(2026, 2, 1)]


def test_partitions_and_ranges_are_those_of_the_readers(lake):
    texts = ["a:b/c", "ä%41", "", None, "x y"]
    table = pa.table({"id": range(5), "k": texts, "name": ["b", "a", None, "c", "d"]})
    headwater.write_dataset(table, lake.uri(ROOT), partition_by=["k"])
    read = headwater.dataset(lake.uri(ROOT)).to_table().sort_by("id")
    assert read["k"].to_pylist() == ["a:b/c", "ä%41", None, None, "x y"]
    entries = manifests_of(Place(lake.bucket, lake.s3))[0]["headwater"]["entries"]
    known = {each["columns"]["id"]["min"]: each for each in entries}
    assert known["0"]["partition"] == {"k": "a:b/c"}
    assert known["0"]["key"].startswith("k=a%3Ab%2Fc/part-")
    assert known["0"]["columns"] == {
        "id": {"min": "0", "max": "0", "nulls": 0},
        "name": {"min": "b", "max": "b", "nulls": 0},
    }
    assert known["2"]["partition"] == {"k": None}
    assert known["2"]["columns"]["name"] == {"nulls": 1}


def test_an_overwrite_replaces_everything_below(lake):
    lake.commit(ROOT, A, [lake.put(part(ROOT, A, n), parquet(n, 1)) for n in (0, 1)])
    lake.commit(ROOT, B, [lake.put(part(ROOT, B), parquet(2, 1))], kind="delta")
    below = f"{ROOT}/below"
    lake.commit(below, C, [lake.put(part(below, C), parquet(3, 1))])
    lake.put(f"{ROOT}/foreign.parquet", parquet(4, 1))
    lake.put("data/sales2/foreign.parquet", parquet(5, 1))
    orphan = lake.put(part(ROOT, C, 7), parquet(6, 1))
    headwater.write_dataset(numbers(9, 1), lake.uri(ROOT), mode="overwrite")
    assert ids(lake.uri(ROOT)) == [9]
    base = json.loads(lake.s3.get_object(Bucket=lake.bucket, Key=f"{ROOT}/_SUCCESS")["Body"].read())
    assert base["headwater"]["folded"] == [identifier(B)]
    assert {each["key"] for each in base["headwater"]["excluded"]} == {"below/_SUCCESS", "foreign.parquet"}
    left = {key for key in lake.stored() if base["headwater"]["entries"][0]["key"] not in key}
    assert left == {f"{ROOT}/_SUCCESS", orphan, "data/sales2/foreign.parquet"}


def test_a_folder_of_another_dataset_is_not_overwritten(lake):
    lake.commit(ROOT, A, [lake.put(part(ROOT, A, below="day=1/"), parquet(0, 1))])
    before = lake.stored()
    with pytest.raises(HeadwaterError, match=f"has files of the dataset s3://{lake.bucket}/{ROOT}/"):
        headwater.write_dataset(numbers(0, 1), lake.uri(f"{ROOT}/day=1"), mode="overwrite")
    assert lake.stored() == before


def test_what_cannot_be_written_leaves_nothing(lake):
    for table, options in (
        (numbers(0, 1), {"mode": "replace"}),
        (numbers(0, 1), {"partition_by": ["gone"]}),
        (pa.table({"id": [1], "k": [1.5]}), {"partition_by": ["k"]}),
        (pa.table({"t": pa.array([1], pa.timestamp("ns"))}), {}),
    ):
        with pytest.raises(HeadwaterError):
            headwater.write_dataset(table, lake.uri(ROOT), **options)
    assert lake.stored() == []


def test_a_slower_overwrite_changes_nothing(place):
    headwater.write_dataset(numbers(0, 1), place.uri(ROOT))
    objects, job = place.objects(), Job(f"{ROOT}/")
    seen = overwrite.begin(objects, job.root)
    headwater.write_dataset(numbers(5, 1), place.uri(ROOT), mode="overwrite")
    with pytest.raises(ConcurrentCommitError, match="another job wrote"):
        manifests.overwrite(objects, job, [Part("x", 1, "0" * 32, 1)], seen)
    assert ids(place.uri(ROOT)) == [5]


def test_eight_processes_append_at_once(place, tmp_path):
    command = [sys.executable, "-c", APPENDER]
    uri = place.uri(ROOT)
    running = [subprocess.Popen([*command, str(n), "3", uri], stderr=subprocess.PIPE) for n in range(8)]
    errors = [each.communicate()[1].decode() for each in running]
    assert [each.returncode for each in running] == [0] * 8, errors
    expected = [1000 * writer + number for writer in range(8) for number in range(30)]
    assert ids(uri) == expected
    kinds = Counter(each["headwater"]["kind"] for each in manifests_of(place) if "headwater" in each)
    assert kinds == {"base": 1, "delta": 23}


def test_of_racing_overwrites_one_is_the_dataset(place):
    uri = place.uri(ROOT)
    headwater.write_dataset(numbers(0, 1), uri)

    def replace(number: int) -> bool:
        try:
            headwater.write_dataset(numbers(number, 1), uri, mode="overwrite")
        except ConcurrentCommitError:
            return False
        return True

    with ThreadPoolExecutor(4) as pool:
        won = [number for number, done in enumerate(pool.map(replace, range(1, 5)), 1) if done]
    assert len(won) >= 1
    assert ids(uri)[0] in won
    assert len(place.stored()) == 2


@pytest.mark.parametrize("applied", [True, False])
@pytest.mark.parametrize("kind", ["_SUCCESS", "_SUCCESS.delta.", "part-"])
def test_a_lost_response_is_found_out(place, monkeypatch, kind, applied):
    uri = place.uri(ROOT)
    if kind != "_SUCCESS":
        headwater.write_dataset(numbers(0, 1), uri)
    lost: list[str] = []
    send = Objects.put

    def put(self: Objects, key: str, body: bytes, **options) -> str:
        name = key.rpartition("/")[2]
        if not lost and (name == kind or (kind != "_SUCCESS" and name.startswith(kind))):
            lost.append(key)
            if applied:
                send(self, key, body, **options)
            raise claims.LostWriteError(str(ConnectionClosedError(endpoint_url="x")))
        return send(self, key, body, **options)

    monkeypatch.setattr(Objects, "put", put)
    headwater.write_dataset(numbers(1, 1), uri)
    assert len(lost) == 1
    assert ids(uri) == ([1] if kind == "_SUCCESS" else [0, 1])


class _Interrupted(BaseException):
    """Ctrl-C, which pytest would take for its own."""


@pytest.mark.parametrize("mode", ["append", "overwrite"])
def test_rows_that_may_be_committed_are_not_deleted(place, monkeypatch, mode):
    uri = place.uri(ROOT)
    headwater.write_dataset(numbers(0, 1), uri)
    send = Objects.put

    def put(self: Objects, key: str, body: bytes, **options) -> str:
        etag = send(self, key, body, **options)
        if key.rpartition("/")[2].startswith("_SUCCESS") and ".claim." not in key:
            raise _Interrupted
        return etag

    monkeypatch.setattr(Objects, "put", put)
    with pytest.raises(_Interrupted):
        headwater.write_dataset(numbers(1, 1), uri, mode=mode)
    assert ids(uri) == ([0, 1] if mode == "append" else [1])


def test_a_refusal_after_a_lost_delta_is_unknown(place, monkeypatch):
    uri = place.uri(ROOT)
    headwater.write_dataset(numbers(0, 1), uri)
    failures = [claims.LostWriteError("lost"), HeadwaterError("403")]
    send = Objects.put

    def put(self: Objects, key: str, body: bytes, **options) -> str:
        if "_SUCCESS.delta." in key and failures:
            raise failures.pop(0)
        return send(self, key, body, **options)

    monkeypatch.setattr(Objects, "put", put)
    before = len(place.stored())
    with pytest.raises(UnknownCommitError):
        headwater.write_dataset(numbers(1, 1), uri)
    assert len(place.stored()) == before + 1  # the part, which a late delta may have


def test_a_claim_of_a_writer_that_died_is_waited_for_and_then_ignored(lake, monkeypatch):
    monkeypatch.setattr(claims, "LEASE_S", 3.0)
    headwater.write_dataset(numbers(0, 1), lake.uri(ROOT))
    lake.put(f"{ROOT}/_SUCCESS.claim.{identifier(A)}")
    headwater.write_dataset(numbers(1, 1), lake.uri(ROOT), mode="overwrite")
    assert ids(lake.uri(ROOT)) == [1]
    assert [key for key in lake.stored() if ".claim." in key] == []
