"""The comparison of file systems: its definitions, its samples, its result and its page."""

from xml.etree import ElementTree as ET

import psutil
import pytest

import report_support
from headwater.core.errors import HeadwaterError
from headwater_bench.operations import calls, document
from headwater_bench.operations import measure as measuring
from headwater_bench.peers import definitions, jars

OURS = definitions.Peer("1-ours-s3", "Ours", "s3://bench/", {})
OTHER = definitions.Peer("2-other", "Other 1.0", "x://bench/", {}, ("group:artifact:1.0",), ("a:b", "c:*"))
AWAY = definitions.Peer("3-away", "Away 2.0", "y://{away}/", {}, ("group:artifact:2.0",), on_store=False)
RENAME = calls.Call("rename", "Rename it", "fs.rename(TREE, MOVED)", "answer", "It is copied.\n")


def sample(seconds: float, to_store: int = 0, from_store: int = 0, **requests: int) -> dict:
    return {
        "seconds": seconds,
        "cpu_seconds": 0.5,
        "store_cpu_seconds": 2 * seconds,
        "requests": requests,
        "bytes_to_store": to_store,
        "bytes_from_store": from_store,
    }


def known() -> dict:
    """Renames: ours in three rounds, a peer that failed, and a peer that is not on the store."""
    middle = sample(1.5, 0, 5500, AUTH=1, LIST=1, COPY=2)
    results = {
        "ours-s3": {"samples": [middle, sample(1.0), sample(12.0)], "failure": ""},
        "other": {"samples": [], "failure": "cannot rename"},
        "away": {"samples": [sample(0.5)], "failure": ""},
    }
    call = {"title": "Rename it", "call": "fs.rename(TREE, MOVED)", "note": "It is copied.\n"}
    delayed = {"ours-s3": {"samples": [sample(2.5)], "failure": ""}}
    return {
        "made": report_support.MADE | {"command": "headwater bench operations --rounds 3"},
        "objects": 1000,
        "files": 100,
        "peers": {each.key: each.title for each in (OURS, OTHER, AWAY)},
        "on_store": [OURS.key, OTHER.key],
        "sections": [
            {"latency_ms": 0, "rounds": 3, "rows": {"6-rename": call | {"peers": results}}},
            {"latency_ms": 20, "rounds": 1, "rows": {"6-rename": call | {"peers": delayed}}},
        ],
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
    for call in calls.calls():
        compile(call.call, call.name, "eval")
        compile(call.holds, call.name, "eval")


def test_the_project_names_artifacts_and_exclusions():
    project = ET.fromstring(jars._project(OTHER))
    dependency = project.find("dependencies/dependency")
    assert [each.text for each in dependency if each.text] == ["group", "artifact", "1.0"]
    excluded = [[part.text for part in each] for each in dependency.find("exclusions")]
    assert excluded == [["a", "b"], ["c", "*"]]


def test_a_missing_maven_is_reported(tmp_path, monkeypatch):
    monkeypatch.setattr(jars, "CACHE", tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(HeadwaterError, match="no mvn is on the PATH") as raised:
        jars.own_jars(OTHER)
    assert "Install Maven" in raised.value.advice


def test_the_page_has_median_spread_and_requests_of_the_median_round():
    text = document.render(known())
    times = "| Ours | 1,500 [1,000–12,000] | 2,500 [2,500–2,500] |"  # noqa: RUF001
    assert f"{times} 0.5 | 3.0 | 3 | 2 COPY, 1 LIST | 1 | 0 | 6 |" in text
    assert "| peer | ms | 20 ms more | cpu s |" in text
    assert "| Other 1.0 | – | – | – | – | – | – | – | – | – |" in text  # noqa: RUF001
    assert "Rename it, Other 1.0: `cannot rename`" in text
    assert "It is copied.\n" in text
    assert "Made by `headwater bench operations --rounds 3`." in text
    assert "are\n100 more objects of 1,000 bytes" in text


def test_the_page_counts_no_requests_of_peers_outside_the_store():
    result = known()
    text = document.render(result)
    assert "| Away 2.0 | 500 [500–500] | – | 0.5 | 1.0 | – | – | – | – | – |" in text  # noqa: RUF001
    assert "\nAway 2.0 is not on the store." in text
    del result["peers"]["away"], result["sections"][0]["rows"]["6-rename"]["peers"]["away"]
    assert "not on the store" not in document.render(result)


class Trees:
    """Fake objects."""

    def __init__(self):
        self.document = {"servers": [], "made_for": "all"}

    def make(self, folder: str, objects: int):
        """Does nothing."""

    def clear(self, folder: str):
        """Does nothing."""

    def count(self, _folder: str) -> int:
        return 0


class Jvm:
    """Renames once, and then fails. Its process is this one."""

    def __init__(self):
        self.calls = 0
        self.reached = []
        self.process = psutil.Process()

    def connect(self, document: dict):
        self.reached.append(document["made_for"])

    def path(self, key: str) -> str:
        return key

    def run(self, _call, paths: dict) -> tuple[object, float]:
        self.calls += 1
        assert len(paths["FILES"]) == 2
        if self.calls > 1:
            raise HeadwaterError("cannot rename")
        return True, 0.25


def player(peer: definitions.Peer) -> tuple[measuring.Player, Jvm]:
    """A peer without a store."""
    jvm = Jvm()
    return measuring.Player(peer, jvm, Trees(), [RENAME], 20), jvm


DISTANT = {"made_for": "with the delay"}


def test_a_call_that_failed_is_not_tried_again():
    tested, jvm = player(OTHER)
    rows = {}
    tested.take_turn(DISTANT, rows)
    (result,) = rows["rename"]["peers"].values()
    (taken,) = result["samples"]
    assert (taken["seconds"], taken["requests"], taken["store_cpu_seconds"]) == (0.25, {}, 0)
    for _ in range(2):
        tested.take_turn(DISTANT, rows)
    assert jvm.calls == 2
    (result,) = rows["rename"]["peers"].values()
    assert (result["failure"], result["samples"]) == ("cannot rename", [])


def test_a_call_of_headwaters_must_not_fail():
    tested, _ = player(OURS)
    tested.take_turn(DISTANT, {})
    with pytest.raises(HeadwaterError, match="cannot rename"):
        tested.take_turn(DISTANT, {})


def test_only_peers_on_the_store_are_delayed():
    reached = []
    for peer in (OTHER, AWAY):
        tested, jvm = player(peer)
        tested.take_turn(DISTANT, {})
        reached += jvm.reached
    assert reached == ["with the delay", "all"]
