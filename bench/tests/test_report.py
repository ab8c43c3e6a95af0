"""`headwater bench report`: its chapters, its prices, and its page in a real browser."""

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, TimeoutError  # noqa: A004 (not a subclass of Python's)

import report_support
from browser_support import browser
from headwater.core.errors import HeadwaterError
from headwater.embedded.request_log import Kind
from headwater_bench.core.numbers import ONCE
from headwater_bench.core.results import load, of_sizes
from headwater_bench.reads.shortfalls import Shortfall, by_row
from headwater_bench.report.chapters import (
    ALL,
    cost,
    growth,
    mapreduce,
    operations,
    pushdown,
    reading,
    requests,
    scale,
    storlets,
    uploads,
    writing,
)
from headwater_bench.report.command import report
from headwater_bench.report.drawing import charts, groups, palette, prices
from headwater_bench.report.drawing.groups import Group
from headwater_bench.report.drawing.marks import Mark, exactly, told_bytes
from headwater_bench.report.page import render

_RESULTS = Path(__file__).resolve().parents[1] / "results"
_PHONE, _DESK = 390, 1200


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as started:
        yield started


@pytest.fixture(scope="module")
def page_of_all(tmp_path_factory) -> Path:
    """Every kind of result in one page."""
    file = tmp_path_factory.mktemp("report") / "report.html"
    file.write_text(render(report_support.results()))
    return file


def test_a_series_has_its_points_and_slopes_in_a_table():
    (table,) = (
        part for part in growth.chapter({"growth": report_support.growth()}).parts if part.kind == "table"
    )
    assert table.rows[0] == ["Headwater, `s3://`", "4; 0.11", "13; 0.20", "103; 1.10", "1", "0.01"]


def test_results_are_known_by_the_names_of_their_files(tmp_path):
    for name in ("reads", "pushdown-1024m", "pushdown-64m"):
        (tmp_path / f"{name}.json").write_text(f'{{"name": "{name}"}}')
    results = load(tmp_path)
    assert results["reads"] == {"name": "reads"}
    assert [each["name"] for each in of_sizes(results, "pushdown")] == ["pushdown-64m", "pushdown-1024m"]


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("reads", b"{", "reads.json is no JSON"),
        ("pushdown-64m", b"\xff", "pushdown-64m.json is no JSON: 'utf-8'"),
        ("reads", b"[1]", "reads.json is no result"),
    ],
)
def test_a_file_without_a_result_is_told(tmp_path, name, content, what):
    (tmp_path / f"{name}.json").write_bytes(content)
    with pytest.raises(HeadwaterError, match=what) as raised:
        load(tmp_path)
    assert raised.value.advice.endswith(f"headwater bench {name.partition('-')[0]}")


def test_a_name_without_a_size_is_told(tmp_path):
    (tmp_path / "pushdown-old.json").write_text("{}")
    with pytest.raises(HeadwaterError, match=r"pushdown-old\.json is no result of a known size"):
        load(tmp_path)


@pytest.mark.parametrize("name", sorted(report_support.results()))
def test_a_result_of_another_version_is_told(name):
    with pytest.raises(HeadwaterError, match=rf"{name}\.json is not as this version writes it") as raised:
        render({name: {"made": {}}})
    assert raised.value.advice.endswith(f"headwater bench {name.partition('-')[0]}")
    assert raised.value.__cause__ is not None


def test_a_result_that_does_not_tell_where_it_was_made_is_told():
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
    row = {
        "title": "it",
        "peers": {"a": {"samples": [report_support.sample(1, PUT=10, GET=5, DELETE=7, AUTH=3)]}},
    }
    assert cost.dollars(Group("it", [row]), "a", cloud) == pytest.approx(10 * 0.005 + 5 * 0.0004)


