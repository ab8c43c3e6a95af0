"""The result and the page of `headwater bench requests`, and the faults that make the command fail."""

import json
from pathlib import Path

import pytest

from headwater.core.errors import HeadwaterError
from headwater_bench.request_counts import rules
from headwater_bench.request_counts.command import compare, conclude
from headwater_bench.request_counts.document import Result, as_result, render
from headwater_bench.request_counts.scenario import Scenario
from report_support import MADE
from requests_support import ATTEMPT, OUT, authentication, listing, put, request, swift_listing, swift_put


def result(*requests, swift=(), peers=None, failures=None) -> Result:
    limits = {"s3": 4, "swift": 2}
    tested = Scenario(name=OUT, title="Test", family="write", program="run(OUT)", limits=limits)
    table = rules.load()
    seen = {"s3": requests, "swift": swift}
    return Result(
        tested,
        {
            scheme: rules.explain(each, tested.family, tested.placeholders, table)
            for scheme, each in seen.items()
        },
        peers or {},
        failures or {},
    )


def files(folder: Path) -> tuple[Path, Path]:
    """The result and the page in a folder."""
    return folder / "requests.json", folder / "requests.md"


def write(parts: int = 1) -> list:
    return [
        listing(OUT),
        *(put(f"part-{n:05}-{ATTEMPT}", bytes_in=1000) for n in range(parts)),
        put("_SUCCESS"),
    ]


def swift_write() -> list:
    return [authentication(start=-1.0), swift_listing(OUT), swift_put("_SUCCESS", start=1.0)]


def test_the_summary_has_counts_limits_and_peers():
    text = render([result(*write(), swift=swift_write(), peers={"s3a": 2068})], None)
    assert "| Test | 3 | 2 | 4, 2 | 2,068 | – |" in text  # noqa: RUF001


def test_a_failure_of_a_peer_is_reported():
    text = render([result(*write(), failures={"s3a": "it broke"})], None)
    assert "| Test | 3 | 0 | 4, 2 | – | – |\n\nTest, S3A 3.5.0: `it broke`\n" in text  # noqa: RUF001


def test_authentication_is_shown_and_not_counted(tmp_path):
    swift = result(swift=swift_write())
    conclude([swift], MADE, *files(tmp_path))
    text = render([swift], None)
    shown = text[text.index("By `swift://`: 2\n") :]
    assert "|  | AUTH `/auth/v1.0` | 200 |  | The token" in shown
    assert "| 1 | LIST `OUT` | 200 |" in shown
    assert "| 2 | PUT `OUT/_SUCCESS` | 201 |" in shown


def test_a_second_authentication_is_unexplained():
    (fault,) = result(swift=[authentication(), authentication(start=1.0)]).faults()
    assert fault == "Test, swift://: unexplained: AUTH /auth/v1.0 (status 200)"


def test_each_scheme_has_its_own_limit():
    third = swift_put(f"part-00000-{ATTEMPT}")
    (fault,) = result(*write(), swift=[*swift_write(), third]).faults()
    assert fault == "Test, swift://: 3 requests, the limit is 2"


def test_each_request_has_its_purpose():
    text = render([result(*write())], None)
    assert "| 2 | PUT `OUT/part-00000-ATTEMPT` | 200 | 1,000 | A part's data" in text


def test_a_long_run_is_one_line_with_its_bytes_together():
    text = render([result(*write(parts=64))], None)
    names = "`OUT/part-00000-ATTEMPT` to `OUT/part-00063-ATTEMPT`"
    assert f"| 2 to 65 | PUT {names} | 200 | 64,000 | A part's data" in text
    assert "| 66 | PUT `OUT/_SUCCESS` |" in text


def test_the_document_does_not_depend_on_ids_and_times():
    later = [put("_SUCCESS", start=9.0) if each.path.endswith("_SUCCESS") else each for each in write()]
    other = [
        request(each.method, each.path.replace("0004_m", "0777_m"), bytes_in=each.bytes_in)
        for each in write()
    ]
    assert (
        render([result(*write())], None) == render([result(*later)], None) == render([result(*other)], None)
    )


