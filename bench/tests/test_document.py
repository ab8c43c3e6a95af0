"""The document, and the faults that make the command fail."""

import pytest

from headwater.errors import HeadwaterError
from headwater_bench import rules
from headwater_bench.command import conclude
from headwater_bench.document import Result, render
from headwater_bench.scenario import Scenario
from requests_support import ATTEMPT, OUT, authentication, listing, put, request, swift_listing, swift_put


def result(*requests, swift=(), **fields) -> Result:
    limits = {"s3": 4, "swift": 2}
    tested = Scenario(name=OUT, title="Test", family="write", program="run(OUT)", limits=limits, **fields)
    table = rules.load()
    seen = {"s3": requests, "swift": swift}
    return Result(
        tested,
        {
            scheme: rules.explain(each, tested.family, tested.placeholders, table)
            for scheme, each in seen.items()
        },
    )


def write(parts: int = 1) -> list:
    return [
        listing(OUT),
        *(put(f"part-{n:05}-{ATTEMPT}", bytes_in=1000) for n in range(parts)),
        put("_SUCCESS"),
    ]


def swift_write() -> list:
    return [authentication(start=-1.0), swift_listing(OUT), swift_put("_SUCCESS", start=1.0)]


def test_the_summary_tells_counts_limits_and_peers():
    text = render([result(*write(), swift=swift_write(), peers={"s3a": 2068})])
    assert "| Test | 3 | 2 | 4, 2 | 2,068 | – |" in text  # noqa: RUF001


def test_authentication_is_shown_and_not_counted(tmp_path):
    swift = result(swift=swift_write())
    conclude([swift], tmp_path / "requests.md", check=False)
    text = render([swift])
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


def test_each_request_is_told_with_its_purpose():
    text = render([result(*write())])
    assert "| 2 | PUT `OUT/part-00000-ATTEMPT` | 200 | 1,000 | A part's data" in text


def test_a_long_run_is_one_line_with_its_bytes_together():
    text = render([result(*write(parts=64))])
    names = "`OUT/part-00000-ATTEMPT` to `OUT/part-00063-ATTEMPT`"
    assert f"| 2 to 65 | PUT {names} | 200 | 64,000 | A part's data" in text
    assert "| 66 | PUT `OUT/_SUCCESS` |" in text


def test_the_document_does_not_depend_on_ids_and_times():
    later = [put("_SUCCESS", start=9.0) if each.path.endswith("_SUCCESS") else each for each in write()]
    other = [
        request(each.method, each.path.replace("0004_m", "0777_m"), bytes_in=each.bytes_in)
        for each in write()
    ]
    assert render([result(*write())]) == render([result(*later)]) == render([result(*other)])


def test_all_is_well_within_the_limit(tmp_path, capsys):
    document = tmp_path / "requests.md"
    conclude([result(*write())], document, check=False)
    conclude([result(*write())], document, check=True)
    assert "    3      0  Test" in capsys.readouterr().out


@pytest.mark.parametrize("check", [True, False])
def test_more_requests_than_the_limit_fail(tmp_path, check):
    exceeding = [result(*write(parts=3))]
    document = tmp_path / "requests.md"
    document.write_text(render(exceeding))
    with pytest.raises(HeadwaterError) as failure:
        conclude(exceeding, document, check=check)
    assert failure.value.detail == "Test, s3://: 5 requests, the limit is 4"


@pytest.mark.parametrize("check", [True, False])
def test_an_unexplained_request_is_shown_and_fails(tmp_path, check):
    odd = [result(*write(), request("HEAD", f"/bench-s3/{OUT}/_SUCCESS", status=404, start=1.0))]
    document = tmp_path / "requests.md"
    document.write_text(render(odd))
    with pytest.raises(HeadwaterError) as failure:
        conclude(odd, document, check=check)
    assert failure.value.detail == "Test, s3://: unexplained: HEAD OUT/_SUCCESS (status 404)"
    assert "| 4 | HEAD `OUT/_SUCCESS` | 404 |  | **unexplained** |" in document.read_text()


def test_check_tells_the_difference_and_writes_nothing(tmp_path):
    document = tmp_path / "requests.md"
    document.write_text(render([result(*write())]))
    before = document.read_text()
    with pytest.raises(HeadwaterError) as failure:
        conclude([result(*write(parts=2))], document, check=True)
    assert "+| 3 | PUT `OUT/part-00001-ATTEMPT` |" in failure.value.detail
    assert document.read_text() == before


def test_check_fails_without_a_document(tmp_path):
    with pytest.raises(HeadwaterError, match="are not those of"):
        conclude([result(*write())], tmp_path / "missing.md", check=True)