def test_what_reading_shows_and_where_it_falls_short():
    chapter = reading.chapter({"reads": report_support.reads()})
    assert [each.value for each in chapter.headlines] == [
        f"{each}×"  # noqa: RUF001
        for each in ("2.0", "4.4", "2.0", "3.3", "4.4", "3.3")
    ]
    assert chapter.headlines[0].text == (
        "fewer requests than S3A 3.5.0, analytics stream (its default), for 2 of TPC-H's 22 queries of "
        "Parquet: 10 instead of 20"
    )
    assert "than S3A 3.5.0, classic stream, for" in chapter.headlines[2].text
    assert chapter.shortfalls == ["TPC-H 2, Stocator 1.1.4: `it broke`"]
    known = report_support.reads()
    known["data"]["scale_factor"] = 0.01
    for row in known["sections"][0]["rows"].values():
        row["peers"]["headwater-s3"]["samples"][0] |= {"bytes_from_store": 10**7, "requests": {"GET": 6}}
    told = "; ".join(reading.chapter({"reads": known}).shortfalls)
    assert "Measured at scale factor 0.01, where 1 is asked for" in told
    assert "**TPC-H 1**: More than half the requests: Headwater, `s3://`: 6 (6 GET)" in told
    assert (
        "2 of TPC-H's 22 queries of Parquet are 12 by Headwater, `s3://`, and 20 by it, which is 1.67" in told
    )
    assert "3 of 3 columnar rows fetch more than 1.1 of the bytes that they need, at most 2.5" in told


def test_what_writing_shows_and_where_it_falls_short():
    chapter = writing.chapter({"writes": report_support.writes()})
    assert [each.value for each in chapter.headlines] == ["30.0×", "30.0×", "9.0×", "9.0×"]  # noqa: RUF001
    assert chapter.shortfalls == []
    known = report_support.writes()
    del known["sections"][0]["rows"]["04-it"]
    known["sections"][1] |= {"rounds": 1}
    chapter = writing.chapter({"writes": known})
    assert chapter.headlines[0].text.endswith("for Teragen, Copy and Wordcount: 30 instead of 900")
    assert chapter.shortfalls[:2] == [
        groups.ONE_ROUND.format(delay=", with 20 ms more for every request"),
        "Terasort has not been measured",
    ]


def test_reading_tells_the_worst_of_each_row_and_the_worst_row_first():
    found = [
        Shortfall("a", "s3 takes 1.1 of the time", 1.1),
        Shortfall("a", "swift takes 1.2 of the time", 1.2),
        Shortfall("a", "many", 1.3, "more than half the requests"),
        Shortfall("b", "s3 takes 1.4 of the time", 1.4),
    ]
    assert by_row({"": found, "with 20 ms": found[:1]}) == [
        "**b**: S3 takes 1.4 of the time",
        (
            "**a**: More than half the requests: many. Swift takes 1.2 of the time. "
            "With 20 ms: s3 takes 1.1 of the time"
        ),
    ]


def test_writing_tells_why_so_few_requests_cannot_be_had():
    known = report_support.writes()
    for row in known["sections"][0]["rows"].values():
        row["peers"]["headwater-s3"]["samples"][0]["requests"] = {"PUT": 17, "GET": 16, "LIST": 4, "AUTH": 1}
    (told,) = (
        each
        for each in writing.chapter({"writes": known}).shortfalls
        if "cannot be had" in each and "25" in each
    )
    assert told == (
        "25 times fewer than 1,200 requests is 48, and cannot be had: of the 148 by Headwater, `s3://` 132 "
        "move the data, 68 PUT (one for each part, and each `_SUCCESS`) and 64 GET of what is read"
    )


def test_what_pushdown_shows_and_where_it_falls_short():
    known = report_support.pushdown()
    chapter = pushdown.chapter({"pushdown-1024m": known})
    assert [each.value for each in chapter.headlines] == ["30.0× to 30.0×", "2.5× to 2.5×"]  # noqa: RUF001
    assert len(chapter.shortfalls) == 1
    assert "not been measured at 10 GiB" in chapter.shortfalls[0]
    curve = next(
        part for part in chapter.parts if part.title.startswith("Speed-up over selectivity, by rows")
    )
    assert "A round has 10 pairs of runs where all is needed" in curve.note
    for query in known["queries"]["queries"].values():
        for sample in query["configurations"]["on"]["samples"]:
            sample["seconds"] = 3.0
    for point in known["selectivity"]["points"]:
        off = point["configurations"]["off"]
        point["configurations"]["on"] = [each | {"seconds": 2 * each["seconds"]} for each in off]
    told = "; ".join(pushdown.chapter({"pushdown-1024m": known}).shortfalls)
    assert "Showday at 1 GiB: 10.0 times sooner than S3A, where 13 is asked for" in told
    assert "0.8 times sooner than Polars" in told
    assert "Where nothing is dropped, pushdown takes 2.00 of the time" in told


