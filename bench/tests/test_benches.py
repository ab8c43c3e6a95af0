"""What each benchmark measures: its rows, its arithmetic and its checks, without a store."""

from pathlib import Path

import pytest

from bench_support import ATTEMPT, OUT, put, request, sample
from headwater.core.errors import HeadwaterError
from headwater_bench.benches import (
    growth,
    mapreduce,
    operations,
    pushdown,
    reads,
    requests,
    rules,
    selectivity,
    uploads,
    writes,
)
from headwater_bench.benches.rules import UNEXPLAINED
from headwater_bench.core.answers import difference
from headwater_bench.core.plan import Row
from headwater_bench.data.readings import METERS, Readings
from headwater_bench.pages.cells import ratio, waits
from headwater_bench.peers import programs
from headwater_bench.peers.definitions import Process, processes
from test_rules import explain

STORE = {
    "s3": dict.fromkeys(("endpoint", "region", "access_key", "secret_key"), "s3"),
    "swift": dict.fromkeys(("auth_url", "user", "key"), "swift"),
}


def test_writes_are_those_of_the_paper_and_two_of_dataframes():
    plan = writes.plan(parts=64, rounds=3, latency=20, quick=False)
    found = [(each.name, each.latency_ms, each.rounds, each.warm_ups) for each in plan.sections]
    assert found == [("plain", 0, 3, 3), ("delayed", 20, 1, 3)]
    rows = plan.sections[0].rows
    assert [row.title for row in rows][2:6] == ["Teragen", "Copy", "Wordcount", "Terasort"]
    assert plan.data == {"rows": 640_000, "parts": 64}
    for row in rows:
        assert row.spec.get("make", row.spec.get("read")) in writes.MADE
        assert "{" not in (row.spec.get("sql", "") + row.spec.get("part", "")).format(**plan.data)
    (quick,) = writes.plan(parts=64, rounds=3, latency=20, quick=True).sections
    assert [row.name[:2] for row in quick.rows] == ["01", "03", "04"]


def test_another_committer_than_the_configured_one_is_an_error(tmp_path):
    success = tmp_path / "_SUCCESS"
    with pytest.raises(HeadwaterError, match="left no _SUCCESS"):
        writes.require_committer("it", "", success)
    for text, wanted in (("", ""), ("", "FileOutputCommitter"), ('{"committer": "magic"}', "magic")):
        success.write_text(text)
        writes.require_committer("it", wanted, success)
    for text, found in (("", "FileOutputCommitter"), ('{"committer": "directory"}', "directory")):
        success.write_text(text)
        with pytest.raises(HeadwaterError, match=f"{found} has committed the job, not magic"):
            writes.require_committer("it", "magic", success)


def test_all_22_queries_of_tpch_read_the_tables_that_they_name():
    found = {row.title: row for row in reads.rows() if row.name.startswith("tpch")}
    assert list(found) == [f"TPC-H {number}" for number in range(1, 23)]
    assert set(found["TPC-H 1"].spec["views"]) == {"lineitem"}
    assert set(found["TPC-H 16"].spec["views"]) == {"part", "partsupp", "supplier"}
    full = reads.plan(scale_factor=1.0, rounds=1, latency=0, quick=False).data
    assert "* 0.0001000000" in reads.statement(found["TPC-H 11"], full)
    assert "* 0.0100000000" in reads.statement(found["TPC-H 11"], reads.QUICK)
    selective = next(row for row in reads.rows() if "rows" in row.spec)
    assert reads.bounds(selective, full) == (200_000, 205_000)
    assert "id >= 200000 AND id < 205000" in reads.statement(selective, full)


def test_the_seven_queries_are_read_by_all_peers_or_those_that_are_named():
    plan = pushdown.plan(bytes=1 << 30, rounds=5, quick=False, peer=())
    assert plan.result == "pushdown-1024m"
    names = ["queries", "json", "broad", "json-broad", "python", "long-splits", "selectivity", "inference"]
    rounds = dict.fromkeys(names, 5) | dict.fromkeys(("far", "far-broad"), 1)
    assert {each.name: each.rounds for each in plan.sections} == rounds
    assert [each.setup for each in plan.sections][4:6] == ["queries", "long-splits"]
    assert [row.title for row in plan.sections[0].rows][::6] == ["ShowMapCons", "Showday"]
    assert [each.reference for each in plan.sections][:3] == ["off"] * 3
    quick = pushdown.plan(bytes=1 << 30, rounds=5, quick=True, peer=["polars"])
    assert list(quick.peers) == ["on", "s3a", "polars"]
    assert [len(each.rows) for each in quick.sections] == [3, 3, 3, 3, 2]
    quick = pushdown.plan(bytes=1 << 30, rounds=5, quick=True, peer=())
    assert list(quick.peers) == ["on", "s3a", "polars", "duckdb", "chdb"]
    assert quick.sections[0].reference == "s3a"
    alone = pushdown.plan(bytes=1 << 30, rounds=5, quick=True, peer=["stocator"])
    assert [each.name for each in alone.sections] == ["queries", "json", "broad", "json-broad"]
    with pytest.raises(HeadwaterError, match="no peer is known as nobody"):
        pushdown.plan(bytes=1 << 30, rounds=5, quick=True, peer=["nobody"])


