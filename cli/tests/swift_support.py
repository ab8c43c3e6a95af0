"""Large objects of Swift for tests, and what a container has."""

from dataset_support import Lake
from headwater.swift.client import Client
from headwater.swift.filesystem import SwiftFileSystem


def write_large(fs: SwiftFileSystem, path: str, *parts: bytes, mode: str = "wb") -> None:
    """Write an object of segments. The test uses the fixture `small_segments`."""
    with fs.open(path, mode, block_size=1) as file:
        for each in parts:
            file.write(each)


def contents(fs: SwiftFileSystem, root: str) -> dict[str, bytes]:
    """The objects below a path."""
    return {each: fs.cat_file(each) for each in fs.find(root)}


def segments(lake: Lake) -> list[str]:
    """The keys of all segments of a container's large objects."""
    return [each["name"] for each, _ in Client("any").list(f"{lake.bucket}_segments", "")]


def copy_manifest(lake: Lake, key: str, copy: str) -> None:
    """Copy a large object's manifest alone, so that both objects have the same segments."""
    headers, query = {"Destination": f"{lake.bucket}/{copy}"}, {"multipart-manifest": "get"}
    Client("any").send("COPY", lake.bucket, key, headers=headers, params=query)
