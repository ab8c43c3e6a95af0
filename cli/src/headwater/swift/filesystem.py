"""`swift://container.service/path` for fsspec, and so for pandas, Dask, Polars, DuckDB and Arrow."""

from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any

from fsspec.spec import AbstractFileSystem
from fsspec.utils import stringify_path

from headwater.core.bucket import unquoted
from headwater.core.errors import HeadwaterError
from headwater.swift import listing
from headwater.swift.client import Client
from headwater.swift.file import SwiftFile

_MISSING = 404


class SwiftFileSystem(AbstractFileSystem):
    """Containers of OpenStack Swift: TempAuth and Keystone, large objects (SLO) and reads of ranges.

    Paths are `container.service/path`. Folders are prefixes of names: they exist if an object is below them.
    """

    protocol = "swift"
    root_marker = ""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._clients: dict[str, Client] = {}

    def container(self, path: str) -> tuple[Client, str, str]:
        """The account, container and key of a path. ValueError if it has no service.

        A slash at the end belongs to the key: other programs write such objects as markers of folders.
        """
        full = stringify_path(path)
        slashes = full[len(full.rstrip("/")) :]
        authority, _, key = f"{self._strip_protocol(full)}{slashes}".partition("/")
        name, _, service = authority.rpartition(".")
        if not name:
            raise ValueError(f"swift://{authority} has no service: use swift://container.service/path")
        if service not in self._clients:
            self._clients[service] = Client(service)
        return self._clients[service], name, key

    def ls(self, path: str, detail: bool = True, **_: Any) -> list:
        """The objects and folders in a folder, or the object itself. FileNotFoundError if nothing is there.

        It leaves out a marker of the folder, and objects in a folder with an empty name: `find` has them.
        """
        path = self._strip_protocol(path)
        client, name, key = self.container(path)
        entries = [listing.listed(path, each) for each, _ in client.list(name, f"{key}/" if key else "", "/")]
        found = [each for each in entries if each["name"].rstrip("/") != path]
        if not entries and key:
            found = [self._object(path)]
        return found if detail else [each["name"] for each in found]

    def find(
        self, path: str, maxdepth: int | None = None, withdirs: bool = False, detail: bool = False, **_: Any
    ) -> Any:
        """Every object below a folder, or the object itself. `withdirs` adds the folders.

        Returns a sorted list of names, or a dictionary with `detail`. Without `maxdepth`, it is one listing.
        """
        path = self._strip_protocol(path)
        client, name, key = self.container(path)
        found = listing.found(path, client.tree(name, f"{key}/" if key else "", maxdepth), withdirs)
        if not found and key and self.isfile(path):
            found[path] = self._object(path)
        return dict(sorted(found.items())) if detail else sorted(found)

    def info(self, path: str, **_: Any) -> dict:
        """What is at a path. FileNotFoundError if nothing is."""
        path = self._strip_protocol(path)
        client, name, key = self.container(path)
        if key:
            try:
                return self._object(path)
            except FileNotFoundError:
                if next(client.list(name, f"{key}/"), None) is None:
                    raise
        elif not client.send("HEAD", name, expected=(_MISSING,)).ok:
            raise FileNotFoundError(path)
        return listing.folder(path)

    def _object(self, path: str) -> dict:
        client, name, key = self.container(path)
        response = client.send("HEAD", name, key, expected=(_MISSING,))
        if not response.ok:
            raise FileNotFoundError(path)
        return {
            "name": self._strip_protocol(path),
            "size": int(response.headers["Content-Length"]),
            "type": "file",
            "ETag": unquoted(response.headers["ETag"]),
            "modified": response.headers["Last-Modified"],
        }

    def cat_file(self, path: str, start: int | None = None, end: int | None = None, **_: Any) -> bytes:
        """The bytes of an object, or of a range with Python's meaning of negative positions.

        FileNotFoundError if there is no object.
        """
        client, name, key = self.container(path)
        if not key:
            raise IsADirectoryError(path)
        headers = {}
        if start is not None or end is not None:
            size = self._object(path)["size"]
            first, last, _step = slice(start, end).indices(size)
            if first >= last:
                return b""
            headers["Range"] = f"bytes={first}-{last - 1}"
        response = client.send("GET", name, key, headers=headers, expected=(_MISSING,))
        if not response.ok:
            raise FileNotFoundError(path)
        return response.content

    def pipe_file(self, path: str, value: bytes, mode: str = "overwrite", **_: Any) -> None:
        """Write an object. One of more than 256 MiB becomes a large object of segments.

        FileExistsError if the mode is "create" and the object exists.
        """
        with self.open(path, "xb" if mode == "create" else "wb") as file:
            file.write(value)

    def rm_file(self, path: str) -> None:
        """Delete an object, with the segments of a large one. FileNotFoundError if it does not exist."""
        if not self._delete(path):
            raise FileNotFoundError(path)

    def _delete(self, path: str) -> bool:
        client, name, key = self.container(path)
        return bool(key) and client.delete(name, key)

    def rm(self, path: Any, recursive: bool = False, maxdepth: int | None = None) -> None:
        """Delete objects. Folders are gone with their last object. FileNotFoundError if nothing is there."""
        for each in self.expand_path(path, recursive=recursive, maxdepth=maxdepth):
            if not self._delete(each) and not recursive:
                raise FileNotFoundError(each)

    def cp_file(self, path1: str, path2: str, plan: list[tuple[str, str]] | None = None, **_: Any) -> None:
        """Copy an object inside an account. The copy of a large object is one object.

        A copy of an object to itself changes nothing. FileNotFoundError if there is no source. If the copy
        fails, the target stays. With a `plan`, the copy is only added to it.
        """
        if plan is None:
            self._copy(path1, path2)
        else:
            plan.append((path1, path2))

    def _copy(self, path1: str, path2: str) -> bool:
        """Whether there was an object to copy: there may be only a folder."""
        client, name, key = self.container(path1)
        other, target, copy = self.container(path2)
        if client.account != other.account:
            raise HeadwaterError(
                f"cannot copy {path1} to {path2}: it is in another account",
                advice="Read the object and write it.",
            )
        if not copy and self.isfile(path1):
            raise IsADirectoryError(path2)
        if key and copy and client.copy(name, key, target, copy):
            return True
        if not self.isdir(path1):
            raise FileNotFoundError(path1)
        return False

    def mv(
        self, path1: Any, path2: Any, recursive: bool = False, maxdepth: int | None = None, **_: Any
    ) -> None:
        """Copy objects inside an account, then delete those that were copied to another name.

        FileNotFoundError if nothing is at `path1`. HeadwaterError before the first copy if a target is
        another source, or the target of two.
        """
        if self._strip_protocol(path1) == self._strip_protocol(path2):
            return
        plan: list[tuple[str, str]] = []
        self.copy(path1, path2, recursive=recursive, maxdepth=maxdepth, on_error="raise", plan=plan)
        if not plan:
            raise FileNotFoundError(path1)
        copied = [source for source, target in self._moves(plan) if self._copy(source, target)]
        for each in copied:
            self._delete(each)

    def _moves(self, plan: list[tuple[str, str]]) -> list[tuple[str, str]]:
        places = {path: self._place(path) for pair in plan for path in pair}
        moves = [(source, target) for source, target in plan if places[source] != places[target]]
        targets = {places[target] for _, target in moves}
        if len(targets) < len(moves) or targets & {places[source] for source, _ in plan}:
            raise HeadwaterError(
                f"cannot move {plan[0][0]} to {plan[0][1]}: objects would be moved onto each other",
                advice="Move them to an empty folder.",
            )
        return moves

    def _place(self, path: str) -> tuple[str, str, str]:
        client, name, key = self.container(path)
        return client.account, name, key

    def makedirs(self, path: str, exist_ok: bool = False) -> None:
        """Create a container. A folder exists if an object is below it, so nothing is done for one."""
        client, name, key = self.container(path)
        if key:
            return
        if not exist_ok and client.send("HEAD", name, expected=(_MISSING,)).ok:
            raise FileExistsError(path)
        client.send("PUT", name)

    def mkdir(self, path: str, *_: Any, **__: Any) -> None:
        """Create a container, or nothing for a folder. FileExistsError if the container exists."""
        self.makedirs(path)

    def created(self, path: str) -> None:
        """Not known."""
        raise NotImplementedError

    def modified(self, path: str) -> datetime:
        """The time of the last write, with its zone."""
        return parsedate_to_datetime(self._object(self._strip_protocol(path))["modified"])

    def _open(self, path: str, mode: str = "rb", block_size: Any = None, **options: Any) -> SwiftFile:
        """A file. NotImplementedError for other modes, FileExistsError if it must be new and is not."""
        if mode not in ("rb", "wb", "xb"):
            raise NotImplementedError(
                f"{path} has no mode {mode}: objects are read (rb), or written as a whole (wb, xb)"
            )
        if not self.container(path)[2]:
            raise IsADirectoryError(path)
        if mode == "xb" and self.isfile(path):
            raise FileExistsError(path)
        return SwiftFile(self, path, mode, block_size or "default", **options)
