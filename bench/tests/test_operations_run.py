"""A small comparison of file systems: Headwater by both APIs, and HDFS."""

import psutil
import pytest

from headwater.embedded.request_log import Kind
from headwater_bench.operations import calls, hdfs, run
from headwater_bench.peers import definitions

pytestmark = pytest.mark.soak


@pytest.fixture(scope="module")
def sections() -> list[dict[str, dict]]:
    """A real run of Headwater by both APIs and of HDFS, with and without delay: about a minute."""
    peers = [each for each in definitions.peers() if each.is_headwater or not each.on_store]
    plan = run.Plan(objects=20, rounds=1, latency=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(definitions, "peers", lambda: peers)
        *_, known = run.run(plan, run.begin(plan, None))
    return [section["rows"] for section in known["sections"]]


@pytest.fixture(scope="module")
def small(sections) -> dict[str, dict]:
    return {name: row["peers"] for name, row in sections[0].items()}


def kinds(small: dict[str, dict], call: str, scheme: str) -> dict[str, int]:
    return dict(small[call][f"headwater-{scheme}"]["samples"][0]["requests"])


def test_each_call_is_measured_once_a_round(small):
    found = [result for results in small.values() for result in results.values()]
    assert len(found) == 3 * len(calls.calls())
    assert all(len(each["samples"]) == 1 and not each["failure"] for each in found)
    assert not any(results["hdfs"]["samples"][0]["requests"] for results in small.values())
    assert all(each["samples"][0]["cpu_seconds"] >= 0 for each in found)


def test_a_delay_changes_no_requests(sections):
    plain, delayed = (
        {
            (call, name): result["samples"][0]["requests"]
            for call, row in rows.items()
            for name, result in row["peers"].items()
        }
        for rows in sections
    )
    assert plain == delayed


@pytest.mark.parametrize("scheme", ["s3", "swift"])
def test_a_rename_sends_no_request_for_listed_objects(small, scheme):
    found = kinds(small, "6-rename", scheme)
    assert found[Kind.COPY] == 20
    assert found[Kind.POST_DELETE] == 1
    assert Kind.GET not in found
    assert found.get(Kind.HEAD, 0) < 3


def test_a_token_is_fetched_once_by_each_file_system(small):
    assert kinds(small, "1-list", "swift")[Kind.AUTH] == 1
    assert Kind.AUTH not in kinds(small, "1-list", "s3")


@pytest.mark.parametrize("scheme", ["s3", "swift"])
def test_a_pattern_in_two_levels_is_found_by_one_listing(small, scheme):
    assert kinds(small, "3-glob", scheme)[Kind.LIST] == 1


@pytest.mark.parametrize("scheme", ["s3", "swift"])
def test_a_file_is_read_by_one_request(small, scheme):
    found = kinds(small, "5-open", scheme)
    found.pop(Kind.AUTH, None)
    assert found == {Kind.GET: 2}


def test_an_hdfs_counts_its_files_and_ends_with_its_block(tmp_path):
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
