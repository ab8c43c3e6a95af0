"""The tables from small results, the places of pages, and the committed pages."""

from functools import partial

import pytest

from bench_support import PEERS, result, row, sample
from headwater.core.errors import HeadwaterError
from headwater_bench.benches import requests
from headwater_bench.core.files import CHECKOUT, RESULTS
from headwater_bench.core.results import command, load
from headwater_bench.pages.places import changes, filled, pages
from headwater_bench.pages.report import chapters, render
from headwater_bench.pages.tables import KINDS, text
from headwater_bench.pages.view import View


@pytest.fixture
def writes() -> dict[str, dict]:
    rows = {
        "03-teragen": row(
            "Teragen",
            headwater_s3=[sample(1.0, PUT=2, AUTH=1), sample(3.0, PUT=1)],
            s3a_1=[sample(4.0, PUT=2, COPY=6), sample(4.0, PUT=9)],
            stocator=[sample(0.5, PUT=1)],
        ),
        "04-copy": row("Copy", headwater_s3=[sample(2.0)], s3a_1=[sample(8.0)], stocator=[]),
    }
    return {"writes": result(rows)}


def test_times_are_medians_and_paired_ratios(writes):
    found = text("writes/times", writes)
    teragen = "| Teragen | 2.00 (1.00 to 3.00), **0.50** | 4.00 (4.00 to 4.00), **1.00** | 0.50, **0.12** |"
    assert teragen in found
    assert "| Copy | 2.00, **0.25** | 8.00, **1.00** | – |" in found  # noqa: RUF001
    assert "| **the paper's four, sum** | 2.0, **0.50** | 4.0, **1.00** | 0.5, **0.12** |" in found
    assert text("writes/times/delayed", writes) == found


def test_requests_are_those_of_the_first_round_without_authentication(writes):
    assert "| Teragen | 2: 2 PUT, **0.25** | 8: 6 COPY, 2 PUT, **1.00** |" in text("writes/requests", writes)


def test_bytes_processors_and_a_row(writes):
    assert "| Teragen | 2.00, 0.00, 1.00, **2.00** |" in text("writes/bytes", writes)
    writes["writes"]["sections"][0]["rows"]["03-teragen"]["needed"] = 5 * 10**5
    assert "| Teragen | 2.00, 0.00, 1.00, **2.00** |" in text("writes/bytes", writes)
    assert "| Teragen | 4.00, 0.50, 1,024 |" in text("writes/processors", writes)
    expected = "| Stocator | 0.500 | 0.500 | 1.00, 0.50, 1,024 | 1: 1 PUT | 2.00, 0.00, 1.00 |"
    assert expected in text("writes/row/03-teragen", writes)


def test_failures_and_rows_where_a_peer_is_better(writes):
    assert "| Copy | Stocator | `AnException: it broke` |" in text("writes/failures", writes)
    found = text("writes/behind", writes)
    assert "| Teragen | s | Headwater: 2 | Stocator: 0.5 |" in found
    assert "| Teragen | requests | Headwater: 2 | Stocator: 1 |" in found
    assert "Copy" not in found


def test_goals_are_those_of_the_papers_rows(writes):
    rows = writes["writes"]["sections"][0]["rows"]
    for each in rows.values():
        each["peers"]["s3a-magic"] = {"samples": [sample(1.0)], "failure": ""}
    writes["writes"]["peers"] = PEERS | {"s3a-magic": "S3A, magic"}
    found = text("writes/goals", writes)
    assert "| times fewer requests than S3A | 25 | 3.00 |" in found
    assert "| times as fast as S3A | 3 | 4.00 |" in found
    assert "| bytes sent, of those stored | 1 | 2.000 |" in found


def test_where_a_row_was_made(writes):
    assert text("writes/made", writes).count("headwater bench writes") == 1
    rows = writes["writes"]["sections"][0]["rows"]
    rows["04-copy"]["made"] = writes["writes"]["made"] | {"command": "other", "resumed": ["later"]}
    assert "| `other`, resumed 1 times |" in text("writes/made", writes)


def test_readmes_table_has_a_dash_for_what_is_not_measured(writes):
    first = text("summary", writes).splitlines()[2]
    assert first == "| Teragen: 160,000 lines, 16 parts | 2; 2.0 | – | 1; 0.5 | – |"  # noqa: RUF001


