"""`headwater bench uploads`: its policies and programs, its page and chapter, and a small real run."""

from pathlib import Path

import pytest

from headwater.errors import HeadwaterError
from headwater_bench.report.chapters import uploads as chapter
from headwater_bench.uploads import measure as measuring
from headwater_bench.uploads import policies, programs
from headwater_bench.uploads.document import render
from report_support import MADE

DOCUMENT = {
    "s3": dict.fromkeys(("endpoint", "region", "access_key", "secret_key"), "s3"),
    "swift": dict.fromkeys(("auth_url", "user", "key"), "swift"),
}


def sample(seconds: float, copied: int = 0, **requests: int) -> dict:
    return {
        "seconds": seconds,
        "requests": requests,
        "bytes_to_store": 16 * 10**6,
        "bytes_copied": copied,
    }


def known() -> dict:
    results = {
        "a": {"samples": [sample(3.0, PUT=3), sample(1.0, PUT=1), sample(2.0, PUT=2, LIST=4)], "failure": ""},
        "b": {"samples": [sample(9.0, 10**6, COPY=1)], "failure": ""},
        "c": {"samples": [], "failure": "run\nAnException: it broke\n  at line\n"},
    }
    return {
        "made": MADE,
        "megabytes": 16,
        "rounds": 3,
        "policies": {
            "a": {"title": "A", "how": "sends at once", "peer": "headwater-swift"},
            "b": {"title": "B", "how": "waits", "peer": "s3a"},
            "c": {"title": "C", "how": "breaks", "peer": "stocator"},
        },
        "programs": {"put": {"title": "`put`", "policies": results}},
    }


def test_every_policy_is_of_a_peer_and_differs_from_the_others():
    found = policies.load()
    values = [tuple(sorted(each.values(DOCUMENT).items())) for each in found]
    assert len(set(values)) == len(values) == 8
    assert all("{" not in text for each in values for _, text in each)
    assert {each.peer.key for each in found} == set(chapter._PEERS)


def test_programs_write_as_many_bytes_as_they_are_told_where_they_are_told():
    put, text, words = (each.arguments(4000, Path("/source"), "s3://bench/a") for each in programs.ALL)
    assert put == ["-put", "/source", "s3://bench/a/put"]
    assert "mapreduce.randomtextwriter.totalbytes=4000" in text
    assert "mapreduce.randomtextwriter.bytespermap=4000" in text
    assert text[-1] == words[0] == "s3://bench/a/text"
    assert words[1] == "s3://bench/a/words"


def test_the_page_tells_medians_spreads_requests_and_failures():
    page = render(known())
    assert "- *A* sends at once.\n" in page
    assert "| A | 2.0 (1.0 to 3.0) |" in page
    assert "| A | 6: 4 LIST, 2 PUT; 16; 0 |" in page
    assert "| B | 1: 1 COPY; 16; 1 |" in page
    assert "| C | – |" in page  # noqa: RUF001
    assert "`put`, C: `AnException: it broke`" in page


def test_the_report_has_a_plot_of_each_program_and_what_failed():
    made = chapter.chapter({"uploads": known()})
    assert [each.title for each in made.parts] == ["`put`"]
    assert [each.title for each in made.parts[0].chart.legend] == ["Headwater, `swift://`", "S3A 3.5.0"]
    assert made.shortfalls == ["`put`, C: `AnException: it broke`", "`put`: A sends 6 requests, B 1"]
    assert chapter.chapter({}) is None


def test_a_program_that_leaves_too_little_is_told(tmp_path):
    class Trees:
        def under(self, folder: str):
            assert folder == "a"
            return [("a/put", 5), ("a/put/more", 4), ("a/text", 100)]

    place = measuring._Place({}, Trees(), tmp_path, 9, tmp_path)
    put, _, words = programs.ALL
    measuring._require(place, put, "a/put")
    with pytest.raises(HeadwaterError, match="left 0 bytes at a/words"):
        measuring._require(place, words, "a/words")
    short = measuring._Place({}, Trees(), tmp_path, 10, tmp_path)
    with pytest.raises(HeadwaterError, match="left 9 bytes at a/put"):
        measuring._require(short, put, "a/put")


def test_what_fails_is_not_run_again_nor_what_needs_it(monkeypatch):
    class Trees:
        def make(self, folder: str, objects: int):
            """It is not looked for."""

        def clear(self, folder: str):
            """Nothing is there."""

    ran = []

    def sample_of(_place, _policy, program):
        ran.append(program.name)
        if program.name == "text":
            raise HeadwaterError("no", detail="it broke")
        return sample(1.0)

    monkeypatch.setattr(measuring, "_sample", sample_of)
    peer = next(each for each in policies.load() if not each.peer.is_headwater)
    found = {program.name: {peer.name: {"samples": [], "failure": ""}} for program in programs.ALL}
    place = measuring._Place({}, Trees(), Path(), 1, Path())
    for _ in range(2):
        measuring._take_turn(place, peer, found)
    assert ran == ["put", "text", "put"]
    assert found["text"][peer.name] == {"samples": [], "failure": "it broke"}
    assert len(found["put"][peer.name]["samples"]) == 2
    assert found["words"][peer.name] == {"samples": [], "failure": ""}


@pytest.mark.soak
def test_a_small_run_of_each_policy():
    (found,) = measuring.measure(policies.load(), 4 * 10**6, rounds=1)
    assert set(found) == {"put", "text", "words"}
    for results in found.values():
        for name, result in results.items():
            assert result["failure"] or len(result["samples"]) == 1, name
    streamed = found["put"]["1-swift-stream"]["samples"][0]
    assert streamed["requests"]["PUT"] == 1
    assert streamed["bytes_copied"] == 0
    assert 4 * 10**6 <= streamed["bytes_to_store"] < 5 * 10**6
