"""Vale finds each word that the rules name, in documents and in comments, and nothing in plain text."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

PLANTED = [
    "The log tells it.",
    "The reader is told so.",
    "It asks the store.",
    "The object stands there.",
    "It begins anew.",
    "It is read once more.",
    "The bug is mended.",
    "It is sooner there.",
    "A store of its own.",
    "The lock is had by a job.",
    "Nobody knows it.",
    "It reads what is left.",
    "It shows what there is.",
    "It passes on a row.",
    "A sign of life.",
    "It is the one that counts.",
    "The object is read whole.",
    "It replies twice as soon.",
    "Spark, for one, reads it.",
    "He reads it.",
    "The user does it himself.",
]

COMMENTS = [
    ("md", ""),
    ("java", "// "),
    ("scala", "// "),
    ("py", "# "),
    ("rs", "// "),
    ("c", "// "),
    ("go", "// "),
    ("yml", "# "),
]


def findings(file: Path) -> list[str]:
    command = [ROOT / ".cache/bin/vale", "--config", ROOT / ".vale.ini", "--output=line", file]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.splitlines()


@pytest.mark.parametrize("sentence", PLANTED)
@pytest.mark.parametrize(("suffix", "comment"), COMMENTS)
def test_a_planted_word_is_found(tmp_path: Path, sentence: str, suffix: str, comment: str) -> None:
    file = tmp_path / f"planted.{suffix}"
    file.write_text(f"{comment}{sentence}\n")
    assert len(findings(file)) == 1


def test_plain_words_are_accepted(tmp_path: Path) -> None:
    file = tmp_path / "plain.md"
    sentences = ["The store reports an error.", "`told` is code.", "The star stands for any text."]
    file.write_text("\n".join([*sentences, "As soon as it ends, one reader is next.", ""]))
    assert findings(file) == []