def test_the_page_has_place_and_time_if_they_are_known():
    assert "Made by `headwater bench it`.*\n" in render([result(*write())], MADE)
    assert "Made by" not in render([result(*write())], None)


def test_the_stored_result_has_counts_kinds_limits_and_peers():
    kept = as_result([result(*write(), swift=swift_write(), peers={"s3a": 2068})], MADE)
    assert kept["made"] == MADE
    assert list(kept["peers"].values()) == [
        "Headwater, `s3://`",
        "Headwater, `swift://`",
        "S3A 3.5.0",
        "Stocator 1.1.4",
    ]
    assert kept["programs"] == {
        OUT: {
            "title": "Test",
            "requests": {
                "s3": {"count": 3, "kinds": {"PUT": 2, "LIST": 1}},
                "swift": {"count": 2, "kinds": {"AUTH": 1, "LIST": 1, "PUT": 1}},
            },
            "limits": {"s3": 4, "swift": 2},
            "peers": {"s3a": 2068},
            "failures": {},
        }
    }


def test_all_is_well_where_the_same_is_counted_again(tmp_path):
    results = [result(*write())]
    conclude(results, MADE, *files(tmp_path))
    assert json.loads((tmp_path / "requests.json").read_text()) == as_result(results, MADE)
    compare([result(*write())], *files(tmp_path))


def test_the_counts_of_peers_are_those_of_the_stored_result(tmp_path):
    conclude([result(*write(), peers={"s3a": 2068})], MADE, *files(tmp_path))
    compare([result(*write())], *files(tmp_path))


def test_a_page_without_a_result_beside_it_is_compared_too(tmp_path):
    kept, page = files(tmp_path)
    page.write_text(render([result(*write())], None))
    compare([result(*write())], kept, page)


def exceeding() -> list[Result]:
    return [result(*write(parts=3))]


def test_more_requests_than_the_limit_fail(tmp_path):
    with pytest.raises(HeadwaterError) as failure:
        conclude(exceeding(), MADE, *files(tmp_path))
    assert failure.value.detail == "Test, s3://: 5 requests, the limit is 4"


def odd() -> list[Result]:
    head = request("HEAD", f"/bench-s3/{OUT}/_SUCCESS", status=404, start=1.0)
    return [result(*write(), head)]


def test_an_unexplained_request_is_shown_and_fails(tmp_path):
    kept, page = files(tmp_path)
    with pytest.raises(HeadwaterError) as failure:
        conclude(odd(), MADE, kept, page)
    assert failure.value.detail == "Test, s3://: unexplained: HEAD OUT/_SUCCESS (status 404)"
    assert "| 4 | HEAD `OUT/_SUCCESS` | 404 |  | **unexplained** |" in page.read_text()


@pytest.mark.parametrize("faulty", [exceeding, odd])
def test_check_fails_for_a_fault_that_the_page_has_too(tmp_path, faulty):
    kept, page = files(tmp_path)
    page.write_text(render(faulty(), None))
    with pytest.raises(HeadwaterError, match="not as they should be"):
        compare(faulty(), kept, page)


def test_check_reports_the_difference_and_writes_nothing(tmp_path):
    kept, page = files(tmp_path)
    conclude([result(*write())], MADE, kept, page)
    before = kept.read_text(), page.read_text()
    with pytest.raises(HeadwaterError) as failure:
        compare([result(*write(parts=2))], kept, page)
    assert "+| 3 | PUT `OUT/part-00001-ATTEMPT` |" in failure.value.detail
    assert "Made by" not in failure.value.detail
    assert (kept.read_text(), page.read_text()) == before


def test_check_fails_without_a_page(tmp_path):
    with pytest.raises(HeadwaterError, match="are not those of"):
        compare([result(*write())], *files(tmp_path))