def test_the_model_is_held_against_what_was_measured():
    chapter = scale.chapter({"scale": report_support.scale()})
    assert len(chapter.shortfalls) == 1
    assert "a commit of 100 parts: the model is off by +100%" in chapter.shortfalls[0]
    (headline,) = chapter.headlines
    assert headline.value == "2.5 s"
    assert headline.text.endswith("1,000 nodes, Amazon S3, one prefix. S3A, algorithm 1 2.5 h")


def test_operations_have_a_plot_of_times_and_tables_of_times_and_requests():
    chapter = operations.chapter({"operations": report_support.operations()})
    plot, delayed, times, _, requests = chapter.parts
    assert delayed.title == "Milliseconds of each call, with 20 ms more for every request"
    assert [each.title for each in plot.chart.legend] == [
        "Headwater, `s3://`",
        "Headwater, `swift://`",
        "S3A 3.5.0",
        "HDFS 3.5.0",
    ]
    drawn = {each["peer"]: each["value"] for each in plot.chart.spec["data"]["values"]}
    assert (drawn["s3a"], drawn["hdfs"]) == (1500, 4)
    assert times.rows[0][3:] == ["1,500; 3.0; 0.5", "–", "4; 0.0; 0.0"]  # noqa: RUF001
    assert requests.rows[0][3:] == ["1,001: 1,000 COPY, 1 LIST", "–"]  # noqa: RUF001
    assert chapter.shortfalls == [
        groups.ONE_ROUND.format(delay=""),
        "Rename the folder, Stocator 1.1.4: `it broke`",
        (
            "HDFS 3.5.0, which is not on the store, is sooner at 1 of 1 calls, the most at this: "
            "Rename the folder: Headwater, `s3://` takes 1,500 ms, HDFS 3.5.0 4"
        ),
    ]
    assert operations.chapter({}) is None


def test_operations_tell_where_ours_is_behind_a_peer_on_the_store():
    known = report_support.operations()
    call = known["sections"][0]["rows"]["6-rename"]
    call["peers"]["s3a"]["samples"] = [report_support.sample(1.0, LIST=1, COPY=500)]
    assert operations.chapter({"operations": known}).shortfalls[2:4] == [
        (
            "Rename the folder: Headwater, `s3://` takes 1,500 ms, S3A 3.5.0 1,000; "
            "Headwater, `s3://` sends 1,001 requests, S3A 3.5.0 501"
        ),
        (
            "Rename the folder, with 20 ms more for every request: "
            "Headwater, `s3://` takes 1,500 ms, S3A 3.5.0 1,000"
        ),
    ]


def test_uploads_tell_the_worst_of_ours_and_that_there_was_one_round():
    chapter = uploads.chapter({"uploads": report_support.uploads()})
    assert chapter.shortfalls == [
        groups.ONE_ROUND.format(delay=""),
        "`put`: ours takes 3.00 s, theirs 2.50; ours sends 4 requests, theirs 3",
        "`put`, with 20 ms more for every request: ours takes 3.00 s, theirs 2.50",
    ]
    seconds, _, requests = (part for part in chapter.parts if part.kind == "table")
    assert seconds.rows == [["`put`", "3.00; 6.0; 0.5", "2.00; 4.0; 0.5", "2.50; 5.0; 0.5"]]
    assert requests.rows == [["`put`", "4: 4 PUT", "2: 2 PUT", "3: 3 PUT"]]


def test_growth_tells_of_each_peer_the_point_at_which_ours_is_the_most_behind():
    known = report_support.growth()
    assert growth.chapter({"growth": known}).shortfalls == []
    known["series"][0]["points"]["stocator"] = [
        {"x": 1, "requests": 1, "seconds": [0.11]},
        {"x": 10, "requests": 12, "seconds": [0.1]},
    ]
    assert growth.chapter({"growth": known}).shortfalls == [
        (
            "Parts of an RDD: Headwater, `s3://` takes 0.20 s, Stocator 1.1.4 0.10 (10 parts); "
            "Headwater, `s3://` sends 4 requests, Stocator 1.1.4 1 (1 parts)"
        )
    ]


