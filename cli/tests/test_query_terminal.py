"""What `headwater query` writes to a terminal."""

import os
import pty
import subprocess

from store_support import HEADWATER
from terminal_support import shown


def on_terminal(kind: str) -> tuple[int, str, bytes]:
    """The exit code, what a terminal shows of a result, and the standard error."""
    ours, theirs = pty.openpty()
    statement = "SELECT 'a' || chr(27) || '[2J' || chr(8238) || chr(10) || 'ä' AS text"
    arguments = [HEADWATER, "query", statement, "--format", kind]
    done = subprocess.run(arguments, stdout=theirs, stderr=subprocess.PIPE, check=False)
    os.close(theirs)
    return done.returncode, shown(ours).replace("\r\n", "\n"), done.stderr


def test_a_terminal_sees_the_escapes_of_a_result():
    assert on_terminal("csv") == (0, '"text"\n"a\\x1b[2J\\u202e\nä"\n', b"")
    assert on_terminal("json") == (0, '{"text": "a\\u001b[2J\\u202e\\nä"}\n', b"")


def test_a_terminal_gets_no_parquet():
    code, text, error = on_terminal("parquet")
    assert (code, text) == (1, "")
    assert error.decode().splitlines() == [
        "Error: Parquet is binary, and the standard output is a terminal",
        "What to do: Write it to a file: --output rows.parquet, or > rows.parquet",
    ]
