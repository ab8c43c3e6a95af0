"""A streaming query has the rows of a file whose listing is late."""

from pathlib import Path

import pytest
from pyspark.sql import SparkSession

import store
from late import late
from store import Bucket

_FILE = "in/rows.csv"


@pytest.mark.parametrize("session", ["local"], indirect=True)
def test_a_batch_has_the_rows_of_a_file_that_is_not_listed_any_more(
    session: SparkSession, bucket: Bucket, tmp_path: Path
) -> None:
    bucket.put(_FILE, b"1\n2\n")
    root = bucket.root.replace(f".{store.SERVICE}", f".{store.SERVICE}-late")
    with late(_FILE) as proxy:
        for name, value in store.settings_behind(proxy.address, bucket.name, "-late").items():
            session.conf.set(name, value)
        rows = session.readStream.schema("row long").csv(f"{root}/in")
        writer = rows.writeStream.format("memory").queryName("late")
        query = writer.option("checkpointLocation", str(tmp_path)).trigger(availableNow=True).start()
        query.awaitTermination()
        assert proxy.hidden
    assert sorted(row.row for row in session.table("late").collect()) == [1, 2]
