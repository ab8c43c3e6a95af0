"""tools/step names the failed tests after the end of a log that is longer."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[2] / "tools/step"

MAVEN = """\
[\x1b[1;31mERROR\x1b[m] \x1b[1;31mErrors: \x1b[m
[\x1b[1;31mERROR\x1b[m] \x1b[1;31m  StoreTest>StoreContract.close:47 NullPointer Cannot invoke "close()"\x1b[m
[ERROR]   RenamingTest.renames » Timeout
[ERROR] After correcting the problems, you can resume the build with the command
[ERROR]   mvn <args> -rf :headwater-store
"""
PYTEST = """\
FAILED spark/tests/test_lines.py::test_each_line[4.2-java] - AssertionError
ERROR spark/tests/test_sort.py::test_sort
"""
CARGO = """\
test turns::shared ... FAILED
test turns::fair ... ok
---- names::unknown stdout ----
"""
FAILED = [
    '[ERROR]   StoreTest>StoreContract.close:47 NullPointer Cannot invoke "close()"',
    "[ERROR]   RenamingTest.renames » Timeout",
    "FAILED spark/tests/test_lines.py::test_each_line[4.2-java] - AssertionError",
    "ERROR spark/tests/test_sort.py::test_sort",
    "test turns::shared ... FAILED",
    "---- names::unknown stdout ----",
]


@pytest.fixture
def step(tmp_path):
    """Run a command that prints the text and fails; return the lines of standard error."""

    def run(text: str) -> list[str]:
        printed = tmp_path / "printed"
        printed.write_text(text)
        program = f"import sys; sys.stdout.write(open({str(printed)!r}).read()); sys.exit(3)"
        command = [TOOL, "--log", tmp_path / "log", "a step", sys.executable, "-c", program]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 3, done
        return done.stderr.splitlines()

    return run


def after_tail(lines: list[str]) -> list[str]:
    return lines[lines.index("Failed tests:") + 1 :]


def test_failed_tests_are_named_after_the_tail_without_colours(step):
    lines = step(MAVEN + PYTEST + CARGO + "advice\n" * 200)
    assert lines.count("advice") == 80
    assert after_tail(lines)[: len(FAILED)] == FAILED
    assert "\x1b" not in "".join(lines)


def test_a_failure_is_named_once_and_cut(step):
    lines = after_tail(
        step("FAILED test_a.py::test_a\n" * 2 + "FAILED test_b.py::test_b - " + "x" * 1000 + "\n")
    )
    assert lines[0] == "FAILED test_a.py::test_a"
    assert lines[1].startswith("FAILED test_b.py::test_b - xxx")
    assert len(lines[1]) == 300
    assert lines[2] == ""


def test_many_failures_are_counted(step):
    lines = after_tail(step("".join(f"FAILED test_a.py::test_{number}\n" for number in range(60))))
    assert lines[39:41] == ["FAILED test_a.py::test_39", "and 20 more"]


def test_a_step_without_failed_tests_names_none(step):
    assert "Failed tests:" not in step("error: no such crate\n")