def test_cost_tells_what_is_dearer_and_what_its_headlines_are_over():
    known = report_support.reads()
    query = known["sections"][0]["rows"]["TPC-H 1"]["peers"]
    query["s3a-analytics"]["samples"][0]["requests"] = {"GET": 1}
    query = known["sections"][0]["rows"]["TPC-H 2"]["peers"]
    query["s3a-analytics"]["samples"][0]["requests"] = {"GET": 1}
    query["stocator"]["samples"] = query["s3a-classic"]["samples"]
    chapter = cost.chapter({"reads": known})
    analytics, classic = chapter.headlines
    assert (
        "than with S3A 3.5.0, analytics stream (its default), for 1,000 runs of reading's 4 rows in sum"
        in analytics.text
    )
    assert analytics.text.endswith(". Dearer by themselves: TPC-H, 2 of its 22 queries together")
    assert "than with S3A 3.5.0, classic stream" in classic.text
    assert "by themselves" not in classic.text
    (told,) = (each for each in chapter.shortfalls if "are dearer" in each)
    assert told.startswith(
        "TPC-H, 2 of its 22 queries together: 1,000 runs are dearer with Headwater, `s3://`: $0.022, and "
        "$0.001 with S3A 3.5.0, analytics stream (prices: AWS S3"
    )


def test_storlets_have_a_plot_of_rates_and_tables_of_seconds_and_latency():
    chapter = storlets.chapter({"storlets": report_support.storlets()})
    plot, times, latency = chapter.parts
    drawn = {(each["row"], each["peer"]): each for each in plot.chart.spec["data"]["values"]}
    plain = drawn["By the clock", "plain"]
    assert [round(plain[what]) for what in ("least", "value", "most")] == [268, 358, 537]
    assert ("By the seconds of a processor", "native") in drawn
    assert times.rows[0] == ["a plain GET, by the clock", "3.00 (2.00 to 4.00)", "358"]
    assert latency.rows[1] == ["a GET through the storlet", "6.50"]
    assert storlets.chapter({}) is None


def test_mapreduce_has_plots_of_uploads_and_commits_and_of_what_may_be_negative():
    chapter = mapreduce.chapter({"mapreduce": report_support.mapreduce()})
    upload, commit, grown, *of_delayed, _, beyond, _, _, requests = chapter.parts
    assert [part.title.rpartition(", with")[2] for part in of_delayed] == [
        " 20 ms more for every request"
    ] * 3
    drawn = [
        {(each["row"], each["peer"]): each["value"] for each in plot.chart.spec["data"]["values"]}
        for plot in (upload, commit)
    ]
    assert drawn[0]["216 MB of output", "s3a-2"] == 2.16
    assert drawn[1]["216 MB of output", "s3a-2"] == pytest.approx(21.7)
    values = grown.chart.spec["data"]["values"]
    assert [each["value"] for each in values if each["peer"] == "headwater-s3"] == [
        pytest.approx(-0.12),
        pytest.approx(-4.12),
    ]
    for layer in grown.chart.spec["layer"][::2]:
        assert {layer["encoding"][axis]["scale"]["type"] for axis in "xy"} == {"linear"}
    assert beyond.rows[0] == ["Headwater, `s3://`", "-0.12", "-4.12", "-2.00", "0"]
    assert beyond.rows[2] == ["S3A 3.5.0, algorithm 1", "1.48", "17.48", "8.00", "100"]
    assert requests.rows[-1] == ["S3A 3.5.0, algorithm 2", "216", "4", "3", "1", "216"]
    assert mapreduce.chapter({}) is None


def test_requests_have_a_plot_of_counts_and_tables_of_counts_and_kinds():
    chapter = requests.chapter({"requests": report_support.requests()})
    plot, counts, kinds = chapter.parts
    drawn = {(each["row"], each["peer"]): each["value"] for each in plot.chart.spec["data"]["values"]}
    assert drawn["Text", "headwater-swift"] == 5
    assert drawn["Text", "s3a"] == 52
    assert ("Append", "s3a") not in drawn
    assert counts.rows == [["Text", "4", "5", "52", "8"], ["Append", "4", "5", "–", "–"]]  # noqa: RUF001
    assert kinds.rows[:2] == [
        ["Text, `s3://`", "2 LIST, 2 PUT", "4"],
        ["Text, `swift://`", "3 LIST, 2 PUT, 1 AUTH", "–"],  # noqa: RUF001
    ]
    assert requests.chapter({}) is None


