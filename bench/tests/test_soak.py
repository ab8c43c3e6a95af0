"""A very small real run of each benchmark, for `make soak-tests`: a store, and Headwater's processes alone.

The peers' jars and TPC-H's generator are fetched from elsewhere.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from headwater.core.errors import HeadwaterError
from headwater_bench.benches import (
    growth,
    mapreduce,
    operations,
    pushdown,
    reads,
    requests,
    scale,
    uploads,
    writes,
)
from headwater_bench.core import objects, runner
from headwater_bench.core import plan as plans
from headwater_bench.core.files import RESULTS
from headwater_bench.core.phases import TASKS, total
from headwater_bench.core.plan import Plan
from headwater_bench.core.results import load, section
from headwater_bench.pages.cells import waits
from headwater_bench.pages.tables import printed

pytestmark = [pytest.mark.server, pytest.mark.soak]


def measured(plan: Plan, folder: Path, names: tuple[str, ...] = (), of=None) -> dict:
    of = of or plan.is_ours
    sections = [
        replace(each, peers=list(filter(of, each.peers))) for each in plans.chosen(plan.sections, names)
    ]
    known = runner.finish(replace(plan, sections=sections), folder / "it.json")
    assert printed(plan.result, known)
    for each in known["sections"]:
        for row in each["rows"].values():
            assert not any(result["failure"] for result in row["peers"].values())
            assert all(result["samples"] for result in row["peers"].values())
    return known


def rows(known: dict, name: str = "plain") -> dict[str, dict]:
    return {name: row["peers"] for name, row in section(known, name)["rows"].items()}


def test_writes_send_each_object_once_and_a_lost_part_is_reported(tmp_path, monkeypatch):
    plan = writes.plan(parts=2, rounds=1, latency=0, quick=True)
    for peers_of in rows(measured(plan, tmp_path)).values():
        for result in peers_of.values():
            (taken,) = result["samples"]
            assert taken["requests"]["PUT"] >= taken["metrics"]["objects"] >= 1
            assert "COPY" not in taken["requests"]
            assert taken["bytes_to_store"] >= taken["metrics"]["bytes"] > 0
            assert taken["peak_memory"] > 0
    fetch = objects.download

    def lose(account, prefix, folder):
        fetch(account, prefix, folder)
        next(folder.glob("part-*")).unlink()

    monkeypatch.setattr(objects, "download", lose)
    with pytest.raises(HeadwaterError, match=r"Teragen, Headwater.*is right"):
        measured(plan, tmp_path / "lost", ("03",))


def test_reads_fetch_what_they_need(tmp_path):
    plan = reads.plan(scale_factor=1, rounds=1, latency=1, quick=True)
    names = tuple(f"{number:02}" for number in range(1, 12))
    known = measured(plan, tmp_path, names)
    for row in section(known, "plain")["rows"].values():
        for result in row["peers"].values():
            assert result["samples"][0]["bytes_from_store"] >= (row["needed"] or 1)
    assert len(rows(known, "delayed")) == 11


def test_pushdown_answers_the_queries_and_infers_from_few_lines(tmp_path):
    plan = pushdown.plan(bytes=4 << 20, rounds=1, quick=False, peer=())
    plan = replace(plan, sections=[replace(each, warm_ups=1) for each in plan.sections])
    known = measured(plan, tmp_path, ("queries", "inference"), lambda name: name in ("on", "off"))
    for row in section(known, "queries")["rows"].values():
        for name, result in row["peers"].items():
            (taken,) = result["samples"]
            assert taken["requests"]["GET"] > 0
            # If a result is empty, Spark's final plan contains neither the scan nor its metrics.
            if row["rows"]:
                assert (taken["metrics"].get("splitsPushed", 0) > 0) == (name != "off")
    found = section(known, "inference")["rows"]["schema"]
    on, off = (found["peers"][name]["samples"][0]["bytes_from_store"] for name in ("on", "off"))
    assert found["schema"].startswith("struct<date:timestamp,index:double")
    assert on < off


def test_python_programs_answer_over_csv_and_json(tmp_path):
    plan = pushdown.plan(bytes=4 << 20, rounds=1, quick=True, peer=pushdown.PEERS[-5:])
    known = measured(plan, tmp_path, ("show-map-cons", "json-show-map-cons", "python"), lambda _: True)
    assert [len(each["rows"]) for each in known["sections"]] == [1, 1, 2]


def test_requests_are_those_of_the_committed_page(tmp_path):
    known = measured(requests.plan(of_peers=False), tmp_path)
    assert len(section(known, "plain")["rows"]) == len(requests.rows())
    requests.require_the_same(load(RESULTS)["requests"], known)


def test_peers_run_the_same_programs_in_other_sparks(tmp_path):
    """S3A and Stocator, whose jars Maven fetches: the program of Table I."""
    (found,) = rows(measured(requests.plan(), tmp_path, ("01",), lambda _: True)).values()
    ours, s3a, stocator = (
        sum(found[name]["samples"][0]["requests"].values()) for name in ("headwater-s3", "s3a", "stocator")
    )
    assert s3a > 4 * stocator > 4 * ours


def test_uploads_stream_what_they_write(tmp_path):
    plan = uploads.plan(megabytes=4, rounds=1, latency=1)
    known = measured(plan, tmp_path, (), lambda name: "s3a" not in name and "stocator" not in name)
    streamed = rows(known)["put"]["1-swift-stream"]["samples"][0]
    assert streamed["requests"]["PUT"] == 1
    assert 4 * 10**6 <= streamed["bytes_to_store"] < 5 * 10**6


def test_operations_send_few_requests(tmp_path):
    known = measured(operations.plan(objects=20, rounds=1, latency=1), tmp_path)
    plain, delayed = (
        {
            (call, name): each["samples"][0]["requests"]
            for call, row in rows(known, of).items()
            for name, each in row.items()
        }
        for of in ("plain", "delayed")
    )
    assert plain == delayed
    for scheme in ("s3", "swift"):
        rename = plain["6-rename", f"headwater-{scheme}"]
        assert (rename["COPY"], rename["POST delete"], rename.get("GET")) == (20, 1, None)
        assert plain["3-glob", f"headwater-{scheme}"]["LIST"] == 1
        assert plain["5-open", f"headwater-{scheme}"]["GET"] == 2
    assert plain["1-list", "headwater-swift"]["AUTH"] == 1


def test_growth_has_one_request_for_each_part(tmp_path):
    known = measured(growth.plan(objects=1000, quick=True), tmp_path)
    assert len(known["sections"]) == 7
    for name in ("01-parts-rdd", "02-parts-frame"):
        single, ten = (row["headwater-s3"]["samples"][0] for row in rows(known, name).values())
        assert ten["sent"] - single["sent"] == 9
        assert total(ten["phases"], TASKS) == 10


def test_mapreduce_waits_are_measured(tmp_path):
    known = measured(mapreduce.plan(megabytes=(1,), rounds=1, latency=0), tmp_path)
    for result in rows(known)["1"].values():
        assert waits(result["samples"][0])["reducer"] > 0
        assert result["samples"][0]["bytes_copied"] == 0


def test_the_driver_writes_its_manifest(tmp_path, monkeypatch):
    growth_result = load(RESULTS)["growth"]
    (tmp_path / "growth.json").write_text((RESULTS / "growth.json").read_text())
    monkeypatch.setattr(scale, "SIZES", (100, 200, 400))
    scale.write(tmp_path, "headwater bench it", tasks=1000, nodes=10, seed=1, quick=True)
    known = load(tmp_path)["scale"]
    assert len(known["predictions"]) == 18
    assert [each["tasks"] for each in known["inputs"]["driver"]] == [100, 200]
    assert known["inputs"]["growth"]["date"] == growth_result["made"]["date"]
