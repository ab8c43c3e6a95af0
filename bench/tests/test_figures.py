"""`headwater bench figures`: the documents' figures are those of the results."""

import pytest
from click.testing import CliRunner

import report_support
from headwater.core.errors import HeadwaterError
from headwater_bench.core.results import as_json, keep
from headwater_bench.figures import command
from headwater_bench.figures.documents import documents
from headwater_bench.figures.places import filled
from headwater_bench.figures.texts import place_texts

_PLACE = "Before.\n\n<!-- figures: reads -->\nold\n<!-- end -->\n\nAfter.\n"


def test_the_documents_have_the_figures_of_the_results():
    CliRunner().invoke(command.figures, ["--check"], catch_exceptions=False)


def test_a_place_has_its_text_and_nothing_else_is_changed():
    assert filled(_PLACE, {"reads": "new"}) == _PLACE.replace("old", "new")
    assert filled(_PLACE, {"reads": ""}) == _PLACE.replace("old\n", "")
    assert filled("No place.\n", {}) == "No place.\n"


@pytest.mark.parametrize(
    ("document", "what"),
    [(_PLACE, "no figures are known as reads"), (_PLACE.replace("<!-- end -->", ""), "not as it should be")],
)
def test_a_place_that_cannot_be_filled_is_reported(document, what):
    with pytest.raises(HeadwaterError, match=what):
        filled(document, {"writes": ""})


def test_the_text_of_each_result():
    found = place_texts(report_support.results())
    assert found["reads"].startswith(
        "2 of TPC-H's 22 queries of Parquet at scale factor 1 send 10 requests by `s3://`. By S3A 3.5.0, "
        "analytics stream (its default), they send 20, and `s3://` takes 0.23 of its time, and 0.23 with 20 "
        "ms more for every request (3 rounds). By S3A 3.5.0, classic stream, they send 20, and `s3://` takes "
        "0.30 "
    )
    assert "3 rounds: `headwater bench reads`" in found["reads"]
    assert (
        "By `s3://`, GridPocket's 7 queries of 1 GiB of CSV are 30.0x to 30.0x faster than by S3A"
        in found["pushdown"]
    )
    assert (
        "send 40 requests by `s3://`. By S3A 3.5.0, algorithm 1, they send 1,200, in 9.0x the time"
        in found["writes"]
    )


def test_a_partial_result_gives_what_was_measured():
    known = report_support.results()
    rows = known["writes"]["sections"][0]["rows"]
    del rows["03-it"]
    rows["04-it"]["peers"]["stocator"] = {"samples": [], "failure": "it broke"}
    for name in ("s3a-classic", "s3a-analytics"):
        known["reads"]["sections"][0]["rows"]["TPC-H 2"]["peers"][name]["samples"] = []
    found = place_texts(known)
    assert found["reads"].startswith("1 of TPC-H's 22 queries of Parquet at scale factor 1 send 5 requests")
    assert found["writes"].startswith("Teragen, Copy and Terasort send 30 requests by `s3://`. By S3A")
    assert "By Stocator 1.1.4, they send 20 for Teragen and Copy, in 1.0x the time" in found["writes"]
    for kind in ("reads", "writes"):
        known[kind]["sections"][0]["rows"] = {}
    assert (place_texts(known)["reads"], place_texts(known)["writes"]) == ("", "")


def test_the_text_of_requests_is_a_table_of_programs_with_limits():
    lines = place_texts({"requests": report_support.requests()})["requests"].splitlines()
    assert lines[0] == "| program | Headwater, `s3://` | Headwater, `swift://` | S3A 3.5.0 | Stocator 1.1.4 |"
    assert lines[2:] == [
        "| Text | 4 | 5 | 52 | 8 |",
        "",
        "(2026-01-01, a processor, 2 cores: `headwater bench requests`. A dash: not measured.)",
    ]
    wide = f"| {'x' * 200} | y |"
    assert filled(_PLACE.replace("reads", "requests"), {"requests": wide}).splitlines()[3] == wide


