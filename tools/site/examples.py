"""Runs the tests of the documentation's examples, one pytest for each folder of tests.

Usage: examples.py. The stores of Spark's tests must run: `tools/with-stores` starts them.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = ROOT / "tools" / "site" / "examples.toml"
PYTEST = [sys.executable, "-m", "pytest", "-q", "-m", ""]
"""All tests, those that `make test` leaves out too."""


def pages() -> dict[str, dict]:
    """The number of code blocks and the tests of each page."""
    return tomllib.loads(TABLE.read_text(encoding="utf-8"))


def by_folder(tests: set[str]) -> dict[str, list[str]]:
    """The tests of each folder with a configuration of pytest."""
    folders = sorted({test.partition("/")[0] for test in tests})
    return {folder: sorted(test for test in tests if test.startswith(f"{folder}/")) for folder in folders}


def groups() -> list[list[str]]:
    """The tests of all pages, by folder."""
    return list(by_folder({test for page in pages().values() for test in page["tests"]}).values())


def main() -> int:
    """Run all, and return the number of folders with a failure."""
    return sum(subprocess.run([*PYTEST, *group], cwd=ROOT, check=False).returncode != 0 for group in groups())


if __name__ == "__main__":
    sys.exit(main())
