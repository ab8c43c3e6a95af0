"""The programs of docs/guides/streaming.md run as written."""

import re
from pathlib import Path

import pytest
from pyspark.sql import SparkSession

from store import Bucket

_DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "guides" / "streaming.md"
_PROGRAM = re.compile(r"^```python\n(.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("session", [True], indirect=True)
def test_documented_programs_run(session: SparkSession, bucket: Bucket) -> None:
    bucket.put("incoming/1.json", b'{"id": 1, "name": "a"}\n{"id": 2, "name": "b"}\n')
    programs = _PROGRAM.findall(_DOCUMENT.read_text(encoding="utf-8"))
    assert len(programs) == 2
    names = {"spark": session}
    for program in programs:
        assert "s3://bucket/" in program
        exec(program.replace("s3://bucket/", f"{bucket.root}/"), names)


@pytest.mark.parametrize("session", [True], indirect=True)
def test_documented_setting_is_set(session: SparkSession) -> None:
    (line,) = re.findall(r"^    (spark\.\S+)=(\S+)$", _DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE)
    assert session.conf.get(line[0]) == line[1]
