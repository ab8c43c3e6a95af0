"""Spark's decisions match the golden cases in protocol/golden-skip."""

import gzip
import hashlib
import json
import re
from pathlib import Path

import pytest
from headwater.skipping.document import NAME
from headwater.skipping.options import of
from pyspark.sql import SparkSession

from store import Bucket
from wrong_cases import assert_rejected, wrong_cases

_CASES = sorted((Path(__file__).resolve().parents[2] / "protocol" / "golden-skip").glob("*.json"))
_BODY = b"this text is not read\n"


pytestmark = pytest.mark.parametrize("session", [True], indirect=True)


def test_skipped_objects_match_the_golden_case(session: SparkSession, buckets: dict[str, Bucket]) -> None:
    for path in _CASES:
        if path.stem != "bloom":
            _check(session, buckets["s3"], path.stem, json.loads(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(("path", "case"), wrong_cases("spark", "golden-skip"))
def test_a_wrong_case_is_rejected(
    session: SparkSession, buckets: dict[str, Bucket], path: Path, case: dict
) -> None:
    assert_rejected(_check, session, buckets["s3"], f"wrong-{path.stem}", case)


def _check(session: SparkSession, bucket: Bucket, folder: str, case: dict) -> None:
    bucket.put(f"{folder}/data", _BODY)
    bucket.put(f"{folder}/{NAME}", gzip.compress(json.dumps(_index(case)).encode()))
    assert _decisions(session, f"{bucket.root}/{folder}", case) == case["predicates"], folder


def _index(case: dict) -> dict:
    etag = hashlib.md5(_BODY, usedforsecurity=False).hexdigest()
    return {
        "format": case.get("format", 1),
        "source": case["source"],
        "options": of(case["source"], ()) | case.get("options", {}),
        "columns": case["columns"],
        "objects": [{"key": "data", "etag": etag, "length": len(_BODY), "columns": case["known"]}],
    }


def _decisions(session: SparkSession, path: str, case: dict) -> dict[str, str]:
    files = session.read.format(case["source"]).schema(case["schema"]).option("timeZone", "UTC").load(path)
    session.conf.set("spark.sql.session.timeZone", "UTC")
    try:
        return {where: _decision(files.where(where)) for where in case["predicates"]}
    finally:
        session.conf.unset("spark.sql.session.timeZone")


def _decision(frame) -> str:
    plan = frame._jdf.queryExecution().executedPlan().toString()
    found = re.search(r"Skipped: (\d) of 1 objects", plan)
    if found is None:
        assert "Scan" not in plan, plan  # Spark itself found that no row fulfils it
        return "dropped"
    return "dropped" if found[1] == "1" else "read"
