"""Names in a store cannot control the terminal that shows them."""

import json

import pytest

from dataset_support import A, B, C, part
from headwater.core.errors import HeadwaterError
from headwater.terminal import console, tables
from headwater.terminal.text import printable

ROOT = "data/sales"
TITLE = "\x1b]0;title\x07"
RED = "\x9b31m"
EVIL = f"{TITLE}{RED}\u202e"
SHOWN = r"\x1b]0;title\x07\x9b31m\u202e"


@pytest.mark.parametrize(
    ("text", "shown"), [("größe 大", "größe 大"), (EVIL, SHOWN), ("a\nb\rc\td\x7f", r"a\nb\rc\td\x7f")]
)
def test_unprintable_characters_are_escaped(text, shown):
    assert printable(text) == shown


def test_names_of_columns_are_shown_as_they_are(capsys):
    tables.show([f"root:x:0[red]{RED}"], [[":x:"]])
    assert [line.strip() for line in capsys.readouterr().out.splitlines()] == [r"root:x:0[red]\x9b31m", ":x:"]


def test_errors_have_no_emoji(capsys):
    console.show_error(HeadwaterError("s3://b/a:x:b", advice=":x:", detail=":x:"))
    assert capsys.readouterr().err.count(":x:") == 3


@pytest.fixture
def sales(lake):
    """A dataset with control characters in the names of an entry, of an orphan's folder and of a job."""
    job = {"id": A, "application": EVIL, "user": EVIL}
    keys = [lake.put(part(ROOT, A, below=f"day={EVIL}/"))]
    manifest = lake.manifest(f"{ROOT}/", A, keys, "base", {"job": job})
    lake.put(f"{ROOT}/_SUCCESS", json.dumps(manifest).encode())
    lake.commit(ROOT, B, [part(ROOT, B, below=f"day={EVIL}/")], kind="delta")
    lake.put(f"{ROOT}/{EVIL}.csv")
    lake.put(part(f"{ROOT}/{EVIL}", C))
    return lake


@pytest.mark.parametrize(
    ("command", "options"), [("ls", []), ("verify", []), ("sweep", ["--older-than", "0s"])]
)
def test_names_are_shown_with_escapes(sales, command, options):
    done = sales.run(command, ROOT, *options)
    assert SHOWN in done.stdout, done.stderr
    assert not set(EVIL) & set(done.stdout) - set(SHOWN)


def test_json_has_the_names_as_they_are(sales):
    done = sales.run("ls", ROOT, "--files", "--json")
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(done.stdout)
    assert f"{ROOT}/{EVIL}.csv" in [each["key"] for each in json.loads(done.stdout)["files"]]


def test_lines_for_other_programs_have_no_such_names(sales):
    done = sales.run("ls", ROOT, "--files")
    assert (done.returncode, done.stdout) == (1, "")
    assert SHOWN in done.stderr


def test_an_error_shows_names_with_escapes(lake):
    lake.put(f"{ROOT}/{EVIL}/_SUCCESS", b'{"success": true, "headwater": {"format": 99}}')
    done = lake.run("ls", ROOT)
    assert done.returncode == 1
    assert SHOWN in done.stderr
    assert not set(EVIL) & set(done.stderr) - set(SHOWN)
