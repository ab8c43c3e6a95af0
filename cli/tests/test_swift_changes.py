"""Copies, moves and deletions by `swift://` for fsspec lose no object."""

from collections.abc import Callable
from functools import partial

import pytest

from dataset_support import Lake
from headwater.core.errors import HeadwaterError
from headwater.swift.client import Client
from headwater.swift.filesystem import SwiftFileSystem
from swift_support import contents, copy_manifest, segments, write_large


def copy_by(monkeypatch: pytest.MonkeyPatch, copy: Callable) -> None:
    """Let a function send each COPY."""
    send = Client.send

    def sent(self: Client, method: str, *names: str, **options: object) -> object:
        return (copy if method == "COPY" else send)(self, method, *names, **options)

    monkeypatch.setattr(Client, "send", sent)


def test_a_failed_copy_keeps_the_target(fs: SwiftFileSystem, root: str, monkeypatch) -> None:
    fs.pipe_file(f"{root}/y", b"old")
    for change in (fs.cp_file, fs.mv):
        with pytest.raises(FileNotFoundError):
            change(f"{root}/none", f"{root}/y")
    fs.pipe_file(f"{root}/x", b"new")

    def refuse(*_: object, **__: object) -> None:
        raise HeadwaterError("refused")

    copy_by(monkeypatch, refuse)
    with pytest.raises(HeadwaterError, match="refused"):
        fs.mv(f"{root}/x", f"{root}/y")
    assert contents(fs, root) == {f"{root}/x": b"new", f"{root}/y": b"old"}


@pytest.mark.usefixtures("small_segments")
def test_a_copy_to_itself_changes_nothing(fs: SwiftFileSystem, lake: Lake, root: str) -> None:
    write_large(fs, f"{root}/d/x", b"a", b"b")
    before = fs.info(f"{root}/d/x"), segments(lake)
    for change in (fs.cp_file, fs.mv, fs.rename):
        change(f"{root}/d/x", f"{root}/d/x")
        change(f"swift://{root}/d/x", f"{root}/d/x")
        change(f"{root}/d/x", f"{lake.bucket}.other/d/x")
    fs.mv(f"{root}/d", f"swift://{root}/d/", recursive=True)
    assert (fs.info(f"{root}/d/x"), segments(lake)) == before
    assert fs.cat_file(f"{root}/d/x") == b"ab"
    with pytest.raises(FileNotFoundError):
        fs.cp_file(f"{root}/none", f"{root}/none")


@pytest.mark.usefixtures("small_segments")
def test_a_copy_deletes_the_segments_that_it_replaces(fs: SwiftFileSystem, lake: Lake, root: str) -> None:
    write_large(fs, f"{root}/x", b"a", b"b")
    kept = segments(lake)
    write_large(fs, f"{root}/y", b"c", b"d")
    fs.cp_file(f"{root}/x", f"{root}/y")
    assert contents(fs, root) == {f"{root}/x": b"ab", f"{root}/y": b"ab"}
    assert segments(lake) == kept
    fs.mv(f"{root}/x", f"{root}/y")
    assert fs.cat_file(f"{root}/y") == b"ab"
    assert segments(lake) == []


@pytest.mark.usefixtures("small_segments")
def test_a_copy_keeps_the_segments_that_its_source_has(fs: SwiftFileSystem, lake: Lake, root: str) -> None:
    write_large(fs, f"{root}/x", b"a", b"b")
    copy_manifest(lake, "x", "y")
    fs.cp_file(f"{root}/x", f"{root}/y")
    assert contents(fs, root) == {f"{root}/x": b"ab", f"{root}/y": b"ab"}


@pytest.mark.usefixtures("small_segments")
def test_a_copy_of_a_manifest_alone_is_refused(fs: SwiftFileSystem, root: str, monkeypatch) -> None:
    write_large(fs, f"{root}/x", b"a", b"b")
    copy_by(monkeypatch, partial(Client.send, params={"multipart-manifest": "get"}))
    with pytest.raises(HeadwaterError, match="only the manifest"):
        fs.mv(f"{root}/x", f"{root}/y")
    assert contents(fs, root) == {f"{root}/x": b"ab", f"{root}/y": b"ab"}


