"""Numbers of things in messages."""

import pytest

from dataset_support import A
from headwater.core.counts import counted
from parquet_support import parquet


@pytest.mark.parametrize(
    ("number", "noun", "text"),
    [(0, "file", "0 files"), (1, "entry", "1 entry"), (1_000, "entry", "1,000 entries")],
)
def test_a_noun_has_the_form_of_its_number(number: int, noun: str, text: str) -> None:
    assert counted(number, noun) == text


def test_reports_of_one_file_have_it_in_the_singular(lake) -> None:
    lake.commit("data", A, [lake.put("data/a.parquet", parquet(0, 1))])
    exported = lake.run("export", "data", "--format", "delta")
    assert "export 1 file " in exported.stderr
    assert ": 1 file, " in exported.stdout
    assert exported.stdout.endswith(", 1 row\n")
    assert lake.run("verify", "data").stdout == "1 entry, 0 of them missing or changed. 0 leftovers\n"