def test_every_program_of_a_peer_exists_and_takes_the_queries():
    folder = Path(programs.__file__).parent
    for name, each in processes(pushdown.PEERS).items():
        assert (folder / f"{name}_sql.py").exists() == bool(each.packages)


def test_points_drop_their_stated_share():
    readings = Readings(2 * METERS)
    lines = [line.split(b",") for line in b"".join(readings.content(range(readings.rows))).splitlines()[1:]]
    names = list(selectivity.widths(readings))
    whole = sum(len(field) + 1 for line in lines for field in line)
    points = selectivity.rows(readings)
    shares = [point.kept["share"] for point in points if point.kept["kind"] == "rows"]
    assert shares == list(selectivity.SHARES)
    for point in points:
        sql = point.spec["sql"]
        columns = sql.split("xxhash64(")[1].split(")")[0].split(", ")
        last = sql.split("'")[1].encode() if "WHERE" in sql else b"METER999999"
        places = [names.index(column) for column in columns]
        kept = sum(len(line[place]) + 1 for line in lines if line[4] <= last for place in places)
        assert 100 * (1 - kept / whole) == pytest.approx(point.kept["dropped"], abs=0.5)
        assert abs(point.kept["dropped"] - point.kept["share"]) <= 5
        assert point.repeat == (1 if point.kept["share"] else 10)


def test_rows_in_another_order_and_sums_that_round_otherwise_are_the_same():
    rows = [("a", 0.1 + 0.2), ("b", 5.0), ("c", None)]
    assert 0 < difference(rows, [("c", None), ("b", 5.0), ("a", 0.3)], "it") < 1e-15


@pytest.mark.parametrize(
    "other", [[("a", 1.0)], [("a", 1.0), ("b", 2.00001)], [("a", 1.0), ("c", 2.0)], [("a", 1.0), ("b", None)]]
)
def test_other_answers_are_reported(other):
    with pytest.raises(HeadwaterError, match="the query: one answered"):
        difference([("a", 1.0), ("b", 2.0)], other, "the query")


def test_a_ratio_is_the_median_of_pairs():
    seconds = {"a": (1, 8, 3), "b": (2, 4, 4)}
    rows = {name: {"samples": list(map(sample, of))} for name, of in seconds.items()}
    assert ratio([{"peers": rows}], "a", "b") == 0.75


def test_a_request_without_a_purpose_or_above_the_limit_is_a_fault():
    row = Row("it", "It", {"family": "write", "limits": {"s3": 1}})
    good = explain(put("_SUCCESS"))
    requests.require_no_fault(row, "s3", good)
    with pytest.raises(HeadwaterError) as raised:
        requests.require_no_fault(row, "s3", [*good, *explain(request("HEAD", f"/bench-s3/{OUT}"))])
    assert raised.value.detail == "unexplained: HEAD OUT (status 200)\n2 requests, the limit is 1"


def test_a_long_run_of_requests_with_one_purpose_is_one_line():
    parts = [put(f"part-{n:05}-{ATTEMPT}", bytes_in=10, start=float(n)) for n in range(9)]
    explained = explain(request("GET", "/auth/v1.0", start=-1.0), *parts, put("_SUCCESS", start=10.0))
    assert UNEXPLAINED not in [each.rule for each in explained]
    lines = requests.purposes(explained)
    assert [line[0] for line in lines] == ["", "1 to 9", "10"]
    assert lines[1][1:4] == ["PUT `OUT/part-00000-ATTEMPT` to `OUT/part-00008-ATTEMPT`", "200", "90"]


def test_other_requests_than_the_stored_ones_are_reported():
    def known(*lines: list[str]) -> dict:
        peers = {"headwater-s3": {"samples": [{"purposes": list(lines)}]}}
        return {"sections": [{"rows": {"it": {"title": "It", "peers": peers}}}]}

    requests.require_the_same(known(["1", "GET"]), known(["1", "GET"]))
    requests.require_the_same(known(["1", "GET", "200", "7"]), known(["1", "GET", "200", "8"]), sized=False)
    requests.require_the_same(known(["1"]), known(["1"], [next(r.purpose for r in rules.load() if r.lines)]))
    with pytest.raises(HeadwaterError, match=r"not those of requests\.json"):
        requests.require_the_same(known(["1", "GET"]), known(["1", "PUT"]))


def test_every_policy_differs_from_the_others():
    policies = processes(uploads.plan(megabytes=1, rounds=1, latency=0).peers).values()
    assert len({tuple(each.hadoop_values(STORE).items()) for each in policies}) == 8
    assert {each.peer for each in policies} == set(operations.PEERS)


def test_programs_write_the_given_number_of_bytes_to_the_given_place():
    rows = uploads.plan(megabytes=1, rounds=1, latency=0).sections[0].rows
    names = {"folder": "s3://b/a", "source": "/source", "size": 4000}
    put_, text, words = ([each.format(**names) for each in row.spec["arguments"]] for row in rows)
    assert put_ == ["-put", "/source", "s3://b/a/put"]
    assert "mapreduce.randomtextwriter.totalbytes=4000" in text
    assert text[-1] == words[0] == "s3://b/a/text"


