"""`headwater bench storlets`: its data, its frames and its document."""

import pytest
from headwater_swift.frames import make

from headwater.errors import HeadwaterError
from headwater_bench.storlets import readings
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
def test_an_answer_without_its_end_is_told(tmp_path, content):
    answer = tmp_path / "answer"
    answer.write_bytes(content)
    with pytest.raises(HeadwaterError, match="no end frame"):
        end_frame(answer)


def test_the_document_has_medians_and_ratios():
    report = Report(
        length=1 << 30,
        answer=1 << 20,
        plain=[2.0, 4.0, 3.0],
        selected=[1.0, 1.0, 1.0],
        engine=[0.5, 0.5, 0.5],
        engine_cpu=[0.4, 0.4, 0.4],
        native=[0.25, 0.25, 0.25],
        native_cpu=[0.3, 0.3, 0.3],
        latency=Latency(plain=[0.004], selected=[0.0065]),
    )
    text = render(report, " --rounds 3")
    assert "| plain GET | 3.00 | 358 |" in text
    assert "3.0 times as soon" in text
    assert "0.50 of the native speed by the clock, 0.75 by the processor's" in text
    assert "which is 2.50 ms more" in text
    assert "`headwater bench storlets --rounds 3`" in text.replace("\n", " ")
