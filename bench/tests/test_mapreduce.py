"""What is made of the runs of `headwater bench mapreduce`; the runs themselves take minutes."""

from collections import Counter

import pytest

from headwater.requests import Kind
from headwater_bench.mapreduce.connectors import connectors
from headwater_bench.mapreduce.document import render
from headwater_bench.mapreduce.measure import Measured, copied, of_the_sort
from requests_support import request

MB = 10**6
CALLS = {
    "client.create": 9.0,
    "reducer.create": 0.5,
    "reducer.write": 1.0,
    "reducer.close": 0.5,
    "reducer.rename": 3.0,
    "job.rename": 4.0,
}


def measured(connector="A", size=16 * MB, *, upload=1.5, calls=CALLS, copies=0) -> Measured:
    kinds = Counter({Kind.PUT: 3, Kind.COPY: copies})
    return Measured(connector, size, calls, upload, kinds, copies * size)


def copy(source: str, **headers):
    return request("PUT", "/bench/target", headers={"X-Amz-Copy-Source": source, **headers})


def test_seconds_are_split_by_who_waits_and_for_what():
    run = measured()
    assert (run.reducer, run.reducer_upload, run.reducer_commit, run.job) == (5.0, 2.0, 3.0, 4.0)
    assert run.beyond == 7.5


def test_copied_bytes_are_those_of_parts_and_ranges():
    requests = [
        copy("/bench/out/_temporary/0/task_1_r_000000/part-r-00000"),
        copy("/bench/out/_temporary/0/"),
        copy("/bench/out/part-r-00000", Range="bytes=100-149"),
        request("PUT", "/bench/out/part-r-00000", bytes_in=1000),
    ]
    assert copied(requests, 1000) == 1050


def test_requests_for_the_plain_file_are_not_the_sorts():
    requests = [
        request("PUT", "/bench/run/plain/file", start=3.0),
        request("GET", "/bench?list-type=2&prefix=run%2Fplain%2Ffile", start=2.0),
        request("PUT", "/bench/run/sorted/_SUCCESS", start=1.0),
        request("POST", "/bench?delete", start=4.0),
    ]
    assert [each.path for each in of_the_sort(requests)] == ["/bench/run/sorted/_SUCCESS"]


@pytest.mark.parametrize("order", [1, -1])
def test_the_document_tells_the_median_of_the_runs(order):
    runs = [measured(upload=upload) for upload in (1.0, 2.0, 7.0)][::order]
    text = render(runs)
    assert "| A | 16 | 2.00 | 5.00 | 2.00 | 3.00 | 4.00 | 7.00 |" in text
    assert "the median of 3 runs" in text


def test_growth_is_told_for_a_hundred_megabytes():
    slow = {**CALLS, "reducer.rename": 5.0}
    text = render(
        [
            measured(copies=1),
            measured("B"),
            measured(size=216 * MB, calls=slow, copies=1),
            measured("B", size=216 * MB),
        ]
    )
    assert "| A | 1.00 | 100 |" in text
    assert "| B | 0.00 | 0 |" in text
    assert "Without copies (B) the wait grows by 0.00 s at most,\nwith copies (A) by 1.00 s at least." in text


def test_requests_are_told_by_the_kinds_that_were_seen():
    text = render([measured(copies=2), measured("B")])
    assert "| connector | MB | requests | PUT | COPY | MB copied |" in text
    assert "| A | 16 | 5 | 3 | 2 | 32 |" in text
    assert "| B | 16 | 3 | 3 | 0 | 0 |" in text


def test_every_connector_is_timed_alike():
    s3 = {"endpoint": "http://127.0.0.1:1", "region": "r", "access_key": "a", "secret_key": "s"}
    swift = {"auth_url": "http://127.0.0.1:1/auth/v1.0", "user": "u", "key": "k"}
    found = connectors({"s3": s3, "swift": swift})
    assert len({each.name for each in found}) == len(found) == 4
    for each in found:
        scheme = each.root.partition("://")[0]
        assert each.values[f"fs.{scheme}.impl"].endswith(".TimedFileSystem")
        assert each.values["mapreduce.outputcommitter.factory.class"].endswith(".FileOutputCommitterFactory")
