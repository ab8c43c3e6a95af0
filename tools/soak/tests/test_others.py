"""The checks of a stream's output, of a table, of users' files, and of the servers' growth."""

import io
import json

import pyarrow as pa
import pytest
from pyarrow import parquet

from memory import MemoryStore
from others import check_stream, check_table
from servers import Holding, growth
from users import Users


def file_of(name: str, values: list) -> bytes:
    written = io.BytesIO()
    parquet.write_table(pa.table({name: values}), written)
    return written.getvalue()


def sink(*files: list[int]) -> MemoryStore:
    """A sink with a batch for each file, of which the first two are compacted."""
    store = MemoryStore()
    lines = []
    for number, rows in enumerate(files):
        store.put(f"out/part-{number}", file_of("row", rows))
        lines.append(json.dumps({"path": f"s3://soak/out/part-{number}", "action": "add"}))
        shown, name = (lines, "1.compact") if number == 1 else (lines[-1:], str(number))
        store.put(f"out/_spark_metadata/{name}", "\n".join(["v1", *shown]).encode())
    store.put("out/part-9", file_of("row", [99]))
    return store


@pytest.mark.parametrize(
    ("files", "kind"),
    [
        (([1, 2], [3], [4]), None),
        (([1, 2], [3], [3, 4]), "doubled"),
        (([1, 2], [3], []), "lost"),
        (([1, 2], [3], [4, 5]), "wrong"),
    ],
)
def test_a_stream(files: tuple, kind: str | None) -> None:
    problems = list(check_stream(sink(*files), "out", {1, 2, 3, 4}, is_over=True))
    assert [each.partition(":")[0] for each in problems] == ([kind] if kind else [])


def test_a_stream_that_runs_may_lack_rows() -> None:
    assert not list(check_stream(sink([1]), "out", {1, 2}, is_over=False))


@pytest.mark.parametrize(
    ("rows", "kind"), [(["a", "b", "c"], None), (["a", "a"], "doubled"), (["b"], "lost")]
)
def test_a_table(rows: list[str], kind: str | None) -> None:
    store = MemoryStore()
    for number, row in enumerate(rows):
        store.put(f"races/part-{number}", file_of("id", [row]))
        added = json.dumps({"add": {"path": f"part-{number}"}})
        store.put(f"races/_delta_log/{number:020}.json", added.encode())
    problems = list(check_table(store, "races", {"a"}))
    assert [each.partition(":")[0] for each in problems] == ([kind] if kind else [])


def test_a_stray_deletion_and_a_changed_file_are_found() -> None:
    store = MemoryStore()
    users = Users(store, None, "soak", 1)
    for _ in range(40):
        users._change()
    users.check()
    assert users.files
    assert users.problems == []
    first, second, *_ = users.files
    store.delete(first)
    store.put(second, b"other")
    users.check()
    assert users.problems == [
        f"the user's file {first} was deleted",
        f"the user's file {second} has other bytes",
    ]


@pytest.mark.parametrize(
    ("after", "kind"),
    [
        (Holding(100 << 20, 30, 5), None),
        (Holding(300 << 20, 30, 5), "memory"),
        (Holding(0, 90, 5), "descriptors"),
        (Holding(0, 0, 90), "threads"),
    ],
)
def test_growth(after: Holding, kind: str | None) -> None:
    problems = list(growth({"proxy": Holding(90 << 20, 20, 4)}, {"proxy": after}))
    assert len(problems) == (kind is not None)
    assert all(kind in each for each in problems)
