"""Documents are short, narrow and in short sentences."""

import re
import subprocess
from pathlib import Path
from statistics import mean

import pytest

ROOT = Path(__file__).resolve().parents[2]
COLUMNS = 120
README_LINES = 120
WORDS = 16
MOST_WORDS = 25
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
CODE = re.compile(r"^```.*?^```$|<!--.*?-->", re.DOTALL | re.MULTILINE)
GENERATED = "headwater bench"  # pages with results have the texts of `bench/`
SECRET_IN_COMMAND = re.compile(
    r"(?:--conf[ =\\\n]*|-D *)\S*(?:secret|password|token|access\.key)\S*="
    r"|curl [^\n]*(?:-H \"?X-Auth-(?:Key|Token):|--user |-u )",
    re.IGNORECASE,
)
PATTERNS = (
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "CODE_OF_CONDUCT.md"),
    *("docs/*.md", "protocol/*.md"),
)


def documents() -> list[str]:
    listed = subprocess.run(
        ["git", "ls-files", *PATTERNS], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


def prose(text: str) -> list[str]:
    """The lines of a document outside tables, code and comments."""
    lines = CODE.sub("", text).splitlines()
    return [line for line in lines if not line.startswith("    ") and not line.lstrip().startswith("|")]


def lengths(text: str) -> list[int]:
    """The number of words of each sentence."""
    return [len(each.split()) for each in sentences(text)]


def sentences(text: str) -> list[str]:
    """The sentences of a document. A piece of code or the address of a link is one word."""
    lines = "\n".join(line for line in prose(text) if not line.startswith("#"))
    shown = re.sub(r"\n\s*(?:- |\d+\. )", "\n\n", re.sub(r"`[^`]*`", "x", re.sub(r"\]\([^)]*\)", "]", lines)))
    paragraphs = re.split(r"\n\s*\n", shown)
    found = [each for paragraph in paragraphs for each in re.split(r"(?<=[.!?:])\s+", paragraph)]
    return [each for each in found if re.search("[a-z]", each)]


@pytest.mark.parametrize("name", documents())
def test_no_command_has_a_secret(name: str) -> None:
    assert not SECRET_IN_COMMAND.findall((ROOT / name).read_text(encoding="utf-8"))


def test_a_secret_in_a_command_is_found() -> None:
    assert SECRET_IN_COMMAND.search("spark-shell --conf spark.hadoop.fs.s3a.secret.key=KEY")
    assert SECRET_IN_COMMAND.search("spark-shell --conf \\\n  spark.hadoop.fs.s3a.secret.key=KEY")
    assert SECRET_IN_COMMAND.search('curl -si -H "X-Auth-Key: $ST_KEY" URL')
    assert SECRET_IN_COMMAND.search("hadoop fs -Dfs.headwater.s3.access.key=KEY -ls /")


@pytest.mark.parametrize("name", documents())
def test_no_line_is_too_long(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    if f"<!-- Written by `{GENERATED}" not in text:
        lines = COMMENT.sub("", text).splitlines()
        assert not [each for each in lines if len(each) > COLUMNS and not each.lstrip().startswith("|")]


def test_the_readme_is_short() -> None:
    lines = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= README_LINES
    assert not [line for line in lines if len(line) > COLUMNS and not line.startswith("|")]


def test_sentences_are_short() -> None:
    found = [count for name in documents() for count in lengths((ROOT / name).read_text(encoding="utf-8"))]
    assert len(found) > 1000
    assert mean(found) <= WORDS


@pytest.mark.parametrize("name", documents())
def test_no_sentence_is_too_long(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    assert not [each for each in sentences(text) if len(each.split()) > MOST_WORDS]


def test_words_of_sentences_are_counted() -> None:
    assert lengths("# Title\n\nOne [link](to.md) here. `a b c` too:\n\n- an item\n") == [3, 2, 2]
