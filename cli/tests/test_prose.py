"""Vale finds each word that the rules name, in documents and in comments, and nothing in plain text."""

import subprocess
from collections import Counter
from itertools import product
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


def findings(*files: Path) -> Counter[str]:
    """The number of findings in each file, by its path."""
    command = [ROOT / ".cache/bin/vale", "--config", ROOT / ".vale.ini", "--output=line", *files]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return Counter(line.partition(":")[0] for line in done.stdout.splitlines())


@pytest.fixture(scope="module")
def planted(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Counter[str]]:
    """A folder with a file for each planted sentence and language, and their findings."""
    folder = tmp_path_factory.mktemp("planted")
    files = []
    for (suffix, comment), (number, sentence) in product(COMMENTS, enumerate(PLANTED)):
        files.append(folder / f"{number}.{suffix}")
        files[-1].write_text(f"{comment}{sentence}\n")
    return folder, findings(*files)


@pytest.mark.parametrize("number", range(len(PLANTED)), ids=PLANTED)
@pytest.mark.parametrize("suffix", [suffix for suffix, _ in COMMENTS])
def test_a_planted_word_is_found(planted: tuple[Path, Counter[str]], number: int, suffix: str) -> None:
    folder, found = planted
    assert found[str(folder / f"{number}.{suffix}")] == 1


def test_plain_words_are_accepted(tmp_path: Path) -> None:
    file = tmp_path / "plain.md"
    sentences = ["The store reports an error.", "`told` is code.", "The star stands for any text."]
    file.write_text("\n".join([*sentences, "As soon as it ends, one reader is next.", ""]))
    assert not findings(file)
