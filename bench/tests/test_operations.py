"""The comparison of file systems: its definitions and its document."""

from xml.etree import ElementTree as ET

from headwater_bench.operations import definitions, document, jars
from headwater_bench.operations.measure import Report, Result, Sample
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
