"""What the command prints for terminals and for shells."""

import re

import pytest
from rich.console import Console

from headwater.terminal import console, progress
from store_support import headwater

COLOUR = re.compile(r"\x1b\[")


def test_output_that_is_no_terminal_has_no_colour(tmp_path) -> None:
    done = headwater("status", "--data", tmp_path)
    assert done.returncode == 3
    assert not COLOUR.search(done.stdout + done.stderr)


def test_a_terminal_sees_the_progress_and_a_file_does_not(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    shown = {}
    for terminal in (True, False):
        with (tmp_path / "output").open("w+") as file:
            monkeypatch.setattr(console, "err", Console(file=file, force_terminal=terminal, width=100))
            with progress.byte_bar("read", 10 << 20) as advance:
                advance(5 << 20)
            file.seek(0)
            shown[terminal] = file.read()
    assert "read" in shown[True]
    assert "5.0/10.0 MiB" in shown[True]
    assert shown[False] == ""
