"""Writes by `swift://` for fsspec replace only what they may replace."""

import uuid
from datetime import UTC

import pytest

from dataset_support import Lake
from headwater.swift.client import Client
from headwater.swift.filesystem import SwiftFileSystem
from swift_support import segments, write_large


@pytest.mark.parametrize("mode", ["ab", "a", "r+b", "w+b"])
def test_a_mode_that_is_not_supported_is_refused(fs: SwiftFileSystem, root: str, mode: str) -> None:
    fs.pipe_file(f"{root}/x", b"old")
    with pytest.raises(NotImplementedError, match="mode"):
        fs.open(f"{root}/x", mode)
    assert fs.cat_file(f"{root}/x") == b"old"


def test_a_container_is_no_file(fs: SwiftFileSystem, root: str) -> None:
    fs.pipe_file(f"{root}/x", b"1")
    for change in (fs.pipe_file, fs.cp_file):
        with pytest.raises(IsADirectoryError):
            change(*((root, b"2") if change == fs.pipe_file else (f"{root}/x", root)))
    with pytest.raises(IsADirectoryError):
        fs.cat_file(root)
    fs.rm_file(f"{root}/x")
    with pytest.raises(FileNotFoundError):
        fs.rm(root)
    assert fs.ls(root) == []


def test_a_container_is_made_once_and_a_missing_one_is_not_found(fs: SwiftFileSystem, root: str) -> None:
    path = f"{uuid.uuid4().hex}.{root.partition('/')[0].rpartition('.')[2]}"
    for call in (fs.ls, fs.info, fs.find):
        with pytest.raises(FileNotFoundError):
            call(path)
        with pytest.raises(FileNotFoundError):
            call(f"{path}/folder")
    assert not fs.exists(path)
    fs.mkdir(path)
    assert (fs.ls(path), fs.isdir(path)) == ([], True)
    with pytest.raises(FileExistsError):
        fs.mkdir(path)
    fs.makedirs(path, exist_ok=True)
    fs.makedirs(f"{path}/folder")
    fs.pipe_file(f"{path}/file", b"1")
    assert fs.modified(f"{path}/file").tzinfo == UTC


def test_a_new_object_does_not_replace_another(fs: SwiftFileSystem, root: str) -> None:
    path = f"{root}/x"
    fs.pipe_file(path, b"1", mode="create")
    with pytest.raises(FileExistsError):
        fs.pipe_file(path, b"2", mode="create")
    with pytest.raises(FileExistsError):
        fs.open(path, "xb")
    fs.rm(path)
    late = fs.open(path, "xb")
    late.write(b"3")
    fs.pipe_file(path, b"4")
    with pytest.raises(FileExistsError):
        late.close()
    assert fs.cat_file(path) == b"4"


@pytest.mark.usefixtures("small_segments")
def test_a_new_large_object_does_not_replace_another(fs: SwiftFileSystem, lake: Lake, root: str) -> None:
    path = f"{root}/x"
    write_large(fs, path, b"a", b"b", mode="xb")
    fs.rm(path)
    late = fs.open(path, "xb", block_size=1)
    late.write(b"c")
    fs.pipe_file(path, b"d")
    with pytest.raises(FileExistsError):
        late.close()
    assert fs.cat_file(path) == b"d"
    assert segments(lake) == []


@pytest.mark.usefixtures("small_segments")
def test_a_repeated_write_of_a_new_object_is_not_another(fs: SwiftFileSystem, root: str, monkeypatch) -> None:
    send = Client.send

    def twice(self: Client, method: str, *names: str, **options: object) -> object:
        if method == "PUT" and "params" in options:
            send(self, method, *names, **options)
        return send(self, method, *names, **options)

    monkeypatch.setattr(Client, "send", twice)
    write_large(fs, f"{root}/x", b"a", b"b", mode="xb")
    assert fs.cat_file(f"{root}/x") == b"ab"


@pytest.mark.usefixtures("small_segments")
def test_a_transaction_that_fails_changes_nothing(fs: SwiftFileSystem, lake: Lake, root: str) -> None:
    write_large(fs, f"{root}/x", b"a", b"b")
    before = segments(lake)
    transaction = fs.transaction.__enter__()
    write_large(fs, f"{root}/x", b"c", b"d")
    transaction.__exit__(ZeroDivisionError, ZeroDivisionError(), None)
    assert fs.cat_file(f"{root}/x") == b"ab"
    assert segments(lake) == before
    with fs.transaction:
        write_large(fs, f"{root}/x", b"c", b"d")
    assert fs.cat_file(f"{root}/x") == b"cd"