def test_what_is_not_there_is_told_with_the_command_that_makes_it():
    page = render({})
    assert page.count("Not measured yet.") == len(ALL)
    for kind in ALL:
        assert f"<code>{kind.command}</code>" in page


def test_nothing_of_a_result_is_taken_for_html():
    known = report_support.reads()
    known["made"]["command"] = "<b>headwater</b>"
    known["sections"][0]["rows"]["TPC-H 2"]["peers"]["stocator"]["failure"] = "</script><i>broke</i>"
    known["sections"][0]["rows"]["TPC-H 1"]["title"] = "TPC-H ![it](http://elsewhere/it.png)"
    page = render({"reads": known})
    assert "<b>headwater" not in page
    assert "<i>broke" not in page
    assert '<img src="http://elsewhere' not in page


def test_the_committed_page_is_that_of_the_committed_results(tmp_path):
    output = tmp_path / "report.html"
    done = CliRunner().invoke(report, ["--output", str(output)], catch_exceptions=False)
    assert done.exit_code == 0
    told = "The results have changed: run `headwater bench report`, and commit bench/results/report.html."
    assert output.read_text() == (_RESULTS / "report.html").read_text(), told


@pytest.mark.parametrize("width", [_PHONE, _DESK])
@pytest.mark.parametrize("which", ["all", "committed"])
def test_the_page_in_a_browser(chromium, page_of_all, which, width):
    """Every plot is drawn within its box. Nothing is requested, no error is logged, nothing overflows."""
    file = page_of_all if which == "all" else _RESULTS / "report.html"
    page = chromium.new_page(viewport={"width": width, "height": 800}, color_scheme="light")
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("request", lambda request: heard.append(request.url))
    page.goto(file.as_uri())
    with suppress(TimeoutError):  # the output explains the failure
        page.wait_for_selector("html[data-drawn]", timeout=30_000, state="attached")
    assert heard == [file.as_uri()]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    figures = page.locator("figure").evaluate_all(_FIGURES)
    assert page.locator("html").get_attribute("data-drawn") == str(len(figures))
    assert len(figures) >= (20 if which == "all" else 10)
    for figure in figures:
        _is_drawn(figure)
    light = _colours(page)
    page.emulate_media(color_scheme="dark")
    dark = _colours(page)
    assert _lightness(light["ground"]) - _lightness(light["text"]) > 128
    assert _lightness(dark["text"]) - _lightness(dark["ground"]) > 128
    assert light["mark"] != dark["mark"]
    assert heard == [file.as_uri()]
    page.close()


_FIGURES = """
figures => figures.map(figure => {
  const box = figure.getBoundingClientRect();
  const drawing = figure.querySelector("svg").getBoundingClientRect();
  const marks = [...figure.querySelectorAll("svg :is(.mark-rect, .mark-symbol).role-mark path")];
  const boxes = marks.map(mark => mark.getBoundingClientRect());
  return {
    left: drawing.left - box.left, right: box.right - drawing.right,
    width: drawing.width, height: drawing.height,
    sizes: boxes.map(each => Math.max(each.width, each.height)),
    fills: marks.map(mark => getComputedStyle(mark).fill),
    legend: figure.querySelectorAll(".legend li").length,
  };
})
"""


def _is_drawn(figure: dict) -> None:
    assert figure["width"] > 250
    assert figure["height"] > 60
    assert figure["left"] >= 0
    assert figure["right"] >= 0
    assert max(figure["sizes"]) > 5
    assert all(fill.startswith("rgb") for fill in figure["fills"])
    assert figure["legend"] > 0


def _colours(page: Page) -> dict[str, str]:
    """The colours of the page's background, a plot's text and its first mark, as the browser shows them."""
    return page.evaluate(
        """() => ({
          ground: getComputedStyle(document.body).backgroundColor,
          text: getComputedStyle(document.querySelector("svg .role-axis-label text")).fill,
          mark: getComputedStyle(document.querySelector("svg .role-mark path")).fill,
        })"""
    )


def _lightness(rgb: str) -> float:
    return sum(map(int, re.findall(r"\d+", rgb)[:3])) / 3


