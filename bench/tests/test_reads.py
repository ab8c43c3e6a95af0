"""`headwater bench reads`: its scenarios, its arithmetic, its delay, its page, and a small real run."""

import http.client
import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from click.testing import CliRunner

from headwater.core.errors import HeadwaterError
from headwater_bench.core import numbers, resuming
from headwater_bench.core.delay import delayed
from headwater_bench.reads import adding, command, data, ideal, scenario
from headwater_bench.reads.configurations import ALL, OURS
from headwater_bench.reads.document import mades, render
from headwater_bench.reads.measure import Measurement
from headwater_bench.reads.run import Plan, begin
from headwater_bench.reads.shortfalls import shortfalls
from headwater_bench.reads.sizes import QUICK, full
from headwater_bench.reads.stage import Stage

OURS_NAMES = [each.name for each in OURS]
MADE = {
    "date": "2026-01-01T00:00+00:00",
    "processor": "a processor",
    "cores": 2,
    "memory_bytes": 2**34,
    "load": 0.5,
    "load_after": 1.5,
    "versions": {"Headwater": "0.1.0"},
    "command": "headwater bench reads",
}


def row(title: str, needed: int | None = None, **peers: list[dict]) -> dict:
    named = {
        name.replace("_", "-"): {"samples": samples, "failure": "" if samples else "broken"}
        for name, samples in peers.items()
    }
    return {"title": title, "needed": needed, "peers": named}


def sample(seconds: float, fetched: int = 1000, **requests: int) -> dict:
    return {"seconds": seconds, "requests": requests, "bytes_from_store": fetched}


def test_all_22_queries_of_tpch_read_the_tables_that_they_name():
    found = {each.title: each for each in scenario.load() if each.name.startswith("tpch")}
    assert list(found) == [f"TPC-H {number}" for number in range(1, 23)]
    assert set(found["TPC-H 1"].views) == {"lineitem"}
    assert set(found["TPC-H 16"].views) == {"part", "partsupp", "supplier"}
    assert {view for each in found.values() for view in each.views} == set(scenario.TABLES)
    assert "* 0.0001000000" in found["TPC-H 11"].statement(full(1.0))
    assert "* 0.0100000000" in found["TPC-H 11"].statement(QUICK)


def test_the_selective_scenario_reads_one_row_in_a_hundred():
    selective = next(each for each in scenario.load() if each.is_selective)
    assert selective.bounds(full(1.0)) == (200_000, 205_000)
    assert "id >= 200000 AND id < 205000" in selective.statement(full(1.0))


def test_a_wide_table_has_twenty_columns():
    assert len(data.WIDE) == 20


def test_a_plan_knows_its_scenarios_by_the_beginnings_of_their_names():
    assert [each.name for each in Plan(QUICK, 1, 0, ("05", "tpch-1")).scenarios][:2] == [
        "05-parquet",
        "tpch-10",
    ]
    assert len(Plan(QUICK, 1, 0).scenarios) == len(scenario.load())


def test_an_interrupted_run_continues_and_the_page_reports_it():
    plan = Plan(full(1.0), 1, 0)
    kept = begin(plan, None)
    assert kept["sections"] == []
    assert begin(Plan(full(1.0), 2, 0), kept) is not kept
    assert begin(plan, kept) is kept
    assert len(kept["made"]["resumed"]) == 1
    assert f"interrupted and resumed: {kept['made']['date']}" in resuming.interruptions(kept["made"])
    kept["made"]["finished"] = True
    assert begin(plan, kept) is not kept
    assert not resuming.interruptions(MADE)


def test_a_ratio_is_the_median_of_pairs():
    times = row("it", a=[sample(1), sample(8), sample(3)], b=[sample(2), sample(4), sample(4)])
    assert numbers.ratio(times, "a", "b") == 0.75
    assert numbers.sum_ratio([times, times], "a", "b") == 0.75


