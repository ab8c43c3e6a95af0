"""Headwater's goals for writing, and the page that reports them."""

import pytest

from headwater_bench.writes import goals
from headwater_bench.writes.configurations import ALGORITHM_1, ALL, HEADWATER, MAGIC, STOCATOR
from headwater_bench.writes.document import render
from headwater_bench.writes.sizes import QUICK, full

NAMES = [each.name for each in ALL]
OURS = HEADWATER.title
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
    """All peers have 1 s and 10 requests, except for those that are given."""
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


def known_of(*sections: dict, **made) -> dict:
    return {
        "made": MADE | made,
        "data": full(64).as_dict(),
        "peers": {each.name: each.title for each in ALL},
        "sections": list(sections),
    }


def test_all_is_well_where_every_goal_is_reached():
    assert goals.all_shortfalls(known_of(section(good()), section(good(), latency=20))) == []


@pytest.mark.parametrize(
    ("rows", "latency", "sentences"),
    [
        (
            [good(s3a_1=sample(3, 249), s3a_magic=sample(3, 99))],
            0,
            [
                f"{OURS} sends 24.9 times fewer requests, not 25, than {ALGORITHM_1.title}",
                f"{OURS} sends 9.9 times fewer requests, not 15, than {MAGIC.title}",
            ],
        ),
        (
            [good("Parquet", stocator=sample(1, 9))],
            0,
            [f"Parquet: {OURS} sends 10 requests, {STOCATOR.title} 9"],
        ),
        (
            [good(headwater_s3=sample(1, 10, sent=1030, copied=5))],
            0,
            [
                f"Teragen: {OURS} sends 1.03 times the bytes that it stores",
                f"Teragen: {OURS} lets the store copy 5 bytes",
            ],
        ),
        (
            [good(s3a_1=sample(2, 250))],
            20,
            [
                f"with 20 ms: the workloads in sum: {OURS} is 2.00 times as fast as {ALGORITHM_1.title}",
                f"with 20 ms: Teragen: {OURS} is 2.00 times as fast as {ALGORITHM_1.title}",
            ],
        ),
        (
            [good(), row("Parquet", headwater_s3=sample(1.2, 10))],
            0,
            [f"Parquet: {OURS} takes 1.20 of the time of {STOCATOR.title}"],
        ),
        ([good(s3a_1=None, s3a_magic=None, stocator=None)], 0, []),
    ],
)
def test_shortfalls_are_reported(rows, latency, sentences):
    found = goals.all_shortfalls(known_of(section(*rows, latency=latency)))
    assert [each for each in found if OURS in each] == sentences


def test_goals_are_of_sums_over_the_workloads_alone():
    rows = section(good("Teragen", s3a_1=sample(3, 100)), good("Copy", s3a_1=sample(3, 400)), row("Parquet"))
    chosen = goals.workloads(rows, NAMES)
    assert [each["title"] for each in chosen] == ["Teragen", "Copy"]
    assert goals.fewer_requests(chosen, "headwater-s3", "s3a-1") == 25
    assert goals.written(chosen, "headwater-s3") == 1
    assert goals.copied(chosen, "s3a-1") == 0


def test_the_page_has_goals_times_requests_bytes_and_shortfalls():
    rows = [good(), good("Copy", s3a_magic=None)]
    page = render(known_of(section(*rows), section(*rows, latency=20)))
    assert "640,000 rows of 100 bytes and writes them as text in 64 parts" in page
    assert "| times fewer requests than S3A 3.5.0, algorithm 1 | 25 | 25.0 | 25.0 |" in page
    assert "| times as fast as S3A 3.5.0, algorithm 1, with 20 ms more | 3 | 3.00 | 3.00 |" in page
    assert "| bytes sent, of those stored | 1 | 1.000 | 1.000 |" in page
    assert page.count("| Teragen | 1.00 (1.00 to 1.00), **0.33** |") == 2
    assert "| Teragen | 10: 10 PUT, **0.04** | 10: 10 PUT, **0.04** | 250: 250 PUT, **1.00** |" in page
    assert "| 0.00, 0.00, 0.00, **3.00** |" in page
    assert "| 2.00, 1.00, 1,024 |" in page
    assert page.count("Copy, S3A 3.5.0, magic: `broken`") == 2
    assert page.endswith("None.\n")


def test_the_page_of_a_quick_run_reports_cold_processes():
    known = known_of(section(good(), row("Parquet")))
    assert "Sums over Teragen. " in render(known)
    assert "The processes are warmed up by all rows" in render(known)
    assert "The processes are not warmed up" in render(known | {"data": QUICK.as_dict()})


def test_the_page_reports_a_resumed_run():
    page = render(known_of(section(good()), resumed=["2026-01-02T00:00+00:00"]))
    assert "which was interrupted and resumed: 2026-01-02T00:00+00:00" in page
