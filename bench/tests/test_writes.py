"""`headwater bench writes`: its scenarios, its arithmetic, its page, how it resumes, and a small real run."""

import json
import os
import socket
import subprocess
from urllib.parse import urlsplit

import psutil
import pytest

from headwater.errors import HeadwaterError
from headwater_bench import memory
from headwater_bench.configuration import Configuration
from headwater_bench.copies import bytes_copied
from headwater_bench.delay import delayed
from headwater_bench.measurement import FULL, Taken
from headwater_bench.samples import Sample
from headwater_bench.sections import Way, measured, ways
from headwater_bench.writes import goals, scenario, stage
from headwater_bench.writes.configurations import ALL, HEADWATER, OURS
from headwater_bench.writes.document import render
from headwater_bench.writes.run import Measurement, Plan, as_json, begin, quick
from headwater_bench.writes.sizes import QUICK, ROW_BYTES, full
from requests_support import request

NAMES = [each.name for each in ALL]
MADE = {
    "date": "2026-01-01T00:00+00:00",
    "processor": "a processor",
    "cores": 2,
    "memory_bytes": 2**34,
    "load": 0.5,
    "load_after": 1.5,
    "versions": {"Headwater": "0.1.0"},
    "command": "headwater bench writes",
    "resumed": [],
    "finished": True,
}


def sample(seconds: float, requests: int, *, sent: int = 1000, copied: int = 0) -> dict:
    return {
        "seconds": seconds,
        "cpu_seconds": 2.0,
        "store_cpu_seconds": 1.0,
        "requests": {"PUT": requests, "AUTH": 1},
        "bytes_from_store": 0,
        "bytes_to_store": sent,
        "bytes_copied": copied,
        "peak_memory": 2**30,
        "metrics": {"objects": 1, "bytes": 1000},
    }


def row(title: str, **peers: dict) -> dict:
    """All peers have 1 s and 10 requests, but for those that are given."""
    found = {name: sample(1.0, 10) for name in NAMES} | {
        name.replace("_", "-"): of_peer for name, of_peer in peers.items()
    }
    named = {
        name: {"samples": [each] if each else [], "failure": "" if each else "broken"}
        for name, each in found.items()
    }
    return {"title": title, "peers": named}


def section(*rows: dict, latency: int = 0) -> dict:
    return {"latency_ms": latency, "rounds": 1, "rows": {str(n): each for n, each in enumerate(rows)}}


def good(title: str = "Teragen", **peers: dict) -> dict:
    """A row that reaches all goals."""
    others = {"s3a_1": sample(3.0, 250, copied=2000), "s3a_magic": sample(2.0, 150)}
    return row(title, **others | peers)


def test_the_scenarios_are_those_of_the_paper_and_two_of_dataframes():
    found = {each.title: each for each in scenario.load()}
    assert set(goals.WORKLOADS) < set(found)
    assert {each.save for each in found.values()} == {"saveAsTextFile", "saveAsNewAPIHadoopFile", "parquet"}
    for each in found.values():
        assert (each.make or each.read) in scenario.MADE
        assert "{" not in each.of_size(each.sql + each.part, full(64))


def test_parts_have_a_megabyte():
    assert full(64).rows * ROW_BYTES == 64 * 10**6


def test_a_plan_tells_its_command_and_knows_its_scenarios():
    assert Plan(full(8), 2, 20, ("03",)).command == (
        "headwater bench writes --parts 8 --rounds 2 --latency 20 --scenario 03"
    )
    assert quick(("07",)).command == "headwater bench writes --quick --scenario 07"
    assert [each.name[:2] for each in quick(()).scenarios] == ["01", "03", "04"]
    assert [each.title for each in Plan(QUICK, 1, 0, ("03", "04")).scenarios] == ["Teragen", "Copy"]
    with pytest.raises(HeadwaterError, match="no scenario's name begins with 99"):
        _ = Plan(QUICK, 1, 0, ("99",)).scenarios