@pytest.mark.usefixtures("small_segments")
def test_a_copy_deletes_only_segments_below_its_name(fs: SwiftFileSystem, lake: Lake, root: str) -> None:
    write_large(fs, f"{root}/x", b"a", b"b")
    copy_manifest(lake, "x", "y")
    fs.pipe_file(f"{root}/z", b"1")
    fs.cp_file(f"{root}/z", f"{root}/y")
    assert fs.cat_file(f"{root}/x") == b"ab"


NAMES = ["ü", "x%41", "a b?#", "..", "../e", "e/../f", "./g", "h/.", "a//b", "/i"]


@pytest.mark.parametrize("name", NAMES)
def test_a_copy_has_exactly_its_name(fs: SwiftFileSystem, lake: Lake, root: str, name: str) -> None:
    fs.pipe_file(f"{root}/{name}", b"1")
    fs.cp_file(f"{root}/{name}", f"{root}/x")
    fs.rm_file(f"{root}/{name}")
    fs.cp_file(f"{root}/x", f"{root}/{name}")
    assert lake.stored() == sorted([name, "x"])


def test_a_copy_between_accounts_is_refused(fs: SwiftFileSystem, lake: Lake, root: str, monkeypatch) -> None:
    fs.pipe_file(f"{root}/x", b"1")
    other, _, _ = fs.container(f"{lake.bucket}.other/x")
    url, token = other._login.account()
    monkeypatch.setattr(other._login, "account", lambda: (url.replace("127.0.0.1", "localhost"), token))
    for change in (fs.cp_file, fs.mv):
        with pytest.raises(HeadwaterError, match="another account"):
            change(f"{root}/x", f"{lake.bucket}.other/y")
    assert lake.stored() == ["x"]


def test_names_with_empty_parts_are_found_and_deleted(fs: SwiftFileSystem, lake: Lake, root: str) -> None:
    names = ["d/", "d//e", "d/a//b", "d/a/b", "d/c", "d/f/", "dd"]
    lake.put_all(names)
    assert fs.find(f"{root}/d") == [f"{root}/{each}" for each in names[:-1]]
    assert fs.find(f"{root}/d", maxdepth=1) == [f"{root}/d/", f"{root}/d/c"]
    found = fs.find(f"{root}/d", withdirs=True, detail=True)
    folders = [name for name, each in found.items() if each["type"] == "directory"]
    assert folders == [f"{root}/{each}" for each in ("d", "d/a", "d/f")]
    assert fs.glob(f"{root}/d/*") == [f"{root}/d/{each}" for each in ("a", "c", "f")]
    assert fs.ls(f"{root}/d", detail=False) == [f"{root}/d/{each}" for each in ("a", "c", "f")]
    assert [each for _, _, files in fs.walk(f"{root}/d") for each in files] == ["c", "b"]
    fs.rm(f"{root}/d", recursive=True)
    assert lake.stored() == ["dd"]


def test_a_folder_is_moved_with_every_name(fs: SwiftFileSystem, lake: Lake, root: str) -> None:
    lake.put_all(["d/", "d/a//b", "d/c", "e/x"])
    fs.mv(f"{root}/d", f"{root}/f", recursive=True)
    assert lake.stored() == ["e/x", "f/", "f/a//b", "f/c"]
    fs.copy(f"{root}/f", f"{root}/g", recursive=True)
    assert lake.stored() == ["e/x", "f/", "f/a//b", "f/c", "g/", "g/a//b", "g/c"]


def test_a_move_deletes_only_what_it_copied(fs: SwiftFileSystem, lake: Lake, root: str) -> None:
    lake.put_all(["d/a", "d/b", "d/d/a", "e/a"])
    fs.mv(f"{root}/d", f"{root}/f", recursive=True, maxdepth=1)
    assert lake.stored() == ["d/d/a", "e/a", "f/a", "f/b"]
    lake.put("d/a")
    with pytest.raises(FileNotFoundError):
        fs.mv(f"{root}/d", f"{root}/g")
    with pytest.raises(HeadwaterError, match="onto each other"):
        fs.mv(f"{root}/d/", f"{root}/d/d", recursive=True)
    with pytest.raises(HeadwaterError, match="onto each other"):
        fs.mv([f"{root}/d/a", f"{root}/e/a"], f"{root}/g/")
    assert lake.stored() == ["d/a", "d/d/a", "e/a", "f/a", "f/b"]
