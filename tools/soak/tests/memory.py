"""A bucket in memory, datasets in it, and the log of their writer."""

import hashlib
import io
import json
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from bucket import MissingError, Object
from changes import History
from dataset import Reader
from judge import Judge

TAG = "0123456789ab"
JOB = "{:032x}"


class MemoryStore:
    """A bucket. The ETag of an object is its MD5."""

    def __init__(self) -> None:
        self.objects: dict[str, bytes] = {}

    def list(self, prefix: str) -> Iterator[tuple[str, Object]]:
        for key in sorted(self.objects):
            if key.startswith(prefix):
                yield key, Object(len(self.objects[key]), etag(self.objects[key]))

    def get(self, key: str, expected: str | None = None) -> bytes:
        if key not in self.objects or expected not in (None, etag(self.objects[key])):
            raise MissingError(key)
        return self.objects[key]

    def put(self, key: str, body: bytes) -> None:
        self.objects[key] = body

    def copy(self, source: str, target: str) -> None:
        self.objects[target] = self.objects[source]

    def delete(self, key: str) -> None:
        self.objects.pop(key, None)


class Complete:
    """Listings that show everything at each moment."""

    def settled(self, moment: float) -> float:
        return moment

    def await_agreement(self) -> None:
        pass


class Scene:
    """A bucket, a log and a judge. Each commit is a moment."""

    def __init__(self, folder: Path) -> None:
        self.store = MemoryStore()
        self._log = (folder / "w.jsonl").open("a")
        self.judge = Judge(History(folder), Reader(self.store), Complete())
        self._number = 0

    def note(self, **event: object) -> None:
        self._number += 1
        self._log.write(json.dumps({"t": self._number / 1e6, **event}) + "\n")
        self._log.flush()

    def change(self, dataset: str, job: str, slot: str, rows: int, acknowledged: bool = True) -> None:
        self.note(state="begun", id=job, dataset=dataset, effects=[(slot, job, rows)])
        if acknowledged:
            self.note(state="acknowledged", id=job)

    def part(self, root: str, job: str, slot: str, rows: range) -> dict:
        """Write an object, and return its entry."""
        self._number += 1
        attempt = f"attempt_manifest-{TAG}-{JOB.format(self._number)}_0000_m_000000_0"
        name = f"part-{self._number:05}-{attempt}.parquet"
        columns = {"job": [job] * len(rows), "row": list(rows), "slot": [slot] * len(rows)}
        written = io.BytesIO()
        parquet.write_table(pa.table(columns), written)
        self.store.put(f"{root}/{name}", written.getvalue())
        return {"key": name, "length": len(written.getvalue()), "etag": etag(written.getvalue())}

    def commit(self, root: str, entries: list[dict], kind: str = "delta", **members: object) -> str:
        """Write a manifest, and return its ID."""
        self._number += 1
        name = f"20260101T{self._number:09}Z-{JOB.format(self._number)}"
        manifest = {"kind": kind, "id": name, "folded": [], "excluded": [], "removed": [], "entries": entries}
        key = "_SUCCESS" if kind == "base" else f"_SUCCESS.delta.{name}"
        self.store.put(f"{root}/{key}", json.dumps({"headwater": manifest | members}).encode())
        return name

    def problems(self) -> list[str]:
        self.judge.check_datasets()
        self.judge.check_reads()
        return self.judge.problems


def etag(body: bytes) -> str:
    return hashlib.md5(body).hexdigest()