def test_requests_are_those_of_the_first_round_without_authentication():
    of_peer = row("it", a=[sample(1, LIST=2, GET=3, AUTH=1), sample(1, GET=1)])
    assert numbers.count(of_peer, "a") == 5
    assert numbers.kinds(of_peer, "a") == "3 GET, 2 LIST"
    assert numbers.later_count(of_peer, "a") == 1
    assert numbers.later_count(row("it", a=[sample(1)]), "a") is None


def test_shortfalls_are_slower_rows_and_more_than_half_the_requests():
    section = {
        "latency_ms": 0,
        "rows": {
            "good": row("good", a=[sample(1, GET=1)], b=[sample(1, GET=2)]),
            "slow": row("slow", a=[sample(1.2, GET=1)], b=[sample(1, GET=2)]),
            "many": row("many", a=[sample(1, GET=2)], b=[sample(1, GET=3)]),
            "none": row("none", a=[sample(1, GET=2)], b=[]),
        },
    }
    titles = {"a": "Headwater", "b": "S3A 3.5.0"}
    assert list(shortfalls(section, titles, ["a"], ["b"], "b")) == [
        "slow: Headwater takes 1.20 of the time of S3A 3.5.0",
        "many, more than half the requests: Headwater: 2 (2 GET); S3A 3.5.0: 3 (3 GET)",
    ]


@pytest.mark.parametrize(
    ("rows", "sizes"), [((0, 1), [7]), ((9, 11), [7, 8]), ((10, 30), [8, 9]), ((30, 40), []), ((-5, 0), [])]
)
def test_pages_that_hold_some_of_the_rows(rows, sizes):
    assert list(ideal._overlapping([0, 10, 20, 30], [7, 8, 9], rows)) == sizes


