"""`headwater bench storlets`: its data, its frames, its result and its page."""

import json

import pytest
from click.testing import CliRunner
from headwater_swift.wire.frames import make

import report_support
from headwater.core.errors import HeadwaterError
from headwater_bench.storlets import command, readings
from headwater_bench.storlets.document import render
from headwater_bench.storlets.latency import Latency
from headwater_bench.storlets.measure import Report
from headwater_bench.storlets.transfers import end_frame


def test_one_row_of_a_thousand_is_selected(tmp_path):
    path = tmp_path / "readings.csv"
    written = readings.write(path, 3_000_000)
    rows = path.read_text().splitlines()
    assert path.stat().st_size == written >= 3_000_000
    assert {row.count(",") for row in rows} == {9}
    selected = [row for row in rows if row.split(",")[readings.METER_COLUMN].startswith(readings.SELECTED)]
    assert len(selected) * 1000 == len(rows)


def test_the_same_seed_makes_the_same_readings(tmp_path):
    one, other = tmp_path / "one", tmp_path / "other"
    readings.write(one, 1, seed=5)
    readings.write(other, 1, seed=5)
    assert one.read_bytes() == other.read_bytes()


def test_the_end_frame_is_found(tmp_path):
    answer = tmp_path / "answer"
    answer.write_bytes(make(b"D", b"E" * 100).raw + make(b"D", b"").raw + make(b"E", b'{"bytes_in": 7}').raw)
    assert end_frame(answer) == {"bytes_in": 7}


@pytest.mark.parametrize("content", [b"", make(b"D", b"x").raw, make(b"D", b"x").raw + make(b"X", b"{}").raw])
def test_a_truncated_answer_is_reported(tmp_path, content):
    answer = tmp_path / "answer"
    answer.write_bytes(content)
    with pytest.raises(HeadwaterError, match="no end frame"):
        end_frame(answer)


def test_the_page_has_medians_and_ratios():
    text = render(report_support.storlets())
    assert "| plain GET | 3.00 | 358 |" in text
    assert "| the same, seconds of a processor | 0.40 | 2,684 |" in text
    assert "In each of 3 rounds" in text
    assert "3.0x faster than the object" in text
    assert "0.50 of the native speed by the clock, and 0.75 by processor seconds" in text
    assert "That\nis 2.50 ms more" in text
    assert "Made by `headwater bench storlets`.*" in text


def test_the_result_is_stored_after_every_round(tmp_path, monkeypatch):
    kept = []

    def measured(megabytes, rounds, gets):
        assert (megabytes, rounds, gets) == (1, 2, 3)
        report = Report(1 << 20, 100, latency=Latency([0.004], [0.0065]))
        for _ in range(rounds):
            for name in ("plain", "selected", "engine", "engine_cpu", "native", "native_cpu"):
                getattr(report, name).append(1.0)
            yield report
            kept.append(json.loads((tmp_path / "storlets.json").read_text()))

    monkeypatch.setattr(command, "measure", measured)
    options = ["--megabytes", "1", "--rounds", "2", "--gets", "3", "--folder", str(tmp_path)]
    CliRunner().invoke(command.storlets, options, catch_exceptions=False)
    assert [each["native_cpu"] for each in kept] == [[1.0], [1.0, 1.0]]
    assert kept[1]["latency"] == {"plain": [0.004], "selected": [0.0065]}
    assert kept[1]["made"]["command"] == "headwater bench storlets --megabytes 1 --rounds 2 --gets 3"
    assert (tmp_path / "storlets.md").read_text() == render(kept[1])
