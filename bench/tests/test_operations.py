"""The comparison of file systems: its definitions, its samples, its result and its page."""

import json
from contextlib import nullcontext
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

import report_support
from headwater.errors import HeadwaterError
from headwater.requests import Watched
from headwater_bench.operations import definitions, document, jars
from headwater_bench.operations import measure as measuring
from headwater_bench.operations.command import operations
from requests_support import request

OURS = definitions.Peer("1-ours-s3", "Ours", "s3://bench/", {})
OTHER = definitions.Peer("2-other", "Other 1.0", "x://bench/", {}, ("group:artifact:1.0",), ("a:b", "c:*"))
AWAY = definitions.Peer("3-away", "Away 2.0", "y://{away}/", {}, ("group:artifact:2.0",), on_store=False)
RENAME = definitions.Call("rename", "Rename it", "fs.rename(TREE, MOVED)", "answer", "It is copied.\n")


def sample(seconds: float, to_store: int = 0, from_store: int = 0, **requests: int) -> dict:
    return {
        "seconds": seconds,
        "store_seconds": 2 * seconds,
        "requests": requests,
        "bytes_to_store": to_store,
        "bytes_from_store": from_store,
    }


def known() -> dict:
    """Renames: ours in three rounds, another that failed, and one that is not on the store."""
    middle = sample(1.5, 0, 5500, AUTH=1, LIST=1, COPY=2)
    results = {
        "ours-s3": {"samples": [middle, sample(1.0), sample(12.0)], "failure": ""},
        "other": {"samples": [], "failure": "cannot rename"},
        "away": {"samples": [sample(0.5)], "failure": ""},
    }
    call = {"title": "Rename it", "call": "fs.rename(TREE, MOVED)", "note": "It is copied.\n"}
    return {
        "made": report_support.MADE | {"command": "headwater bench operations --rounds 3"},
        "objects": 1000,
        "files": 100,
        "rounds": 3,
        "peers": {each.key: {"title": each.title, "on_store": each.on_store} for each in (OURS, OTHER, AWAY)},
        "calls": {"6-rename": call | {"peers": results}},
    }


def test_every_peer_and_call_can_be_read():
    document = {
        "s3": dict.fromkeys(("endpoint", "region", "access_key", "secret_key"), "s3"),
        "swift": dict.fromkeys(("auth_url", "user", "key"), "swift"),
        "hdfs": {"address": "hdfs"},
    }
    peers = definitions.peers()
    assert [each.is_headwater for each in peers] == [True, True, False, False, False]
    assert [each.on_store for each in peers] == [True, True, True, True, False]
    for peer in peers:
        texts = [peer.root, *peer.hadoop.values()]
        assert all("{" not in text.format_map(document) for text in texts)
    for call in definitions.calls():
        compile(call.call, call.name, "eval")
        compile(call.holds, call.name, "eval")


def test_the_project_names_artifacts_and_exclusions():
    project = ET.fromstring(jars._project(OTHER))
    dependency = project.find("dependencies/dependency")
    assert [each.text for each in dependency if each.text] == ["group", "artifact", "1.0"]
    excluded = [[part.text for part in each] for each in dependency.find("exclusions")]
    assert excluded == [["a", "b"], ["c", "*"]]


def test_a_path_without_maven_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(jars, "CACHE", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(HeadwaterError, match="no mvn is on the PATH") as raised:
        jars.own_jars(OTHER)
    assert "Install Maven" in raised.value.advice


def test_the_page_tells_median_spread_and_requests_of_the_median_round():
    text = document.render(known())
    assert "| Ours | 1,500 [1,000–12,000] | 3.0 | 3 | 2 COPY, 1 LIST | 1 | 0 | 6 |" in text  # noqa: RUF001
    assert "| Other 1.0 | – | – | – | – | – | – | – |" in text  # noqa: RUF001
    assert "Other 1.0: `cannot rename`" in text
    assert "It is copied.\n" in text
    assert "Made by `headwater bench operations --rounds 3`." in text
    assert "are 100 more of 1,000 bytes" in text


def test_the_page_counts_no_requests_of_what_is_not_on_the_store():
    result = known()
    text = document.render(result)
    assert "| Away 2.0 | 500 [500–500] | 1.0 | – | – | – | – | – |" in text  # noqa: RUF001
    assert "\nAway 2.0 is not on the store." in text
    del result["peers"]["away"], result["calls"]["6-rename"]["peers"]["away"]
    assert "not on the store" not in document.render(result)


class Trees:
    """Objects that nobody looks for."""

    def __init__(self):
        self.document = {"servers": [], "access_log": "", "s3": {"endpoint": ""}}

    def make(self, folder: str, objects: int):
        """They are there."""

    def clear(self, folder: str):
        """They stay."""

    def count(self, _folder: str) -> int:
        return 0


class Jvm:
    """Renames once, and can then no more."""

    def __init__(self):
        self.calls = 0

    def path(self, key: str) -> str:
        return key

    def run(self, _call, paths: dict) -> tuple[object, float]:
        self.calls += 1
        assert len(paths["FILES"]) == 2
        if self.calls > 1:
            raise HeadwaterError("cannot rename")
        return True, 0.25


def player(peer: definitions.Peer, monkeypatch) -> measuring._Player:
    """A peer on no store, whose requests are told."""
    seen = Watched([request("PUT", "/bench/a", bytes_in=5), request("GET", "/bench/a", bytes_out=7)])
    monkeypatch.setattr(measuring._Player, "_watched", lambda _: nullcontext(seen))
    return measuring._Player(peer, Jvm(), Trees(), [RENAME])


def test_a_call_that_failed_is_not_tried_again(monkeypatch):
    tested = player(OTHER, monkeypatch)
    for _ in range(3):
        tested.take_turn(20)
    assert tested.jvm.calls == 2
    (result,) = measuring._by_call([tested], [RENAME])["rename"].values()
    assert result["failure"] == "cannot rename"
    assert result["samples"] == [
        {
            "seconds": 0.25,
            "store_seconds": 0,
            "requests": {"PUT": 1, "GET": 1},
            "bytes_to_store": 5,
            "bytes_from_store": 7,
        }
    ]


def test_a_call_of_headwaters_must_not_fail(monkeypatch):
    tested = player(OURS, monkeypatch)
    tested.take_turn(20)
    with pytest.raises(HeadwaterError, match="cannot rename"):
        tested.take_turn(20)


def test_what_is_known_is_kept_after_every_round(tmp_path, monkeypatch):
    rename = next(each for each in definitions.calls() if "rename" in each.name)
    samples = {each.key: {"samples": [], "failure": ""} for each in definitions.peers()}
    kept = []

    def measured(peers, calls, objects, rounds):
        assert (objects, rounds) == (30, 2)
        for _ in range(rounds):
            for each in peers:
                samples[each.key]["samples"].append(sample(1.0, PUT=1))
            yield measuring.Report({"Java": "17"}, {call.name: samples for call in calls})
            kept.append(json.loads((tmp_path / "operations.json").read_text()))

    monkeypatch.setattr(measuring, "measure", measured)
    options = ["--objects", "30", "--rounds", "2", "--folder", str(tmp_path)]
    CliRunner().invoke(operations, options, catch_exceptions=False)
    assert [each["rounds"] for each in kept] == [1, 2]
    assert len(kept[1]["calls"][rename.name]["peers"]["headwater-s3"]["samples"]) == 2
    assert kept[1]["made"]["versions"]["Java"] == "17"
    assert (tmp_path / "operations.md").read_text() == document.render(kept[1])