def test_tables_scroll_within_their_box(chromium, page_of_all):
    page = chromium.new_page(viewport={"width": _PHONE, "height": 800})
    page.goto(page_of_all.as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")
    assert page.evaluate("document.documentElement.scrollWidth") == _PHONE
    wide = page.locator(".scroll").evaluate_all(
        "all => all.filter(each => each.scrollWidth > each.clientWidth).length"
    )
    assert wide > 0
    page.close()


def test_a_rows_name_is_in_lines_that_a_phone_has_room_for():
    title = "Open those files and read them, one after the other, and close them"
    marks = [Mark(row, "s3a", *exactly(2.0), "2 s") for row in ("Rename", title)]
    chart = charts.dots({"s3a": "S3A"}, marks, "seconds")
    short, long = (each["row"] for each in chart.spec["data"]["values"])
    assert short == "Rename"
    assert long == "Open those files and read them, one after\nthe other, and close them"
    assert chart.spec["layer"][0]["encoding"]["y"]["sort"] == [short, long]
    assert chart.spec["layer"][0]["encoding"]["x"]["title"] == "seconds (logarithmic)"


def test_a_row_of_one_dot_has_it_on_its_line():
    marks = [Mark(row, peer, *exactly(2.0), "2 s") for row, peer in (("a", "s3a"), ("b", "stocator"))]
    peers = {"s3a": "S3A", "stocator": "Stocator"}
    (layer,) = charts.dots(peers, marks, "seconds", linear=True).spec["layer"]
    assert "yOffset" not in layer["encoding"]
    assert layer["encoding"]["x"]["scale"]["domainMin"] == 0
    assert layer["encoding"]["x"]["title"] == "seconds"
    (layer,) = charts.dots(peers, [*marks, Mark("a", "stocator", *exactly(3.0), "3 s")], "s").spec["layer"]
    assert "yOffset" in layer["encoding"]


def test_kinds_of_requests_have_colours_of_their_own():
    kinds = [kind for kind in Kind if kind not in ONCE]
    assert len({palette.kind_colour(kind) for kind in kinds}) == len(kinds)
    style = (_RESULTS.parent / "src/headwater_bench/report/templates/style.css").read_text()
    for kind in kinds:
        assert style.count(f"{palette.kind_colour(kind)[4:-1]}:") == 2


@pytest.mark.parametrize(
    ("number", "told"),
    [(0, "0 B"), (348, "348 B"), (31_320, "31.3 kB"), (10**6, "1.0 MB"), (2_512_000_000, "2,512.0 MB")],
)
def test_bytes_are_told_in_a_unit_that_fits_them(number, told):
    assert told_bytes(number) == told


def test_pushdown_shows_the_processors_of_the_store():
    chapter = pushdown.chapter({"pushdown-1024m": report_support.pushdown()})
    assert not any(each.startswith("One round") for each in chapter.shortfalls)
    (plot,) = (each for each in chapter.parts if each.title == "Processor of the store and its engine, 1 GiB")
    assert {each["value"] for each in plot.chart.spec["data"]["values"]} == {0.5}


def test_pushdown_shows_the_deliverable_s_figures_and_its_table():
    chapter = pushdown.chapter({"pushdown-1024m": report_support.pushdown()})
    notes = " ".join(each.note for each in chapter.parts if each.kind == "plot")
    assert all(f"figure{of}" in notes for of in (" 8", "s 6, 7 and 9", " 10a", " 10b", " 10c", " 11"))
    (memory,) = (each for each in chapter.parts if each.title == "Most memory of Spark's process, 1 GiB")
    assert {each["value"] for each in memory.chart.spec["data"]["values"]} == {512}
    needs, _ = (each for each in chapter.parts if "Table 6.2a" in each.title)
    assert needs.rows[-1] == ["Showday", "99.99 %", "99.99 %", "99.99 %", "99.6275 %"]


def test_pushdown_tells_that_its_queries_ran_once():
    known = report_support.pushdown()
    for query in known["queries"]["queries"].values():
        for configuration in query["configurations"].values():
            configuration["samples"] = configuration["samples"][:1]
    shortfalls = pushdown.chapter({"pushdown-1024m": known}).shortfalls
    assert groups.ONE_ROUND.format(delay=" of the queries, 1 GiB") in shortfalls
    delayed = " of the queries, 1 GiB, with 20 ms more for every request"
    assert groups.ONE_ROUND.format(delay=delayed) in shortfalls