def test_growth_has_points_and_slopes():
    def point(x: int, sent: int, *seconds: float) -> dict:
        samples = [{"seconds": each} for each in seconds]
        samples[0]["sent"] = sent
        return row(f"{x} parts", headwater_s3=samples, s3a_1=[]) | {"x": x}

    known = result({"1": point(1, 4, 0.2, 0.3, 0.4), "11": point(11, 14, 1.3)})
    known["sections"][0] |= {"x": "parts", "unit": "part"}
    found = KINDS["points"](View("growth", known), "plain")
    assert "| 1 | 4; 0.30 (0.20 to 0.40) s | – |" in found  # noqa: RUF001
    assert "| **requests for each part** | **1** | – |" in found  # noqa: RUF001
    assert "| **ms for each part** | **100** |" in found


def test_a_place_is_filled_and_a_wrong_one_is_reported(writes, tmp_path):
    page = "text\n<!-- figures: writes/requests -->\nold\n<!-- end -->\nmore\n"
    found = filled(page, writes)
    assert found.startswith("text\n<!-- figures: writes/requests -->\n\n|  | Headwater | S3A | Stocator |\n")
    assert found.endswith("|\n\n<!-- end -->\nmore\n")
    assert filled(found, writes) == found
    file = tmp_path / "page.md"
    file.write_text(page)
    assert "-old" in changes(file, found)
    with pytest.raises(HeadwaterError, match="no table is known as writes/nothing"):
        filled(page.replace("requests", "nothing"), writes)
    with pytest.raises(HeadwaterError, match="is not as it should be"):
        filled(page.replace("<!-- end -->", ""), writes)
    for write in (partial(filled, page), render):
        with pytest.raises(HeadwaterError, match=r"writes\.json is not as this version writes it"):
            write({"writes": {"sections": []}})
    assert "| not measured |" in filled(page, {})


def test_a_missing_result_or_section_has_its_command():
    long = "headwater bench pushdown --bytes 10g --rounds 1"
    sections = "--scenario queries --scenario broad --scenario long-splits --add"
    assert f"`{long} {sections}`" in text("pushdown-10240m/times", {})
    assert "`headwater bench growth --objects 100000`" in text("growth/made", {})
    assert command("pushdown-64m") == "headwater bench pushdown --bytes 64m"
    for name, wanted in (("pushdown-1024m", "headwater bench pushdown"), ("pushdown-10240m", long)):
        assert f"`{wanted} --scenario json --add`" in text(f"{name}/times/json", {name: result({})})


def test_the_committed_pages_have_the_tables_of_the_results():
    results = load(RESULTS)
    found = {file: file.read_text(encoding="utf-8") for file in pages(CHECKOUT)}
    assert CHECKOUT / "README.md" in found
    for file, page in found.items():
        assert changes(file, filled(page, results)) == "", "run: headwater bench tables"


def test_every_result_has_a_page_and_every_kind_of_table_is_used():
    whole = "".join(file.read_text(encoding="utf-8") for file in pages(CHECKOUT))
    for name in load(RESULTS):
        assert f"<!-- figures: {name}/made -->" in whole
    for kind in KINDS:
        assert f"/{kind}" in whole
    for each in requests.rows():
        assert f"## {each.title}\n" in whole
        assert f"requests/purposes/{each.name}/headwater-swift -->" in whole


def test_the_report_plots_the_committed_results():
    results = load(RESULTS)
    found = list(chapters(results))
    assert {each["result"] for each in found} == set(results)
    assert all(plot["spec"]["width"] == "container" for each in found for plot in each["plots"])
    titles = [plot["title"] for each in found for plot in each["plots"]]
    for figure in ("Requests by kind", "Speed-up over selectivity, by rows", "Parts of an RDD: seconds"):
        assert figure in titles
    page = render({"writes": results["writes"]})
    assert page.count('<div class="plot">') == 11
    assert page.count("Not measured. Run <code>headwater bench") == len(found) - 1
    assert "--scenario long-splits --add</code>" in page
    assert "http://" not in page.split("vegaEmbed(")[0][:2000]


@pytest.mark.parametrize("content", [b"{", b"\xff", b"[1]"])
def test_an_invalid_result_is_reported(tmp_path, content):
    (tmp_path / "pushdown-32m.json").write_bytes(content)
    with pytest.raises(HeadwaterError, match=r"pushdown-32m\.json is no") as raised:
        load(tmp_path)
    assert raised.value.advice.endswith("headwater bench pushdown --quick")
