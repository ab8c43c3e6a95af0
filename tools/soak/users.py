"""Users who share the bucket: files beside and below the datasets, and storlets on their own object."""

import random
from threading import Event

from bucket import MissingError, S3Store
from storlet_support import Client
from storlet_user import StorletUser

PLACES = (
    "users",
    "over-",
    "over-a-notes",
    "appends-2",
    "appends/_notes",
    "appends/_SUCCESS.delta.",
    "parts/_own",
)
"""Beginnings of keys that look like those of datasets and belong to users."""

TEXT_KEY = "users/text"
"""The object on which users run their storlet."""

_TEXT = b"".join(b"line %d of a user\n" % number for number in range(20_000))
_PAUSE_S = 0.3


class Users:
    """Puts, renames, deletes and runs storlets until it is stopped."""

    def __init__(self, store: S3Store, client: Client, container: str, seed: int) -> None:
        self._store = store
        self._drawn = random.Random(f"users {seed}")
        self.files: dict[str, bytes] = {}
        """What exists, by key."""
        self.changes = 0
        self._store.put(TEXT_KEY, _TEXT)
        self.storlet = StorletUser(client, f"/{container}/{TEXT_KEY}", _TEXT)
        self.problems = self.storlet.problems

    def run(self, stop: Event) -> None:
        """Work until `stop` is set."""
        while not stop.wait(_PAUSE_S):
            try:
                self._change()
            except MissingError as missing:
                self.problems.append(f"the user's file {missing} was deleted")
            self.storlet.run_storlet()

    def check(self) -> None:
        """Read every file."""
        for key, body in self.files.items():
            try:
                found = self._store.get(key)
            except MissingError:
                self.problems.append(f"the user's file {key} was deleted")
                continue
            if found != body:
                self.problems.append(f"the user's file {key} has other bytes")

    def _change(self) -> None:
        self.changes += 1
        kind = self._drawn.choice(("put", "put", "rename", "delete"))
        if kind == "put" or not self.files:
            self._put(f"user's {self.changes}".encode())
            return
        key = self._drawn.choice(list(self.files))
        body = self.files.pop(key)
        if kind == "rename":
            target = self._key()
            self._store.copy(key, target)
            self.files[target] = body
        self._store.delete(key)

    def _put(self, body: bytes) -> None:
        key = self._key()
        self._store.put(key, body)
        self.files[key] = body

    def _key(self) -> str:
        place = self._drawn.choice(PLACES)
        return f"{place}{'' if place.endswith('.') else '/'}file-{self.changes}"