class _Echo(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_PUT(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


def test_every_request_of_a_connection_is_delayed_and_passed_on_whole():
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Echo)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = f"http://127.0.0.1:{server.server_port}"
    document = {"s3": {"endpoint": endpoint, "key": "k"}, "swift": {"auth_url": f"{endpoint}/auth"}}
    body = bytes(range(256)) * 10_000
    begin = time.perf_counter()
    with delayed(document, 50) as (distant, proxy):
        address = distant["s3"]["endpoint"].removeprefix("http://")
        assert distant["swift"]["auth_url"] == f"http://{address}/auth" != document["swift"]["auth_url"]
        connection = http.client.HTTPConnection(address)
        for _ in range(3):
            connection.request("PUT", "/", body=body)
            assert connection.getresponse().read() == body
        assert proxy.requests == 3
    # No machine can be faster than the delays.
    assert time.perf_counter() - begin >= 3 * 0.05
    connection.close()
    server.shutdown()


def test_the_page_has_times_requests_bytes_and_shortfalls():
    peers = {each.name.replace("-", "_"): [sample(1.0, 1100, LIST=1, GET=1)] for each in ALL}
    peers |= {"s3a_classic": [sample(2.0, 4000, HEAD=3, GET=1)], "stocator": []}
    rows = {"p": row("Parquet", 1000, **peers), "t": row("TPC-H 1", 1000, **peers)}
    known = {
        "made": MADE,
        "data": full(1.0).as_dict(),
        "peers": {each.name: each.title for each in ALL},
        "sections": [{"latency_ms": each, "rounds": 1, "rows": rows} for each in (0, 20)],
    }
    page = render(known)
    assert page.count("| Parquet | 1.00 (1.00 to 1.00), **0.50** |") == 2
    assert "## Time, with 20 ms more for every request" in page
    assert "| 2: 1 GET, 1 LIST, **0.50** |" in page
    assert "| 4: 1 GET, 3 HEAD, **1.00** | 2:" in page
    assert "| 0.00, **1.10** |" in page
    assert "1,000 partitions" in page
    assert page.count("Parquet, Stocator 1.1.4: `broken`") == 2
    assert page.endswith("None.\n")


@pytest.fixture
def finished(monkeypatch):
    """A finished run of two rounds of CSV, and one delayed. An added row takes no time."""

    def measured(plan: Plan, known: dict):
        for latency, rounds in ((0, plan.rounds), (plan.latency, 1)):
            rows = {
                each.name: row(
                    each.title, **{name.name.replace("-", "_"): [sample(2.0, GET=1)] for name in ALL}
                )
                for each in plan.scenarios
            }
            known["sections"].append({"latency_ms": latency, "rounds": rounds, "rows": rows})
            known["made"]["load_after"] = 7.5
            yield known

    monkeypatch.setattr(adding.run, "run", measured)
    plan = Plan(full(1.0), 2, 20, ("02",))
    *_, known = measured(plan, begin(plan, None))
    return known | {"made": MADE | {"command": plan.command, "finished": True}}


def test_an_added_row_records_its_origin_and_the_others_stay(finished):
    later = adding.added(Plan(full(1.0), 2, 20, ("01", "11")), finished)
    assert [list(each["rows"]) for each in later["sections"]] == [
        ["01-text-count", "02-csv", "11-read-only-large"]
    ] * 2
    assert later["made"] == finished["made"]
    (made,) = mades(later)[1:]
    assert made["command"].endswith("--scenario 01 --scenario 11 --add")
    page = render(later)
    assert page.count("*Measured later, `sc.textFile`, count; Read-only, large: ") == 1
    assert "64 MB of text and of 1,024 MB" in page


@pytest.mark.parametrize("other", [Plan(full(1.0), 3, 20), Plan(full(1.0), 2, 0), Plan(full(2.0), 2, 20)])
def test_a_row_of_other_rounds_or_data_is_not_added(finished, other, tmp_path):
    results = tmp_path / "reads.json"
    results.write_text(json.dumps(finished), encoding="utf-8")
    with pytest.raises(HeadwaterError, match="would not be like those that are there") as error:
        adding.like(other, results)
    assert finished["made"]["command"] in error.value.advice
    assert adding.like(Plan(full(1.0), 2, 20, ("03",)), results) == finished


@pytest.mark.parametrize("other", [{"peers": {"a": "A"}}, {"made": MADE | {"finished": False}}])
def test_rows_are_not_added_to_another_result(finished, other, tmp_path):
    results = tmp_path / "reads.json"
    results.write_text(json.dumps(finished | other), encoding="utf-8")
    with pytest.raises(HeadwaterError, match="of other peers, or of a run that has not come to its end"):
        adding.like(Plan(full(1.0), 2, 20, ("03",)), results)


def test_rows_are_added_to_a_result_alone(tmp_path):
    with pytest.raises(HeadwaterError, match="to which rows could be added"):
        adding.like(Plan(full(1.0), 2, 20), tmp_path / "reads.json")
    wanted = CliRunner().invoke(command.reads, ["--add"])
    assert wanted.exit_code == 2
    assert "--add needs a --scenario" in wanted.output


@pytest.mark.soak
def test_a_small_run_with_the_programs_of_this_checkout(tmp_path):
    """Headwater alone, by both APIs. The peers' jars and TPC-H's generator are fetched from elsewhere."""
    chosen = [each for each in scenario.load() if not each.name.startswith("tpch")]
    with Stage(tmp_path, QUICK, chosen, OURS) as stage, delayed(stage.document, 1) as (distant, proxy):
        *_, last = Measurement(stage, chosen, OURS).rounds(1, distant, "delayed")
    assert [each["title"] for each in last["rows"].values()] == [each.title for each in chosen]
    seen = 0
    for each in chosen:
        found = last["rows"][each.name]
        assert numbers.is_measured(found, OURS_NAMES)
        for name in OURS_NAMES:
            seen += sum(found["peers"][name]["samples"][0]["requests"].values())
            if each.is_columnar:
                assert numbers.fetched(found, name) >= found["needed"] > 0
    assert proxy.requests >= seen