def test_the_text_of_queries_without_polars_compares_s3a_alone():
    known = report_support.pushdown()
    for query in known["queries"]["queries"].values():
        query["configurations"].pop("polars", None)
    text = place_texts({"pushdown-1024m": known})["pushdown"]
    assert "of CSV are 30.0x to 30.0x faster than by S3A 3.5.0 (" in text


def test_the_text_of_storlets():
    text = place_texts({"storlets": report_support.storlets()})["storlets"]
    assert "from 1 GiB of CSV is 3.0x faster than a plain GET of the object. It runs at 0.50 of" in text
    assert "On an object of 1 KiB it takes 2.50 ms more" in text


def test_a_missing_result_gives_an_empty_text():
    assert place_texts({}) == dict.fromkeys(("requests", "reads", "pushdown", "writes", "storlets"), "")


def test_pages_of_a_result_are_made_of_it(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "README.md").write_text(_PLACE)
    (tmp_path / "docs" / "it.md").write_text(_PLACE)
    found = documents(tmp_path, {"reads": report_support.reads()})
    assert {str(file.relative_to(tmp_path)) for file in found} == {
        "README.md",
        "docs/it.md",
        "docs/benchmarks/reading.md",
    }
    assert "send 10 requests" in found[tmp_path / "docs" / "it.md"]


@pytest.mark.parametrize(
    ("name", "page"),
    [
        ("operations", "operations.md"),
        ("mapreduce", "mapreduce.md"),
        ("storlets", "storlets.md"),
    ],
)
def test_each_benchmark_has_its_page(tmp_path, name, page):
    (tmp_path / "README.md").write_text(_PLACE)
    found = documents(tmp_path, {name: report_support.results()[name]})
    assert f"Made by `headwater bench {name}`." in found[tmp_path / "docs" / "benchmarks" / page]


@pytest.mark.parametrize("name", ["growth", "reads", "storlets", "uploads", "writes"])
def test_a_result_of_another_version_is_reported(tmp_path, name):
    (tmp_path / "README.md").write_text(_PLACE)
    with pytest.raises(HeadwaterError, match=rf"{name}\.json is not as this version writes it") as raised:
        documents(tmp_path, {name: {"made": {}, "sections": []}})
    assert raised.value.advice.endswith(f"headwater bench {name}")


def test_a_size_of_another_version_is_reported(tmp_path):
    (tmp_path / "README.md").write_text(_PLACE)
    with pytest.raises(HeadwaterError, match=r"pushdown.*\.json is not as this version writes it"):
        documents(tmp_path, {"pushdown-64m": {"queries": {}}})


def test_a_check_reports_changes_and_writes_nothing(tmp_path, monkeypatch):
    (tmp_path / "README.md").write_text(_PLACE)
    (tmp_path / "bench" / "results").mkdir(parents=True)
    monkeypatch.setattr(command, "CHECKOUT", tmp_path)
    with pytest.raises(HeadwaterError, match="other figures than the results") as raised:
        CliRunner().invoke(command.figures, ["--check"], catch_exceptions=False)
    assert "-old" in raised.value.detail
    assert (tmp_path / "README.md").read_text() == _PLACE
    CliRunner().invoke(command.figures, [], catch_exceptions=False)
    assert "old" not in (tmp_path / "README.md").read_text()


@pytest.mark.parametrize("name", ["operations", "mapreduce", "storlets"])
def test_a_check_reports_an_edited_page(tmp_path, monkeypatch, name):
    (tmp_path / "README.md").write_text(_PLACE.replace("old\n", ""))
    keep(tmp_path / "bench" / "results" / f"{name}.json", as_json(report_support.results()[name]))
    monkeypatch.setattr(command, "CHECKOUT", tmp_path)
    CliRunner().invoke(command.figures, [], catch_exceptions=False)
    CliRunner().invoke(command.figures, ["--check"], catch_exceptions=False)
    page = tmp_path / "docs" / "benchmarks" / f"{name}.md"
    page.write_text(page.read_text().replace("Made by", "Told by"))
    with pytest.raises(HeadwaterError, match="other figures than the results") as raised:
        CliRunner().invoke(command.figures, ["--check"], catch_exceptions=False)
    assert "Told by" in raised.value.detail
