"""Copies, moves and deletions by `swift://` for fsspec lose no object."""

from dataset_support import Lake
from headwater.swift.filesystem import SwiftFileSystem


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
