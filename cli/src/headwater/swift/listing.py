"""Entries of the listings of Swift as fsspec describes objects and folders."""

from collections.abc import Iterable

from headwater.swift.client import listed_etag


def found(path: str, entries: Iterable[dict], withdirs: bool) -> dict[str, dict]:
    """Listed objects below a path by name, and with `withdirs` each folder that holds one of them.

    An object wins over a folder of its name.
    """
    result: dict[str, dict] = {}
    for each in entries:
        entry = listed(path, each)
        name = entry["name"]
        if entry["type"] == "file":
            result[name] = entry
        elif withdirs:
            result.setdefault(name, entry)
        ends = [at for at in range(len(path), len(name)) if name[at] == "/"] if withdirs else []
        for above in [name[:end].rstrip("/") for end in ends]:
            result.setdefault(above, folder(above))
    return result


def folder(path: str) -> dict:
    """A folder as fsspec describes it."""
    return {"name": path, "size": 0, "type": "directory"}


def listed(path: str, each: dict) -> dict:
    """An object or folder of a listing in the container of a path."""
    authority = path.partition("/")[0]
    if "subdir" in each:
        return folder(f"{authority}/{each['subdir'].rstrip('/')}")
    return {
        "name": f"{authority}/{each['name']}",
        "size": each["bytes"],
        "type": "file",
        "ETag": listed_etag(each),
        "modified": each["last_modified"],
    }
