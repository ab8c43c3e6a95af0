"""Objects of Parquet datasets that Spark committed by manifest are skipped without an index."""

import pytest
from pyspark.sql import SparkSession

from skips import PREDICATES, ROWS, answers, reader, sound
from store import Bucket

pytestmark = pytest.mark.parametrize("session", ["manifest"], indirect=True)


def test_manifests_skip_objects_without_an_index(session: SparkSession, bucket: Bucket) -> None:
    session.conf.set("spark.sql.parquet.outputTimestampType", "TIMESTAMP_MICROS")
    try:
        session.sql(ROWS).write.parquet(f"{bucket.root}/rows")
    finally:
        session.conf.unset("spark.sql.parquet.outputTimestampType")
    read = reader(session, f"{bucket.root}/rows", "parquet", None)
    counts = sound(read, PREDICATES)
    text = bucket.get("rows/_SUCCESS").decode()
    assert answers(read, "id = 7") == counts["id = 7"] == (3, 4), text
    assert counts["day = date'2015-01-05'"] == (3, 4), text
    assert counts["at < timestamp'2015-01-01 05:00:00'"] == (3, 4), text
    assert counts["price = 1.125"] == (3, 4), text
    assert counts["ratio < 1.5"] == (3, 4), text
