"""The evaluation of the runs of `headwater bench mapreduce`. The runs themselves take minutes."""

import pytest
from click.testing import CliRunner

from headwater_bench.mapreduce import command, measure, waits
from headwater_bench.mapreduce.connectors import TITLES, connectors
from headwater_bench.mapreduce.document import render
from headwater_bench.mapreduce.measure import copied, of_the_sort
from report_support import MADE
from requests_support import request

MB = 10**6
STORE = {
    "s3": {"endpoint": "http://127.0.0.1:1", "region": "r", "access_key": "a", "secret_key": "s"},
    "swift": {"auth_url": "http://127.0.0.1:1/auth/v1.0", "user": "u", "key": "k"},
}
CALLS = {
    "client.create": 9.0,
    "reducer.create": 0.5,
    "reducer.write": 1.0,
    "reducer.close": 0.5,
    "reducer.rename": 3.0,
    "job.rename": 4.0,
}


def sample(size=16 * MB, *, plain=1.5, calls=CALLS, copies=0) -> dict:
    kinds = {"PUT": 3, "COPY": copies} if copies else {"PUT": 3}
    return {"calls": calls, "plain_file_seconds": plain, "requests": kinds, "bytes_copied": copies * size}


def known(**sizes: dict[str, list[dict]]) -> dict:
    """Samples of connectors, by `of_` and the output's MB."""
    megabytes = {name.removeprefix("of_"): peers for name, peers in sizes.items()}
    rows = {
        size: {
            "title": f"{size} MB of output",
            "bytes": int(size) * MB,
            "peers": {name: {"samples": samples, "failure": ""} for name, samples in peers.items()},
        }
        for size, peers in megabytes.items()
    }
    return {
        "made": MADE,
        "peers": {name: name.upper() for peers in sizes.values() for name in peers},
        "sections": [{"latency_ms": 0, "rounds": 3, "rows": rows}],
    }


def copy(source: str, **headers):
    return request("PUT", "/bench/target", headers={"X-Amz-Copy-Source": source, **headers})


def test_seconds_are_split_by_who_waits_and_for_what():
    run = sample()
    figures = (waits.reducer, waits.upload, waits.commit, waits.job, waits.beyond)
    assert [figure(run) for figure in figures] == [5.0, 2.0, 3.0, 4.0, 7.5]


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
def test_the_page_has_the_median_of_the_runs(order):
    text = render(known(of_16={"a": [sample(plain=plain) for plain in (1.0, 2.0, 7.0)][::order]}))
    assert "| A | 16 | 2.00 | 5.00 | 2.00 | 3.00 | 4.00 | 7.00 |" in text
    assert "Rounds: 3." in text
    assert "Made by `headwater bench it`.*" in text


def test_growth_is_per_hundred_megabytes():
    slow = {**CALLS, "reducer.rename": 5.0}
    text = render(
        known(
            of_16={"a": [sample(copies=1)], "b": [sample()]},
            of_216={"a": [sample(216 * MB, calls=slow, copies=1)], "b": [sample(216 * MB)]},
        )
    )
    assert "| A | 1.00 | 100 |" in text
    assert "| B | 0.00 | 0 |" in text
    assert (
        "Without copies (B) the wait grows by 0.00 s at most, with copies (A) by 1.00 s at least.\n" in text
    )


def test_requests_are_listed_by_measured_kind():
    text = render(known(of_16={"a": [sample(copies=2)], "b": [sample()]}))
    assert "| connector | MB | requests | PUT | COPY | MB copied |" in text
    assert "| A | 16 | 5 | 3 | 2 | 32 |" in text
    assert "| B | 16 | 3 | 3 | 0 | 0 |" in text


def test_a_size_that_not_all_have_sorted_is_no_part_of_the_growth():
    result = known(of_16={"a": [sample()], "b": [sample()]}, of_64={"a": [sample()]})
    assert waits.measured(result["sections"][0]) == ["a"]
    assert "| B | 16 |" in render(result)


def test_a_turn_sorts_each_size_once_by_the_connector_of_its_name(monkeypatch, tmp_path):
    sorted_by = []

    def sample_of(_player, connector, size):
        sorted_by.append((connector.values["fs.s3a.endpoint"], size))
        return sample(size)

    monkeypatch.setattr(measure.Player, "_sample", sample_of)
    s3a = connectors(STORE)[2]
    rows = {}
    distant = STORE | {"s3": STORE["s3"] | {"endpoint": "http://127.0.0.1:2"}}
    sources = {16 * MB: tmp_path, 64 * MB: tmp_path}
    measure.Player(s3a, sources, STORE, tmp_path).take_turn(distant, rows)
    assert sorted_by == [("http://127.0.0.1:2", 16 * MB), ("http://127.0.0.1:2", 64 * MB)]
    assert {name: (row["title"], row["bytes"]) for name, row in rows.items()} == {
        "16": ("16 MB of output", 16 * MB),
        "64": ("64 MB of output", 64 * MB),
    }
    assert [len(row["peers"]["s3a-1"]["samples"]) for row in rows.values()] == [1, 1]


def test_a_command_names_its_sizes_in_their_order(monkeypatch):
    plans = []
    monkeypatch.setattr(command, "go_on", lambda _run, plan, *_files: plans.append(plan))
    options = ["--megabytes", "16", "--megabytes", "4", "--rounds", "1"]
    CliRunner().invoke(command.mapreduce, options, catch_exceptions=False)
    (plan,) = plans
    assert plan.command == "headwater bench mapreduce --megabytes 4 --megabytes 16 --rounds 1 --latency 20"


def test_every_connector_is_timed_alike():
    found = connectors(STORE)
    assert [each.name for each in found] == list(TITLES)
    for each in found:
        scheme = each.root.partition("://")[0]
        assert each.values[f"fs.{scheme}.impl"].endswith(".TimedFileSystem")
        assert each.values["mapreduce.outputcommitter.factory.class"].endswith(".FileOutputCommitterFactory")
