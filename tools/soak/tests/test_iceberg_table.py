"""The check of a table of Iceberg, which PyIceberg wrote."""

from pathlib import Path

import pyarrow as pa
import pytest
from pyiceberg.catalog.sql import SqlCatalog

from iceberg_table import check
from memory import MemoryStore


@pytest.fixture
def table(tmp_path: Path) -> tuple[MemoryStore, str]:
    """A bucket with a table of the rows a and b, and the table's root."""
    catalog = SqlCatalog("lake", uri=f"sqlite:///{tmp_path}/catalog", warehouse=f"file://{tmp_path}")
    catalog.create_namespace("db")
    made = catalog.create_table("db.races", pa.schema([("id", pa.string())]))
    for row in ("a", "b"):
        made.append(pa.table({"id": [row]}))
    store = MemoryStore()
    root = Path(made.location().removeprefix("file://"))
    for file in root.rglob("*.*"):
        store.put(str(file)[1:], file.read_bytes())
    store.put(f"{root}/metadata/v7.metadata.json"[1:], Path(made.metadata_location[7:]).read_bytes())
    return store, str(root)[1:]


@pytest.mark.parametrize(
    ("acknowledged", "problem"), [({"a", "b"}, None), ({"a", "b", "c"}, "has not 1 rows, for example c")]
)
def test_rows_that_were_acknowledged(table: tuple, acknowledged: set[str], problem: str | None) -> None:
    problems = list(check(*table, acknowledged))
    assert [problem in each for each in problems] == ([True] if problem else [])


def test_a_table_without_one_of_its_objects(table: tuple) -> None:
    store, root = table
    store.delete(next(key for key in store.objects if key.startswith(f"{root}/data/")))
    assert "names an object that does not exist" in next(check(store, root, set()))


def test_a_table_that_does_not_exist_yet() -> None:
    assert list(check(MemoryStore(), "lake/db/races", set())) == []
    assert list(check(MemoryStore(), "lake/db/races", {"a"})) != []