def test_a_call_whose_condition_does_not_hold_is_an_error():
    plan = operations.plan(objects=20, rounds=1, latency=0)
    call = plan.sections[0].rows[0]
    names = {"OBJECTS": 20, "count": lambda _: 3, **dict.fromkeys(("TREE", "MOVED", "TOP", "NEW"), "it")}
    operations.check(call, names | {"answer": 20})
    with pytest.raises(HeadwaterError, match=r"answered 19; of 20 objects are then \{'TREE': 3"):
        operations.check(call, names | {"answer": 19})
    assert operations.files_of(5) == 1


def test_series_grow_and_readers_have_what_they_read():
    plan = growth.plan(objects=10_000, quick=False)
    by_name = {each.name: each for each in plan.sections}
    assert [row.name for row in by_name["05-objects-committed"].rows] == ["100", "1000", "10000"]
    for each in plan.sections:
        values = [row.spec["x"] for row in each.rows]
        assert values == sorted(values)
        assert set(each.peers) <= set(plan.peers)
        spec = each.rows[0].spec
        if "over" in spec:
            assert [row.name for row in by_name[spec["over"]["name"]].rows] == [row.name for row in each.rows]
    quick = growth.plan(objects=10_000, quick=True).sections
    assert [len(each.rows) for each in quick] == [2, 2, 2, 2, 1, 1, 1]


def test_requests_belong_to_the_phase_in_which_they_came():
    def seen(method: str, start: float, seconds: float = 0.5, path: str = "/bench/key"):
        return request(method, path, start=start, seconds=seconds)

    job, ended = (11.0, 13.0), 14.5
    sent = [seen("HEAD", 10.2), seen("PUT", 11.0), seen("PUT", 12.9, 0.25), seen("PUT", 13.0)]
    found = growth.of_phases([*sent, seen("GET", 13.5, path="/auth/v1.0")], job, ended, only_commit=False)
    assert found["phases"] == {
        "setup": {"HEAD": {"requests": 1, "seconds": 0.5}},
        "tasks": {"PUT": {"requests": 2, "seconds": 0.75}},
        "commit": {"PUT": {"requests": 1, "seconds": 0.5}},
    }
    assert (found["sent"], found["commit_seconds"]) == (4, 1.5)
    only = growth.of_phases(sent, job, ended, only_commit=True)
    assert (only["sent"], only["seconds"]) == (1, 1.5)
    reading = growth.of_phases([seen("HEAD", 10.5)], None, 11.0, only_commit=False)
    assert (reading["sent"], reading["commit_seconds"], list(reading["phases"]["setup"])) == (1, 0, ["HEAD"])


def test_seconds_are_split_by_who_waits_and_for_what():
    calls = {"client.create": 9.0, "reducer.create": 0.5, "reducer.write": 1.0, "reducer.close": 0.5}
    calls |= {"reducer.rename": 3.0, "job.rename": 4.0}
    found = waits({"calls": calls, "plain_file_seconds": 1.5})
    assert list(found.values()) == [1.5, 5.0, 2.0, 3.0, 4.0, 7.5]


def test_requests_for_the_plain_file_are_not_the_sorts():
    seen = [
        request("PUT", "/bench/run/plain/file", start=3.0),
        request("GET", "/bench?list-type=2&prefix=run%2Fplain%2Ffile", start=2.0),
        request("PUT", "/bench/run/sorted/_SUCCESS", start=1.0),
        request("POST", "/bench?delete", start=4.0),
    ]
    assert [each.path for each in mapreduce.of_the_sort(seen)] == ["/bench/run/sorted/_SUCCESS"]


def test_connectors_are_timed_and_differ():
    found = [mapreduce.connector(name, STORE) for name in mapreduce.PEERS]
    roots = ["s3://bench", "swift://bench.embedded", "s3a://bench", "s3a://bench"]
    assert [root for root, _ in found] == roots
    algorithm = "mapreduce.fileoutputcommitter.algorithm.version"
    assert [values.get(algorithm) for _, values in found] == [None, None, "1", "2"]
    assert all(values["timed.fs.impl"] for _, values in found)


def test_a_query_that_fails_does_not_end_a_program(tmp_path, monkeypatch):
    (tmp_path / "odd_sql.py").write_text('def run(request):\n    return [[1 / len(request["sql"])]]\n')
    monkeypatch.setattr(programs, "packages", lambda _: tmp_path)
    with programs.python_player(Process("odd", "Odd", packages=("odd",)), tmp_path) as player:
        with pytest.raises(HeadwaterError, check=lambda error: "ZeroDivisionError" in error.detail):
            player.run({"sql": ""}, "n int", {"s3": {}})
        assert player.run({"sql": "12"}, "n int", {"s3": {}}).rows == [(0.5,)]
        player.process.kill()
        with pytest.raises(HeadwaterError, match="Odd failed"):
            player.run({"sql": "12"}, "n int", {"s3": {}})
