"""The checker on a real store: a correct writer has no problem, and each planted bug of it is found.

The writer is `headwater.write_dataset`, of which one function is replaced.
"""

import json
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path

import headwater
import pyarrow as pa
import pytest
from headwater.commit import manifests
from headwater.commit.document import Draft
from headwater.commit.overwrite import Replaced

from bucket import S3Store
from changes import History
from dataset import Reader
from judge import Judge
from memory import Complete
from storlet_support import Store
from users import Users

_NAMES = count()


class Writer:
    """Appends, overwrites and logs."""

    def __init__(self, folder: Path, name: str) -> None:
        self._log, self._name = (folder / "w.jsonl").open("a"), name

    def write(self, job: str, slot: str, mode: str) -> None:
        effects = [(slot, job, 10)] + ([("more", None, 0)] if mode == "overwrite" else [])
        self._note(state="begun", id=job, dataset=self._name, effects=effects)
        columns = {"job": [job] * 10, "row": range(10), "slot": [slot] * 10, "half": [0, 1] * 5}
        headwater.write_dataset(pa.table(columns), f"s3://box/{self._name}", mode=mode, partition_by=["half"])
        self._note(state="acknowledged", id=job)

    def _note(self, **event: object) -> None:
        self._log.write(json.dumps({"t": time.monotonic(), **event}) + "\n")
        self._log.flush()


@pytest.fixture
def found(store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """Two appends and two overwrites beside a user's file, and the problems that the checker finds."""
    own = store.document["s3"]
    monkeypatch.setenv("AWS_ENDPOINT_URL_S3", own["endpoint"])
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", own["access_key"])
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", own["secret_key"])
    bucket = S3Store(store.document, "box")
    name = f"data-{next(_NAMES)}"
    judge = Judge(History(tmp_path), Reader(bucket), Complete())

    def run() -> list[str]:
        users = Users(bucket, store.owner, "box", 1)
        users.files[f"{name}-notes/own"] = b"a user's"
        bucket.put(f"{name}-notes/own", b"a user's")
        writer = Writer(tmp_path, name)
        writer.write("a-0", "all", "append")
        judge.check_datasets()
        for job in ("a-1", "a-2"):
            writer.write(job, "all", "overwrite")
            writer.write(f"{job}-more", "more", "append")
            judge.check_datasets()
        users.check()
        return judge.problems + users.problems

    return run


def test_a_correct_writer_has_no_problem(found: Callable[[], list[str]]) -> None:
    assert found() == []


def lose_an_entry(patch: pytest.MonkeyPatch) -> None:
    document = manifests.document
    patch.setattr(
        manifests,
        "document",
        lambda job, draft: document(job, Draft(draft.kind, draft.id, draft.parts[:-1])),
    )


def fold_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Replaced, "_folded", lambda _: [])
    patch.setattr(Replaced, "clean_up", lambda _self, _objects: None)


def delete_by_prefix(patch: pytest.MonkeyPatch) -> None:
    def clean_up(self: Replaced, objects) -> None:
        listed = objects.bucket.list(self.root.removesuffix("/"))
        others = [each.key for each in listed if not each.key.startswith(self.root)]
        if others:
            objects.bucket.delete(others)

    patch.setattr(Replaced, "clean_up", clean_up)


@pytest.mark.parametrize(
    ("mutation", "kind"),
    [(lose_an_entry, "lost"), (fold_nothing, "mixed"), (delete_by_prefix, "was deleted")],
)
def test_a_planted_bug_is_found(
    found: Callable[[], list[str]], monkeypatch: pytest.MonkeyPatch, mutation: Callable, kind: str
) -> None:
    mutation(monkeypatch)
    problems = found()
    assert any(kind in each for each in problems), problems
