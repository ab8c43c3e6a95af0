"""The committed pictures are those of their text sources."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
D2 = ROOT / ".cache" / "bin" / "d2"
SOURCES = sorted((ROOT / "docs" / "images").glob("*.d2"))
OPTIONS = re.search(r"^D2_OPTIONS := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)[1]

pytestmark = pytest.mark.skipif(not D2.exists(), reason="`make diagrams` installs D2")


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_the_picture_is_drawn_from_its_source(source: Path, tmp_path: Path) -> None:
    drawn = tmp_path / "drawn.svg"
    subprocess.run([D2, *OPTIONS.split(), source, drawn], check=True, capture_output=True, timeout=120)
    assert source.with_suffix(".svg").read_bytes() == drawn.read_bytes(), "run `make diagrams`"
