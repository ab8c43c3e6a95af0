"""`headwater bench uploads`: its policies and programs, its page and chapter, and a small real run."""

from pathlib import Path

import pytest

from headwater.core.errors import HeadwaterError
from headwater_bench.peers.definitions import peers
from headwater_bench.report.chapters import chapters
from headwater_bench.uploads import measure as measuring
from headwater_bench.uploads import policies, programs, run
from headwater_bench.uploads.document import render
from report_support import MADE

DOCUMENT = {
    "s3": dict.fromkeys(("endpoint", "region", "access_key", "secret_key"), "s3"),
    "swift": dict.fromkeys(("auth_url", "user", "key"), "swift"),
}


def sample(seconds: float, copied: int = 0, **requests: int) -> dict:
    return {
        "seconds": seconds,
        "cpu_seconds": 2 * seconds,
        "store_cpu_seconds": 0.5,
        "requests": requests,
        "bytes_to_store": 16 * 10**6,
        "bytes_copied": copied,
    }


def known() -> dict:
    results = {
        "a": {"samples": [sample(3.0, PUT=3), sample(1.0, PUT=1), sample(2.0, PUT=2, LIST=4)], "failure": ""},
        "b": {"samples": [sample(9.0, 10**6, COPY=1)], "failure": ""},
        "c": {"samples": [], "failure": "AnException: it broke"},
    }
    return {
        "made": MADE | {"resumed": [], "finished": True},
        "megabytes": 16,
        "peers": {"a": "A", "b": "B", "c": "C"},
        "policies": {
            "a": {"how": "sends at once", "peer": "headwater-swift"},
            "b": {"how": "waits", "peer": "s3a"},
            "c": {"how": "breaks", "peer": "stocator"},
        },
        "sections": [
            {"latency_ms": latency, "rounds": 3, "rows": {"put": {"title": "`put`", "peers": results}}}
            for latency in (0, 20)
        ],
    }


def test_every_policy_is_of_a_peer_and_differs_from_the_others():
    found = policies.load()
    values = [tuple(sorted(each.values(DOCUMENT).items())) for each in found]
    assert len(set(values)) == len(values) == 8
    assert all("{" not in text for each in values for _, text in each)
    assert {each.peer.key for each in found} == {each.key for each in peers() if each.on_store}


def test_programs_write_the_given_number_of_bytes_to_the_given_place():
    put, text, words = (each.arguments(4000, Path("/source"), "s3://bench/a") for each in programs.ALL)
    assert put == ["-put", "/source", "s3://bench/a/put"]
    assert "mapreduce.randomtextwriter.totalbytes=4000" in text
    assert "mapreduce.randomtextwriter.bytespermap=4000" in text
    assert text[-1] == words[0] == "s3://bench/a/text"
    assert words[1] == "s3://bench/a/words"


def test_the_page_has_medians_spreads_requests_and_failures():
    page = render(known())
    assert "- *A* sends at once.\n" in page
    assert "| A | 2.0 (1.0 to 3.0); 4.0; 0.5 |" in page
    assert "## Seconds, with 20 ms more for every request\n" in page
    assert "| A | 6: 4 LIST, 2 PUT; 16; 0 |" in page
    assert "| B | 1: 1 COPY; 16; 1 |" in page
    assert "| C | – |" in page  # noqa: RUF001
    assert "`put`, C: `AnException: it broke`" in page


def test_the_report_compares_time_and_requests_of_the_policies_that_did_not_fail():
    found = next(each for each in chapters({"uploads": known()}) if each.command.endswith("uploads"))
    assert [each.title for each in found.figures] == [
        "Time",
        "Time, with 20 ms more for every request",
        "Requests",
    ]
    time, _, requests = found.figures
    assert {mark.peer for mark in time.marks} == {"A", "B"}
    assert list(requests.worse()) == ["Requests, `put`: A 6 requests, B 1 requests"]


class Trees:
    """Objects that are claimed to exist."""

    def __init__(self, *found: tuple[str, int]) -> None:
        self._found = found

    def make(self, folder: str, objects: int) -> None:
        """Does nothing."""

    def clear(self, folder: str) -> None:
        """Does nothing."""

    def under(self, folder: str) -> list[tuple[str, int]]:
        return [each for each in self._found if each[0].startswith(f"{folder}/")]


def player(policy: policies.Policy, size: int, *found: tuple[str, int]) -> measuring.Player:
    return measuring.Player(policy, measuring.Place(Trees(*found), Path(), size, Path()))


def test_a_program_that_writes_too_little_is_reported():
    policy = policies.load()[0]
    found = [(f"{policy.name}/{name}", size) for name, size in (("put", 5), ("put/more", 4), ("text", 100))]
    put, _, words = programs.ALL
    tested = player(policy, 9, *found)
    tested._require(put)
    with pytest.raises(HeadwaterError, match=f"left 0 bytes at {policy.name}/words"):
        tested._require(words)
    with pytest.raises(HeadwaterError, match=f"left 9 bytes at {policy.name}/put"):
        player(policy, 10, *found)._require(put)


def test_a_failed_program_and_its_dependents_are_not_run_again(monkeypatch):
    ran = []

    def sample_of(_player, program, _document):
        ran.append(program.name)
        if program.name == "text":
            raise HeadwaterError("no", detail="run\nAnException: it broke\n  at line\n")
        return sample(1.0)

    monkeypatch.setattr(measuring.Player, "_sample", sample_of)
    tested = player(next(each for each in policies.load() if not each.peer.is_headwater), 1)
    rows = {}
    for _ in range(2):
        tested.take_turn({}, rows)
    assert ran == ["put", "text", "put"]
    failed = {"turns": 2, "samples": [], "failure": "AnException: it broke"}
    assert rows["text"]["peers"][tested.name] == failed
    assert len(rows["put"]["peers"][tested.name]["samples"]) == 2
    assert "words" not in rows


@pytest.mark.soak
def test_a_small_run_of_each_policy():
    plan = run.Plan(4, rounds=1, latency=1)
    *_, known = run.run(plan, run.begin(plan, None))
    assert [each["latency_ms"] for each in known["sections"]] == [0, 1]
    for section in known["sections"]:
        assert set(section["rows"]) == {"put", "text", "words"}
        for row in section["rows"].values():
            for name, result in row["peers"].items():
                assert result["failure"] or len(result["samples"]) == 1, name
    streamed = known["sections"][0]["rows"]["put"]["peers"]["1-swift-stream"]["samples"][0]
    assert streamed["requests"]["PUT"] == 1
    assert streamed["bytes_copied"] == 0
    assert 4 * 10**6 <= streamed["bytes_to_store"] < 5 * 10**6
    assert streamed["cpu_seconds"] > 0
