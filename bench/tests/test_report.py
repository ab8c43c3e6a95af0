"""`headwater bench report`: its chapters, its prices and its page."""

import pytest
from click.testing import CliRunner

import report_support
from headwater.core.errors import HeadwaterError
from headwater.embedded.request_log import Kind
from headwater_bench.core.numbers import ONCE
from headwater_bench.report import cost, prices
from headwater_bench.report.chapters import chapters
from headwater_bench.report.charts import chart
from headwater_bench.report.command import report
from headwater_bench.report.figure import Figure
from headwater_bench.report.page import render


def figures(results: dict) -> dict[str, Figure]:
    return {figure.title: figure for chapter in chapters(results) for figure in chapter.figures}


def test_each_result_has_its_figures():
    found = {chapter.title: chapter for chapter in chapters(report_support.results())}
    counts = {title: len(chapter.figures) for title, chapter in found.items()}
    assert counts == {
        "Writing": 10,
        "Reading": 7,
        "Requests of small programs": 1,
        "How cost grows": 2,
        "Operations": 5,
        "Uploads by write policy": 3,
        "MapReduce": 6,
        "Storlets": 1,
        "Scale, predicted by a model": 3,
        "Pushdown": 12,
        "What the requests cost": 2 * len(prices.load()),
    }
    assert all(figure.marks for chapter in found.values() for figure in chapter.figures)


def test_the_papers_figures_are_there():
    found = chapters(report_support.results())
    notes = " ".join(figure.note for chapter in found for figure in chapter.figures)
    for paper in ("figure 4 ", "figure 5 ", "figure 1b", "figure 1c", "figure 8", "figures 6, 7 and 9"):
        assert paper in notes
    for part in ("10a", "10b", "10c", "11"):
        assert f"As figure {part}." in notes


def test_a_mark_has_median_minimum_and_maximum():
    (ours, *_) = figures({"storlets": report_support.storlets()})["Bytes of the object per second"].marks
    assert (round(ours.value), round(ours.least), round(ours.most)) == (358, 268, 537)


def test_requests_are_those_of_the_first_round_without_the_token():
    known = report_support.writes()
    row = known["sections"][0]["rows"]["00-it"]
    row["peers"]["headwater-s3"]["samples"] = [
        report_support.sample(1, PUT=9, AUTH=1),
        report_support.sample(1, PUT=4),
    ]
    marks = figures({"writes": known})["Requests"].marks
    ours = [mark for mark in marks if (mark.row, mark.peer) == (row["title"], "Headwater, `s3://`")]
    assert [mark.value for mark in ours] == [9]


def test_a_slower_row_is_listed_with_the_best_peer():
    known = report_support.operations()
    peers = known["sections"][0]["rows"]["6-rename"]["peers"]
    peers["s3a"]["samples"] = [report_support.sample(1.0, LIST=1, COPY=500)]
    del peers["hdfs"]
    found = figures({"operations": known})
    assert list(found["Time"].worse()) == ["Time, Rename the folder: Headwater, `s3://` 1.5 s, S3A 3.5.0 1 s"]
    assert len(list(found["Requests"].worse())) == 1


def test_the_worst_policy_of_ours_is_compared():
    found = figures({"uploads": report_support.uploads()})
    assert list(found["Time"].worse()) == ["Time, `put`: ours 3 s, theirs 2.5 s"]
    assert list(found["Requests"].worse()) == ["Requests, `put`: ours 4 requests, theirs 3 requests"]


def test_growth_is_compared_at_each_point():
    known = report_support.growth()
    points = known["series"][0]["points"]
    points["headwater-swift"][2] = {"x": 100, "requests": 500, "seconds": [9.0]}
    found = figures({"growth": known})
    (worse,) = found["Parts of an RDD: requests"].worse()
    assert worse.endswith("100 parts: Headwater, `swift://` 500 requests, Stocator 1.1.4 203 requests")


def test_the_curve_of_selectivity_has_a_place_for_all_needed_and_for_none():
    curve = figures({"pushdown-1024m": report_support.pushdown()})[
        "Speed-up over selectivity, by rows, 1 GiB"
    ]
    on = [mark for mark in curve.marks if mark.peer.endswith("pushdown on")]
    assert [(mark.x, mark.value) for mark in on] == [(100, 1), (50, 51), (10, 91), (1, 100)]


def test_every_figure_is_a_valid_chart():
    for figure in figures(report_support.results()).values():
        assert chart(figure)["width"] == "container"


@pytest.mark.parametrize("name", sorted(report_support.results()))
def test_a_result_of_another_version_is_reported(name):
    with pytest.raises(HeadwaterError, match=rf"{name}\.json is not as this version writes it") as raised:
        render({name: {"made": {}}})
    assert raised.value.advice.endswith(f"headwater bench {name.partition('-')[0]}")
    assert raised.value.__cause__ is not None


def test_a_result_without_its_machine_is_reported():
    known = report_support.storlets()
    del known["made"]["processor"]
    with pytest.raises(HeadwaterError, match=r"storlets\.json is not as") as raised:
        render({"storlets": known})
    assert raised.value.detail == "KeyError: 'processor'"


def test_each_cloud_has_a_price_for_each_kind_of_request():
    wanted = sorted(kind for kind in Kind if kind not in ONCE)
    for cloud in prices.load():
        assert sorted(kind for price in cloud.prices for kind in price.kinds) == wanted
        assert cloud.source.startswith("https://")
        assert cloud.read


def test_dollars_are_those_of_a_thousand_runs():
    cloud = next(each for each in prices.load() if each.name == "AWS S3")
    sample = report_support.sample(1, PUT=10, GET=5, DELETE=7, AUTH=3)
    assert cost.dollars(sample, cloud) == pytest.approx(10 * 0.005 + 5 * 0.0004)


def test_cost_is_that_of_the_s3_api():
    found = figures({"reads": report_support.reads()})["Dollars for 1,000 runs of reads, AWS S3"]
    ours = [mark for mark in found.marks if mark.is_ours]
    assert {mark.peer for mark in ours} == {"Headwater, `s3://`"}
    assert ours[0].value == pytest.approx(3 * 0.0004 + 2 * 0.005)


def test_a_missing_result_is_marked_with_its_command():
    page = render({})
    assert page.count("Not measured. Run <code>headwater bench ") == len(list(chapters({})))


def test_results_are_escaped_in_html():
    known = report_support.reads()
    known["made"]["command"] = "<b>headwater</b>"
    known["sections"][0]["rows"]["TPC-H 1"]["title"] = "</script><i>TPC-H</i>"
    page = render({"reads": known})
    assert "<b>headwater" not in page
    assert "<i>TPC-H" not in page


def test_the_committed_results_have_a_page(tmp_path):
    output = tmp_path / "new" / "report.html"
    CliRunner().invoke(report, ["--output", str(output)], catch_exceptions=False)
    assert "Not measured" not in output.read_text()
