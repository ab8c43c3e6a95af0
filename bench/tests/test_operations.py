"""The comparison of file systems: its definitions, its document, and a small real run."""

from xml.etree import ElementTree as ET

import psutil
import pytest

from headwater.requests import Kind, count
from headwater_bench.operations import definitions, document, hdfs, jars
from headwater_bench.operations.measure import Report, Result, Sample, measure
from requests_support import request

OURS = definitions.Peer("ours", "Ours", "s3://bench/", {})
OTHER = definitions.Peer("other", "Other 1.0", "x://bench/", {}, ("group:artifact:1.0",), ("a:b", "c:*"))
AWAY = definitions.Peer("away", "Away 2.0", "y://{away}/", {}, ("group:artifact:2.0",), on_store=False)
RENAME = definitions.Call("rename", "Rename it", "fs.rename(TREE, MOVED)", "answer", "It is copied.\n")


def sample(seconds: float, *requests) -> Sample:
    return Sample(seconds, 2 * seconds, list(requests))


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


def test_the_document_tells_median_spread_and_requests_of_the_median_round():
    copy = request("PUT", "/bench/b", headers={"X-Amz-Copy-Source": "/bench/a"}, bytes_out=2500)
    auth = request("GET", "/auth/v1.0")
    listing = request("GET", "/bench?prefix=a", bytes_out=500)
    samples = [sample(1.5, auth, copy, copy, listing), sample(1.0), sample(12.0)]
    results = [Result(OURS, RENAME, samples), Result(OTHER, RENAME, failure="cannot rename")]
    text = document.render(Report(1000, 3, {"Java": "17"}, results), " --rounds 3")
    assert "| Ours | 1,500 [1,000–12,000] | 3.0 | 3 | 2 COPY, 1 LIST | 1 | 0 | 6 |" in text  # noqa: RUF001
    assert "| Other 1.0 | – | – | – | – | – | – | – |" in text  # noqa: RUF001
    assert "Other 1.0: `cannot rename`" in text
    assert "It is copied.\n" in text
    assert "Java 17. Made by `headwater bench operations --rounds 3`." in text
    assert "are 100 more of 1,000 bytes" in text
    assert "not on the store" not in text


def test_the_document_counts_no_requests_of_what_is_not_on_the_store():
    results = [Result(OURS, RENAME, [sample(1.5)]), Result(AWAY, RENAME, [sample(0.5)])]
    text = document.render(Report(20, 1, {}, results), "")
    assert "| Ours | 1,500 [1,500–1,500] | 3.0 | 0 |  | 0 | 0 | 0 |" in text  # noqa: RUF001
    assert "| Away 2.0 | 500 [500–500] | 1.0 | – | – | – | – | – |" in text  # noqa: RUF001
    assert "\nAway 2.0 is not on the store." in text


@pytest.fixture(scope="module")
def small() -> dict[str, Result]:
    """A real run of Headwater, by both APIs, and of HDFS: about a minute."""
    peers = [each for each in definitions.peers() if each.is_headwater or not each.on_store]
    report = measure(peers, definitions.calls(), objects=20, rounds=1)
    return {f"{each.peer.root.split(':')[0]} {each.call.name}": each for each in report.results}


def kinds(result: Result) -> dict[Kind, int]:
    return dict(count(result.samples[0].requests))


def test_each_call_is_measured_once_a_round(small):
    assert len(small) == 3 * len(definitions.calls())
    assert all(len(each.samples) == 1 and not each.failure for each in small.values())


@pytest.mark.parametrize("scheme", ["s3", "swift"])
def test_a_rename_asks_nothing_of_the_objects_that_it_listed(small, scheme):
    found = kinds(small[f"{scheme} 6-rename"])
    assert found[Kind.COPY] == 20
    assert found[Kind.POST_DELETE] == 1
    assert Kind.GET not in found
    assert found.get(Kind.HEAD, 0) < 3


def test_a_token_is_fetched_once_by_each_file_system(small):
    assert kinds(small["swift 1-list"])[Kind.AUTH] == 1
    assert Kind.AUTH not in kinds(small["s3 1-list"])


@pytest.mark.parametrize("scheme", ["s3", "swift"])
def test_a_pattern_in_two_levels_is_found_by_one_listing(small, scheme):
    assert kinds(small[f"{scheme} 3-glob"])[Kind.LIST] == 1


@pytest.mark.parametrize("scheme", ["s3", "swift"])
def test_a_file_is_read_by_one_request(small, scheme):
    found = kinds(small[f"{scheme} 5-open"])
    found.pop(Kind.AUTH, None)
    assert found == {Kind.GET: 2}


def test_an_hdfs_counts_what_was_made_in_it_and_ends_with_its_block(tmp_path):
    peer = next(each for each in definitions.peers() if not each.on_store)
    with hdfs.started(peer, tmp_path) as servers:
        process = psutil.Process(servers.document["servers"][0]["pid"])
        servers.make("top/tree", 12)
        servers.make("top/other", 3)
        assert [servers.count(folder) for folder in ("top", "top/tree", "none")] == [15, 12, 0]
        servers.clear("top/tree")
        assert servers.count("top") == 3
        assert process.is_running()
    assert not process.is_running()
