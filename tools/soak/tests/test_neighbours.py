"""A short measurement counts each request of the neighbour, and each is answered."""

from collections import Counter
from pathlib import Path

import pytest

import page
from neighbours import FLOODS, KINDS, RATE, Round, Sample, measure, table

SECONDS = 1


@pytest.fixture(scope="module")
def rounds(tmp_path_factory: pytest.TempPathFactory) -> list[Round]:
    return measure(tmp_path_factory.mktemp("cluster"), 1, SECONDS, 1)[1]


@pytest.mark.parametrize("flood", FLOODS)
def test_each_request_beside_a_flood_is_counted_and_answered(rounds: list[Round], flood: str) -> None:
    samples = [each for one in rounds if one.flood == flood for each in one.samples]
    assert Counter(each.kind for each in samples) == dict.fromkeys(KINDS, RATE * SECONDS // len(KINDS))
    assert all(each.answered for each in samples)


def test_the_table_has_medians_of_rounds_and_the_worst_ratio(tmp_path: Path) -> None:
    def one(flood: str, seconds: float) -> Round:
        return Round(flood, [Sample(kind, seconds, answered=True) for kind in KINDS * 2], 3, 1)

    rounds = [one(flood, 0.040 if FLOODS[flood] else 0.010) for flood in FLOODS]
    rounds += [one(flood, seconds) for flood in FLOODS for seconds in (9, 0.001)]
    written = tmp_path / "page.md"
    written.write_text("before\n<!-- report -->\nold\n<!-- end of the report -->\nafter\n")
    page.write(written, "\n".join(table(rounds)))
    lines = written.read_text().splitlines()
    assert (lines[0], lines[-1], "old" in lines) == ("before", "after", False)
    assert "| nothing | 10 / 10 | 10 / 10 | 10 / 10 | 10 / 10 | 1.0 | 3.0 | 1.0 |" in lines
    assert "| storlets | 40 / 40 | 40 / 40 | 40 / 40 | 40 / 40 | 4.0 | 3.0 | 1.0 |" in lines
    sent = 6 * len(FLOODS) * len(KINDS)
    assert any(f"{sent} of {sent} requests were answered" in line for line in lines)
