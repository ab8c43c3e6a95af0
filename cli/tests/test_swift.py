"""`swift://` for fsspec, datasets and commands, by TempAuth and behind a real Keystone."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import fsspec
import pandas as pd
import polars as pl
import pyarrow.dataset as ds
import pytest
import yaml

import headwater
from dataset_support import A, Lake, part
from headwater.core.errors import HeadwaterError
from headwater.swift import clouds
from headwater.swift.client import Client
from store_support import headwater as command

TOOL = Path(__file__).resolve().parents[2] / "tools/keystone-swift"
ROOT = "data/sales"
pytestmark = pytest.mark.usefixtures("no_clouds")


@pytest.fixture(scope="module")
def keystone() -> Iterator[dict]:
    with subprocess.Popen(
        [TOOL, "--bin", str(Path(sys.executable).parent)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as tool:
        yield json.loads(tool.stdout.readline())
        tool.stdin.close()


def entry(keystone: dict, **other: object) -> dict:
    demo = keystone["demo"]
    auth = {
        "auth_url": keystone["auth_url"],
        "username": demo["user"],
        "password": demo["password"],
        "project_name": demo["project"],
        "user_domain_id": "default",
        "project_domain_id": "default",
    }
    return {"auth": auth, "region_name": keystone["regions"][0], **other}


def write_clouds(file: Path, **entries: dict) -> None:
    file.write_text(yaml.safe_dump({"clouds": entries}), encoding="utf-8")


@pytest.mark.usefixtures("tempauth")
def test_objects_are_written_listed_read_and_deleted(lake: Lake) -> None:
    fs = fsspec.filesystem("swift")
    root = f"{lake.bucket}.any/files"
    names = ["a b/ü%41?.txt", "a b/c", "x"]
    for each in names:
        fs.pipe_file(f"{root}/{each}", each.encode())
    assert [each["name"] for each in fs.ls(root)] == [f"{root}/a b", f"{root}/x"]
    assert fs.find(root) == sorted(f"{root}/{each}" for each in names)
    assert fs.cat_file(f"swift://{root}/x") == b"x"
    assert fs.cat_file(f"{root}/a b/c", 2, -1) == b"b/"
    assert fs.isdir(f"{root}/a b")
    assert not fs.exists(f"{root}/a")
    with pytest.raises(FileNotFoundError):
        fs.cat_file(f"{root}/none")
    fs.mv(f"{root}/x", f"{root}/y")
    assert fs.find(root)[-1] == f"{root}/y"
    fs.rm(root, recursive=True)
    assert lake.stored() == []


@pytest.mark.usefixtures("tempauth")
def test_a_large_object_is_read_by_ranges_and_deleted_with_its_segments(lake: Lake, monkeypatch) -> None:
    monkeypatch.setattr("headwater.swift.file._SEGMENT", 6 << 20)
    fs = fsspec.filesystem("swift")
    path = f"{lake.bucket}.any/large"
    with fs.open(path, "wb") as file:
        for number in range(4):
            file.write(bytes([number]) * (4 << 20))
    assert fs.size(path) == 16 << 20
    assert [each["size"] for each in fs.ls(f"{lake.bucket}.any")] == [16 << 20]
    with fs.open(path) as file:
        for border in (4 << 20, 8 << 20, 12 << 20):
            file.seek(border - 1)
            assert file.read(2) == bytes([border // (4 << 20) - 1, border // (4 << 20)])
    client = Client("any")
    assert len(list(client.list(f"{lake.bucket}_segments", ""))) > 1
    fs.rm(path)
    assert list(client.list(f"{lake.bucket}_segments", "")) == []


@pytest.mark.usefixtures("tempauth")
def test_a_replaced_object_is_not_read_in_part(lake: Lake) -> None:
    fs = fsspec.filesystem("swift")
    path = f"{lake.bucket}.any/x"
    fs.pipe_file(path, b"old")
    with fs.open(path) as file:
        fs.pipe_file(path, b"new")
        with pytest.raises(HeadwaterError, match="412"):
            file.read()


@pytest.fixture
def sales(lake: Lake) -> Lake:
    lake.commit_sales(ROOT)
    return lake


@pytest.mark.usefixtures("tempauth")
def test_a_dataset_has_the_committed_rows(sales: Lake) -> None:
    uri = f"swift://{sales.bucket}.any/{ROOT}"
    found = headwater.dataset(uri)
    assert sorted(found.to_table()["id"].to_pylist()) == list(range(120))
    assert sorted(found.to_polars().collect()["id"]) == list(range(120))
    assert found.to_table(filter=ds.field("day") == 1).num_rows == 70
    assert all(each.startswith(f"{uri}/day=") for each in found.files())
    done = command("ls", uri, "--files")
    assert sorted(done.stdout.splitlines()) == sorted(found.files())
    assert command("verify", uri).returncode == 0
    assert len(pd.read_parquet(found.files()[0])) in (20, 50)
    assert pl.read_parquet(fsspec.open(found.files()[0]).open()).height in (20, 50)


@pytest.mark.usefixtures("tempauth")
def test_sweep_deletes_what_no_reader_counts(sales: Lake) -> None:
    uri = f"swift://{sales.bucket}.any/{ROOT}"
    before = set(sales.stored())
    assert command("sweep", uri, "--older-than", "0s", "--delete").returncode == 0
    assert before - set(sales.stored()) == {part(ROOT, A, 0, "day=0/", attempt=1)}


def test_keystone_by_clouds_yaml_and_by_variables(keystone: dict, tmp_path: Path, monkeypatch) -> None:
    file = tmp_path / "clouds.yaml"
    far = entry(keystone, region_name=keystone["regions"][1])
    write_clouds(file, mine=entry(keystone), far=far)
    monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(file))
    client = Client("mine")
    client.send("PUT", "box")
    fs = fsspec.filesystem("swift")
    fs.pipe_file("box.mine/x", b"1")
    assert fs.cat_file("box.mine/x") == b"1"
    client._login.renew()
    assert [each["name"] for each, _ in client.list("box", "")] == ["x"]
    with pytest.raises(HeadwaterError, match="failed"):
        Client("far").send("GET", "box")
    with pytest.raises(HeadwaterError, match="no cloud other"):
        Client("other")
    monkeypatch.delenv("OS_CLIENT_CONFIG_FILE")
    monkeypatch.chdir(tmp_path / "..")
    for name, value in {**entry(keystone)["auth"], "region_name": keystone["regions"][0]}.items():
        monkeypatch.setenv(f"OS_{name.upper()}", value)
    assert Client("other").send("GET", "box").status_code == 200
    monkeypatch.setenv("OS_PASSWORD", "wrong-and-secret")
    with pytest.raises(HeadwaterError, match="cannot log in to other") as failure:
        Client("other").send("GET", "box")
    assert "wrong-and-secret" not in str(failure.value)


def test_a_token_that_expired_is_renewed(store: dict, lake: Lake, tmp_path: Path, monkeypatch) -> None:
    swift = store["swift"]
    auth = {"auth_url": swift["auth_url"], "username": swift["user"], "password": swift["key"]}
    write_clouds(tmp_path / "clouds.yaml", old={"auth_type": "v1password", "auth": auth})
    monkeypatch.setenv("OS_CLIENT_CONFIG_FILE", str(tmp_path / "clouds.yaml"))
    assert clouds.cloud("old").is_v1
    assert swift["key"] not in repr(clouds.cloud("old"))
    client = Client("old")
    url, _token = client._login.account()
    client._login._known = url, "expired"
    assert client.send("HEAD", lake.bucket).ok