def test_copies_are_as_long_as_what_was_sent():
    def copy(source: str, target: str, **fields):
        return request("PUT", f"/bench/{target}", headers={"X-Amz-Copy-Source": source}, **fields)

    seen = [
        request("PUT", "/bench/a%20b", bytes_in=100),
        copy("/bench/a%20b", "c"),
        copy("bench/c", "d"),
        copy("/bench/d", "e", status=500),
        request("PUT", "/bench/f?partNumber=1&uploadId=u", bytes_in=7),
        request("PUT", "/bench/f?partNumber=2&uploadId=u", bytes_in=8),
        copy("/bench/f", "g"),
        request("PUT", "/v1/AUTH_x/bench/h", bytes_in=1000),
        request("PUT", "/v1/AUTH_x/bench/i", headers={"X-Copy-From": "/bench/h"}),
        request("COPY", "/v1/AUTH_x/bench/h"),
    ]
    assert bytes_copied(seen) == 100 + 100 + 15 + 1000 + 1000
    with pytest.raises(HeadwaterError, match="/bench/old was copied"):
        bytes_copied([copy("/bench/old", "new")])


def test_the_peak_of_memory_is_counted_anew():
    program = "x = bytearray(200 << 20); x = None; print('let go', flush=True); input()"
    with subprocess.Popen(
        ["python3", "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        child.stdout.readline()
        process = psutil.Process(child.pid)
        before = memory.peak(process)
        memory.reset_peak(process)
        after = memory.peak(process)
        child.communicate(os.linesep)
    assert before > 200 << 20 > after


def test_all_is_well_where_every_goal_is_reached():
    assert goals.all_shortfalls([section(good()), section(good(), latency=20)]) == []


@pytest.mark.parametrize(
    ("rows", "latency", "told"),
    [
        (
            [good(s3a_1=sample(3, 249), s3a_magic=sample(3, 99))],
            0,
            [
                "headwater-s3 sends 24.9 times fewer requests than s3a-1, not 25",
                "headwater-s3 sends 9.9 times fewer requests than s3a-magic, not 15",
            ],
        ),
        (
            [good("Parquet", stocator=sample(1, 9))],
            0,
            ["Parquet: headwater-s3 sends 10 requests, stocator 9"],
        ),
        (
            [good(headwater_s3=sample(1, 10, sent=1030, copied=5))],
            0,
            [
                "Teragen: headwater-s3 sends 1.03 times the bytes that stand in the store",
                "Teragen: headwater-s3 lets the store copy 5 bytes",
            ],
        ),
        (
            [good(s3a_1=sample(2, 250))],
            20,
            [
                "with 20 ms: the workloads in sum: headwater-s3 is 2.00 times as fast as s3a-1",
                "with 20 ms: Teragen: headwater-s3 is 2.00 times as fast as s3a-1",
            ],
        ),
        (
            [good(), row("Parquet", headwater_s3=sample(1.2, 10))],
            0,
            ["Parquet: headwater-s3 takes 1.20 of the time of stocator"],
        ),
        ([good(s3a_1=None, s3a_magic=None, stocator=None)], 0, []),
    ],
)
def test_shortfalls_are_told(rows, latency, told):
    found = goals.all_shortfalls([section(*rows, latency=latency)])
    assert [each for each in found if "headwater-s3" in each] == told


def test_goals_are_of_sums_over_the_workloads_alone():
    rows = section(good("Teragen", s3a_1=sample(3, 100)), good("Copy", s3a_1=sample(3, 400)), row("Parquet"))
    chosen = goals.workloads(rows, NAMES)
    assert [each["title"] for each in chosen] == ["Teragen", "Copy"]
    assert goals.fewer_requests(chosen, "headwater-s3", "s3a-1") == 25
    assert goals.written(chosen, "headwater-s3") == 1
    assert goals.copied(chosen, "s3a-1") == 0


def known_of(*sections: dict, **made) -> dict:
    return {
        "made": MADE | made,
        "data": full(64).as_dict(),
        "peers": {each.name: each.title for each in ALL},
        "sections": list(sections),
    }


def test_the_page_tells_goals_times_requests_bytes_and_shortfalls():
    rows = [good(), good("Copy", s3a_magic=None)]
    page = render(known_of(section(*rows), section(*rows, latency=20)))
    assert "640,000 rows of 100 bytes and writes them as text in 64 parts" in page
    assert "| times fewer requests than S3A 3.5.0, algorithm 1 | 25 | 25.0 | 25.0 |" in page
    assert "| times as fast as S3A 3.5.0, algorithm 1, with 20 ms more | 3 | 3.00 | 3.00 |" in page
    assert "| bytes sent, of those that stand | 1 | 1.000 | 1.000 |" in page
    assert page.count("| Teragen | 1.00 (1.00 to 1.00), **0.33** |") == 2
    assert "| Teragen | 10: 10 PUT, **0.04** | 10: 10 PUT, **0.04** | 250: 250 PUT, **1.00** |" in page
    assert "| 0.00, 0.00, 0.00, **3.00** |" in page
    assert "| 2.00, 1.00, 1,024 |" in page
    assert page.count("Copy, S3A 3.5.0, magic: `broken`") == 2
    assert page.endswith("None.\n")


def test_the_page_of_a_quick_run_tells_that_it_is_cold():
    known = known_of(section(good(), row("Parquet")))
    assert "In sum over Teragen. " in render(known)
    assert "The processes are warmed up by all rows" in render(known)
    assert "The processes are not warmed up" in render(known | {"data": QUICK.as_dict()})


def test_the_page_tells_that_a_run_was_resumed():
    page = render(known_of(section(good()), resumed=["2026-01-02T00:00+00:00"]))
    assert "which was interrupted and resumed: 2026-01-02T00:00+00:00" in page


def test_a_request_that_asks_whether_to_go_on_is_delayed_once():
    """Hadoop's and Amazon's clients send a body after the store's `100 Continue`."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        endpoint = f"http://127.0.0.1:{server.getsockname()[1]}"
        document = {"s3": {"endpoint": endpoint}, "swift": {}}
        with delayed(document, 1) as (behind, proxy):
            address = urlsplit(behind["s3"]["endpoint"])
            with socket.create_connection((address.hostname, address.port)) as client:
                store, _ = server.accept()
                with store:
                    for number in (1, 2):
                        _pass(client, store, b"PUT / HTTP/1.1\r\nExpect: 100-continue\r\n\r\n")
                        _pass(store, client, b"HTTP/1.1 100 Continue\r\n\r\n")
                        _pass(client, store, b"body")
                        _pass(store, client, b"HTTP/1.1 200 OK\r\n\r\n")
                        assert proxy.requests == number


def _pass(sender: socket.socket, receiver: socket.socket, sent: bytes) -> None:
    sender.sendall(sent)
    received = b""
    while len(received) < len(sent):
        received += receiver.recv(1000)
    assert received == sent


class _Stage:
    """Answers at once, and breaks down at one of its runs."""

    def __init__(self, breaks_at: int = 0) -> None:
        self.runs = []
        self._breaks_at = breaks_at

    def run(self, configuration: Configuration, of: scenario.Scenario, prefix: str, document: dict) -> Taken:
        self.runs.append((configuration.name, of.title, document["latency"]))
        if len(self.runs) == self._breaks_at:
            raise KeyboardInterrupt
        assert prefix == FULL
        return Taken(Sample(1.0, 1.0, 1.0, {}, 0, 0, 0, 0))


SCENARIOS = scenario.load()[:2]
WAYS = ways(3, 20, {"latency": 0}, {"latency": 20})


def test_one_round_of_three_is_delayed():
    assert [(each.latency, each.rounds) for each in WAYS] == [(0, 3), (20, 1)]
    assert ways(3, 0, {}, {}) == [Way(0, 3, {})]


def test_configurations_take_turns_in_one_order_and_the_other():
    of_stage = _Stage()
    known = {"made": {}, "sections": []}
    list(measured(known, Measurement(of_stage, SCENARIOS, OURS), WAYS[:1]))
    names = [each.name for each in OURS]
    assert [name for name, _, _ in of_stage.runs[::4]] == [names[1], names[0], names[1]]
    assert [name for name, _, _ in of_stage.runs[1::4]] == [names[0], names[1], names[0]]


@pytest.mark.parametrize("breaks_at", range(1, 17))
def test_an_interrupted_run_goes_on_with_the_turn_that_it_had_begun(breaks_at):
    plan = Plan(full(8), 3, 20)
    broken, whole = _Stage(breaks_at), _Stage()
    first = begin(plan, None)
    with pytest.raises(KeyboardInterrupt):
        list(measured(first, Measurement(broken, SCENARIOS, OURS), WAYS))
    kept = json.loads(as_json(first))
    second = begin(plan, kept)
    assert second is kept
    assert len(second["made"]["resumed"]) == 1
    list(measured(second, Measurement(whole, SCENARIOS, OURS), WAYS))
    begun = (breaks_at - 1) // 2 * 2
    assert len(whole.runs) == 16 - begun
    assert [(each["latency_ms"], each["rounds"]) for each in second["sections"]] == [(0, 3), (20, 1)]
    for each in second["sections"]:
        counts = [len(peer["samples"]) for row in each["rows"].values() for peer in row["peers"].values()]
        assert counts == [each["rounds"]] * 4


def test_another_plan_and_a_finished_run_begin_anew():
    plan = Plan(full(8), 3, 20)
    kept = begin(plan, None)
    assert begin(Plan(full(9), 3, 20), kept) is not kept
    kept["made"]["finished"] = True
    assert begin(plan, kept) is not kept


def test_the_committer_has_to_be_the_one_that_is_told(tmp_path):
    success = tmp_path / "_SUCCESS"
    with pytest.raises(HeadwaterError, match="left no _SUCCESS"):
        stage._require_committer("it", "", success)
    success.write_text("")
    stage._require_committer("it", "", success)
    stage._require_committer("it", "FileOutputCommitter", success)
    with pytest.raises(HeadwaterError, match="FileOutputCommitter has committed the job, not magic"):
        stage._require_committer("it", "magic", success)
    success.write_text('{"committer": "directory"}')
    with pytest.raises(HeadwaterError, match="directory has committed"):
        stage._require_committer("it", "magic", success)
    success.write_text('{"committer": "magic"}')
    stage._require_committer("it", "magic", success)


@pytest.fixture(scope="module")
def small(tmp_path_factory):
    """A store with Headwater alone, by both APIs; the peers' jars are fetched from elsewhere."""
    folder = tmp_path_factory.mktemp("writes")
    with stage.Stage(folder, QUICK, scenario.load(), OURS) as running:
        yield running


def test_a_small_run_writes_each_object_once(small):
    *_, last = Measurement(small, scenario.load(), OURS).rounds(1, small.document, "as it is")
    assert [each["title"] for each in last["rows"].values()] == [each.title for each in scenario.load()]
    for each in last["rows"].values():
        for name in (each.name for each in OURS):
            (taken,) = each["peers"][name]["samples"]
            parts = 1 if each["title"].startswith("One object") else QUICK.parts
            assert taken["requests"]["PUT"] >= taken["metrics"]["objects"] >= parts
            assert "COPY" not in taken["requests"]
            assert taken["bytes_to_store"] >= taken["metrics"]["bytes"] > 0
            assert taken["bytes_copied"] == 0
            assert taken["peak_memory"] > 0


def test_rows_that_are_missing_are_told(small, monkeypatch):
    """A store that loses a part: the proof fails, and the output is removed all the same."""
    fetch = stage.objects.download

    def lose(account, bucket, prefix, folder):
        fetch(account, bucket, prefix, folder)
        next(folder.glob("part-*")).unlink()

    monkeypatch.setattr(stage.objects, "download", lose)
    teragen = next(each for each in scenario.load() if each.title == "Teragen")
    with pytest.raises(HeadwaterError, match=r"Teragen, Headwater.*is right"):
        small.run(HEADWATER, teragen, FULL)
    assert list(stage.objects.keys(small._account, stage.BUCKET, "run-")) == []
