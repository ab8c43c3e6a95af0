"""`headwater ls` on a real store."""

import json
import os

import pytest

from dataset_support import A, B, C, identifier, part
from store_support import headwater

ROOT = "data/sales"


def listed(lake, path: str, *options: str) -> dict:
    done = lake.run("ls", path, "--json", *options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.fixture
def sales(lake):
    """A base that replaced another, a delta, a foreign object and an orphan."""
    first = lake.put(part(ROOT, A, below="day=1/"))
    lake.commit(ROOT, A, [first], replaced={"id": identifier(C), "etag": "x"})
    lake.commit(ROOT, B, [lake.put(part(ROOT, B, n), b"more rows") for n in (0, 1)], kind="delta")
    lake.put(f"{ROOT}/foreign.csv", b"1,2,3")
    lake.put(part(ROOT, C))
    return lake


def test_manifests_and_sums(sales):
    found = listed(sales, ROOT)
    base, delta = found["manifests"]
    assert (base["kind"], base["job"], base["replaced"]) == ("base", A, identifier(C))
    assert (base["files"], base["rows"], base["bytes"]) == (1, 10, 4)
    assert (delta["kind"], delta["id"], delta["application"]) == ("delta", identifier(B), "application-b")
    assert delta["time"] == 1_767_225_600_000
    assert found["entries"] == {"files": 3, "rows": 30, "bytes": 22}
    assert found["foreign"] == {"files": 1, "bytes": 5}
    assert found["orphans"] == {"files": 1, "bytes": 4}


def test_a_partitions_marker_is_no_foreign_object(sales):
    before = listed(sales, ROOT, "--files")
    for marker in ("day=1", "day=1/", "day=2_$folder$"):
        sales.put(f"{ROOT}/{marker}", b"")
    assert listed(sales, ROOT, "--files") == before
    assert sales.run("verify", ROOT, "--strict").stdout.endswith(". 1 leftover\n")


def test_files_that_are_read_and_their_manifests(sales):
    files = {each["key"]: each for each in listed(sales, ROOT, "--files")["files"]}
    assert {key: each["manifest"] for key, each in files.items()} == {
        part(ROOT, A, below="day=1/"): identifier(A),
        part(ROOT, B, 0): identifier(B),
        part(ROOT, B, 1): identifier(B),
        f"{ROOT}/foreign.csv": None,
    }
    assert files[part(ROOT, B, 1)]["length"] == 9
    assert files[part(ROOT, B, 1)]["rows"] == 10


def test_the_table_shows_long_keys_in_full(sales):
    shown = sales.run("ls", ROOT).stdout
    for text in (identifier(A), identifier(B), identifier(C), "2026-01-01 00:00:00Z"):
        assert text in shown


def test_the_files_are_one_a_line_for_other_programs(sales):
    for hidden in ("_spark_metadata/0", ".part.crc", "empty.csv"):
        sales.put(f"{ROOT}/{hidden}", b"" if hidden == "empty.csv" else b"x")
    read = [f"{ROOT}/foreign.csv", part(ROOT, A, below="day=1/"), *(part(ROOT, B, n) for n in (0, 1))]
    expected = [sales.uri(each) for each in sorted(read)]
    assert sales.run("ls", ROOT, "--files").stdout.splitlines() == expected
    swift = f"swift://{sales.bucket}.headwater/"
    done = headwater("ls", f"{swift}{ROOT}", "--files", "--data", sales.store["data"])
    assert done.stdout.splitlines() == [f"{swift}{each}" for each in sorted(read)]


def test_a_name_of_two_lines_is_not_two_files(sales):
    sales.put(f"{ROOT}/two\nlines.csv")
    done = sales.run("ls", ROOT, "--files")
    assert (done.returncode, done.stdout) == (1, "")
    assert "two\\nlines.csv" in done.stderr
    assert f"{ROOT}/two\nlines.csv" in {each["key"] for each in listed(sales, ROOT, "--files")["files"]}


def test_a_partition_and_a_folder_above_are_read_as_well(sales):
    assert listed(sales, f"{ROOT}/day=1")["entries"]["files"] == 1
    assert listed(sales, "data")["entries"]["files"] == 3
    assert listed(sales, "")["entries"]["files"] == 3


def test_a_folder_ends_in_a_slash(lake):
    for root in ("dataset1", "dataset10"):
        lake.commit(root, A, [lake.put(part(root, A))])
    lake.put("dataset1.csv")
    found = listed(lake, "dataset1")
    assert (found["entries"]["files"], found["foreign"]["files"], len(found["manifests"])) == (1, 0, 1)


def test_a_folder_without_a_commit_has_no_manifest(lake):
    lake.put(part(ROOT, A))
    assert "No manifest" in lake.run("ls", ROOT).stdout


@pytest.mark.parametrize("body", [b'{"headwater": {"format": 1,', b'{"headwater": {"format": 1}}'])
def test_a_corrupt_manifest_is_named(sales, body):
    sales.put(f"{ROOT}/_SUCCESS", body)
    done = sales.run("ls", ROOT)
    assert done.returncode == 1
    assert f"{ROOT}/_SUCCESS: " in done.stderr
    assert "What to do" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_manifest_that_another_program_wrote_over_is_named(sales):
    sales.put(f"{ROOT}/_SUCCESS", b"")
    done = sales.run("ls", ROOT)
    assert done.returncode == 1
    assert f"{ROOT}/_SUCCESS: it is no manifest" in done.stderr


def test_nothing_is_there(lake):
    done = lake.run("ls", "nowhere")
    assert done.returncode == 1
    assert "there is nothing at s3://" in done.stderr
    absent = headwater("ls", "s3://no-such-bucket/x", "--data", lake.store["data"])
    assert absent.returncode == 1
    assert "there is no bucket no-such-bucket" in absent.stderr


def test_every_way_to_name_the_store(sales, tmp_path):
    expected = listed(sales, ROOT)
    s3 = sales.store["s3"]
    clean = {name: value for name, value in os.environ.items() if not name.startswith("AWS_")}
    clean |= {"XDG_DATA_HOME": str(tmp_path)}
    keys = {"AWS_ACCESS_KEY_ID": s3["access_key"], "AWS_SECRET_ACCESS_KEY": s3["secret_key"]}
    endpoint = {"AWS_ENDPOINT_URL": s3["endpoint"]}
    swift = f"swift://{sales.bucket}.headwater/{ROOT}"
    for uri, options, environment in (
        (sales.uri(ROOT), (), clean | keys | endpoint),
        (sales.uri(ROOT).replace("s3:", "s3a:"), ("--endpoint", s3["endpoint"]), clean | keys),
        (swift, ("--data", sales.store["data"]), clean | {"AWS_ENDPOINT_URL": "http://127.0.0.1:1"}),
    ):
        done = headwater("ls", uri, "--json", *options, env=environment)
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout) == expected | {"uri": uri}
    nothing = headwater("ls", sales.uri(ROOT), env=clean)
    assert nothing.returncode == 1
    assert "headwater up" in nothing.stderr


def test_wrong_keys_are_reported_and_not_shown(sales):
    environment = {
        **os.environ,
        "AWS_ENDPOINT_URL_S3": sales.store["s3"]["endpoint"],
        "AWS_ACCESS_KEY_ID": sales.store["s3"]["access_key"],
        "AWS_SECRET_ACCESS_KEY": "wrong-and-secret",
    }
    done = headwater("ls", sales.uri(ROOT), env=environment)
    assert done.returncode == 1
    assert "Check the keys" in done.stderr
    assert "wrong-and-secret" not in done.stdout + done.stderr
