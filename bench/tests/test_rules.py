"""Every request is explained by its exact form, or shown as unexplained."""

import pytest

from headwater_bench.benches import requests, rules
from headwater_bench.benches.rules import UNEXPLAINED
from requests_support import (
    ATTEMPT,
    CONTAINER,
    OUT,
    authentication,
    get,
    listing,
    put,
    request,
    swift_listing,
    swift_put,
)

TABLE = rules.load()


def explain(*requests, family="write", placeholders=None):
    return rules.explain(requests, family, placeholders or {"OUT": OUT}, TABLE)


def test_a_write_is_explained_request_by_request():
    explained = explain(
        listing(OUT), put(f"part-00000-{ATTEMPT}"), put("_SUCCESS"), listing(f"{OUT}/.spark-staging-4")
    )
    assert [each.shape.target for each in explained] == [
        "OUT",
        "OUT/part-00000-ATTEMPT",
        "OUT/_SUCCESS",
        "OUT/.spark-staging-ID",
    ]
    assert "checkOutputSpecs" in explained[0].rule.purpose
    assert UNEXPLAINED not in [each.rule for each in explained]


def test_a_write_by_swift_is_explained_alike():
    part = swift_put(f"part-00000-{ATTEMPT}", bytes_in=7)
    explained = explain(authentication(), swift_listing(OUT), part, swift_put("_SUCCESS"))
    assert [(str(each.shape.kind), each.shape.target) for each in explained] == [
        ("AUTH", "/auth/v1.0"),
        ("LIST", "OUT"),
        ("PUT", "OUT/part-00000-ATTEMPT"),
        ("PUT", "OUT/_SUCCESS"),
    ]
    assert explained[2].shape.size == 7
    assert UNEXPLAINED not in [each.rule for each in explained]


def test_a_later_page_is_explained_nowhere():
    pages = [swift_listing(f"{OUT}/"), swift_listing(f"{OUT}/", f"&marker={OUT}%2Fpart", start=1.0)]
    explained = explain(*pages, family="read text", placeholders={"IN": OUT})
    assert [each.shape.target for each in explained] == ["IN/", "IN/ (next page)"]
    assert [each.rule is UNEXPLAINED for each in explained] == [False, True]


def test_swifts_deletes_are_explained():
    explained = explain(
        request("GET", f"{CONTAINER}/?format=json&limit=5&marker=a&end_marker=b"),
        request("GET", "/info"),
        request("POST", "/v1/AUTH_headwater?bulk-delete"),
        family="overwrite",
    )
    assert [each.shape.target for each in explained] == ["** (a range of names)", "/info", "/"]
    assert UNEXPLAINED not in [each.rule for each in explained]


@pytest.mark.parametrize(
    "unexpected",
    [
        request("HEAD", f"/bench-s3/{OUT}/part-00000-{ATTEMPT}"),
        request("PUT", f"/bench-s3/{OUT}/_temporary/0/"),
        request("DELETE", f"/bench-s3/{OUT}/_temporary"),
        request("GET", f"/bench-s3/{OUT}/_SUCCESS"),
        request("PUT", f"/bench-s3/{OUT}/_SUCCESS", status=503),
        request("PUT", "/bench-s3/elsewhere/_SUCCESS"),
        request("PUT", f"/bench-s3/{OUT}0/_SUCCESS"),
        request("PUT", f"/bench-s3x/{OUT}/_SUCCESS"),
        request("PUT", f"{CONTAINER}_segments/{OUT}/_SUCCESS"),
        request("GET", "/info"),
        request("PUT", f"/bench-s3/{OUT}/_SUCCESS", headers={"X-Amz-Copy-Source": "/bench-s3/a"}),
    ],
)
def test_a_request_without_a_rule_is_unexplained(unexpected):
    assert [each.rule for each in explain(unexpected)] == [UNEXPLAINED]


def test_the_same_request_again_is_unexplained():
    explained = explain(put("_SUCCESS"), put("_SUCCESS"))
    assert [each.rule == UNEXPLAINED for each in explained] == [False, True]


def test_a_second_attempt_at_a_part_is_unexplained():
    explained = explain(put(f"part-00000-{ATTEMPT}"), put(f"part-00000-{ATTEMPT[:-1]}1"))
    assert UNEXPLAINED in [each.rule for each in explained]


def test_a_ranged_read_is_not_taken_for_a_whole_one():
    part = f"part-00000-{ATTEMPT}"
    reads = [get(part), get(part, headers={"Range": "bytes=0-9"})]
    for read, explained in zip(reads, (True, False), strict=True):
        (found,) = explain(read, family="read text", placeholders={"IN": OUT})
        assert (found.rule != UNEXPLAINED) == explained


def test_rules_are_for_their_families_only():
    (found,) = explain(listing(OUT), family="unknown")
    assert found.rule == UNEXPLAINED


def test_requests_of_tasks_have_a_stable_order():
    first = [put(f"part-0000{n}-{ATTEMPT}", start=float(n)) for n in range(3)]
    second = [put(f"part-0000{n}-{ATTEMPT}", start=float(-n)) for n in range(3)]
    assert explain(*first) == explain(*second)


def test_the_drivers_requests_stay_in_their_order():
    explained = explain(put("_SUCCESS", start=2.0), listing(OUT, start=1.0))
    assert [each.shape.target for each in explained] == ["OUT", "OUT/_SUCCESS"]


def test_only_data_has_sizes():
    explained = explain(listing(OUT, bytes_out=300), put("_SUCCESS", bytes_in=86))
    assert [each.shape.size for each in explained] == [None, 86]


def test_ids_are_shortened():
    uuid = "c0f4b2c1-9dfb-42e3-9f04-dc74b8a703bb"
    (found,) = explain(put(f"k%3D0/part-00001-{uuid}-{ATTEMPT}.c000.snappy.parquet"))
    assert found.shape.target == "OUT/k=0/part-00001-UUID-ATTEMPT.c000.snappy.parquet"
    assert found.rule != UNEXPLAINED


def test_every_rule_is_for_a_family_that_a_scenario_has():
    families = {each.spec["family"] for each in requests.rows()}
    assert {family for rule in TABLE for family in rule.families} == families
