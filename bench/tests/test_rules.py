"""Every request is explained by its exact form, or shown as unexplained."""

import pytest

from bench_support import ATTEMPT, CONTAINER, OUT, get, listing, put, request, swift_listing, swift_put
from headwater_bench.benches import requests, rules
from headwater_bench.benches.rules import UNEXPLAINED

TABLE = rules.load("4.2.0")
PART = f"part-00000-{ATTEMPT}"


def explain(*requests, family="write", placeholders=None, table=TABLE):
    return rules.explain(requests, family, placeholders or {"OUT": OUT}, table)


def targets(explained) -> list[str]:
    return [each.shape.target for each in explained]


def known(explained) -> list[bool]:
    return [each.rule is not UNEXPLAINED for each in explained]


def test_a_write_is_explained_request_by_request_and_only_data_has_sizes():
    sent = [listing(OUT, bytes_out=300), put(PART, bytes_in=7), put("_SUCCESS", bytes_in=86)]
    explained = explain(*sent, listing(f"{OUT}/.spark-staging-4"))
    assert [each.shape.size for each in explained] == [None, 7, 86, None]
    assert targets(explained) == ["OUT", "OUT/part-00000-ATTEMPT", "OUT/_SUCCESS", "OUT/.spark-staging-ID"]
    assert "checkOutputSpecs" in explained[0].rule.purpose
    assert all(known(explained))


def test_a_write_by_swift_is_explained_alike():
    sent = [swift_listing(OUT), swift_put(PART, bytes_in=7), swift_put("_SUCCESS")]
    explained = explain(request("GET", "/auth/v1.0"), *sent)
    assert targets(explained) == ["/auth/v1.0", "OUT", "OUT/part-00000-ATTEMPT", "OUT/_SUCCESS"]
    assert [str(each.shape.kind) for each in explained] == ["AUTH", "LIST", "PUT", "PUT"]
    assert explained[2].shape.size == 7
    assert all(known(explained))


def test_a_later_page_is_explained_nowhere():
    pages = [swift_listing(f"{OUT}/"), swift_listing(f"{OUT}/", f"&marker={OUT}%2Fpart", start=1.0)]
    explained = explain(*pages, family="read text", placeholders={"IN": OUT})
    assert targets(explained) == ["IN/", "IN/ (next page)"]
    assert known(explained) == [True, False]


def test_swifts_deletes_are_explained():
    explained = explain(
        request("GET", f"{CONTAINER}/?format=json&limit=5&marker=a&end_marker=b"),
        request("GET", "/info"),
        request("POST", "/v1/AUTH_headwater?bulk-delete"),
        family="overwrite",
    )
    assert targets(explained) == ["** (a range of names)", "/info", "/"]
    assert all(known(explained))


@pytest.mark.parametrize(
    "unexpected",
    [
        request("HEAD", f"/bench-s3/{OUT}/{PART}"),
        put("_temporary/0/"),
        request("DELETE", f"/bench-s3/{OUT}/_temporary"),
        get("_SUCCESS"),
        put("_SUCCESS", status=503),
        request("PUT", "/bench-s3/elsewhere/_SUCCESS"),
        request("PUT", f"/bench-s3/{OUT}0/_SUCCESS"),
        request("PUT", f"/bench-s3x/{OUT}/_SUCCESS"),
        request("PUT", f"{CONTAINER}_segments/{OUT}/_SUCCESS"),
        request("GET", "/info"),
        put("_SUCCESS", headers={"X-Amz-Copy-Source": "/bench-s3/a"}),
    ],
)
def test_a_request_without_a_rule_is_unexplained(unexpected):
    assert known(explain(unexpected)) == [False]


def test_the_same_request_again_and_a_second_attempt_are_unexplained():
    assert known(explain(put("_SUCCESS"), put("_SUCCESS"))) == [True, False]
    assert not all(known(explain(put(PART), put(f"{PART[:-1]}1"))))


@pytest.mark.parametrize(("spark", "is_known"), [("3.5.9", True), ("4.0.4", True), ("4.2.0", False)])
def test_only_older_lines_read_a_parquet_part_twice(spark, is_known):
    reads, places = [get(f"part-00001-c000-{ATTEMPT}.snappy.parquet")] * 2, {"IN": OUT}
    explained = explain(*reads, family="read parquet", placeholders=places, table=rules.load(spark))
    assert known(explained) == [True, is_known]
    assert [line[0] for line in requests.purposes(explained)] == ["1", "" if is_known else "2"]


def test_a_ranged_read_is_not_taken_for_a_whole_one():
    for read, explained in ((get(PART), True), (get(PART, headers={"Range": "bytes=0-9"}), False)):
        assert known(explain(read, family="read text", placeholders={"IN": OUT})) == [explained]


def test_rules_are_for_their_families_and_scenarios_have_these():
    assert known(explain(listing(OUT), family="unknown")) == [False]
    families = {each.spec["family"] for each in requests.rows()}
    assert {family for rule in TABLE for family in rule.families} == families


def test_requests_of_tasks_have_a_stable_order_and_the_drivers_stay_in_theirs():
    first, second = (
        [put(f"part-0000{n}-{ATTEMPT}", start=sign * n) for n in range(3)] for sign in (1.0, -1.0)
    )
    assert explain(*first) == explain(*second)
    assert targets(explain(put("_SUCCESS", start=2.0), listing(OUT, start=1.0))) == ["OUT", "OUT/_SUCCESS"]


def test_ids_are_shortened():
    uuid = "c0f4b2c1-9dfb-42e3-9f04-dc74b8a703bb"
    explained = explain(put(f"k%3D0/part-00001-{uuid}-{ATTEMPT}.c000.snappy.parquet"))
    assert targets(explained) == ["OUT/k=0/part-00001-UUID-ATTEMPT.c000.snappy.parquet"]
    assert known(explained) == [True]
