"""The table of docs/operate/sizing.md has the medians of a committed result."""

import json
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[2]
RESULT = ROOT / "bench/results/pushdown-1024m.json"
SECTIONS = ("queries", "broad")


def row(found: dict) -> str:
    def of(peer: str, what: str) -> float:
        return median(sample[what] for sample in found["peers"][peer]["samples"])

    kinds = ("store_cpu_seconds", "cpu_seconds")
    numbers = [f"{of(peer, kind):.2f}" for kind in kinds for peer in ("on", "off")]
    return f"| {found['title']} | {' | '.join(numbers)} | {of('on', 'bytes_from_store') / 2**20:.0f} |"


def test_the_table_has_the_medians() -> None:
    page = (ROOT / "docs/operate/sizing.md").read_text(encoding="utf-8")
    sections = json.loads(RESULT.read_text(encoding="utf-8"))["sections"]
    rows = [row(each) for one in sections if one["name"] in SECTIONS for each in one["rows"].values()]
    assert len(rows) == 13
    assert "\n".join(rows) in page
