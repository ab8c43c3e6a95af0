"""Run mixed work under faults on real servers, and check every promise: `make soak`.

Exit code: 0 without a problem, 1 with one.
"""

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

import page
import report
from options import Options
from plants import PLANTS
from run import soak

_PAGE_MINUTES = 60
"""Shorter runs leave the report of an hour on its page."""


def main() -> int:
    """Parse the arguments, run, and print the report."""
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=60, help="of work (60); the end takes a few more")
    parser.add_argument("--seed", type=int, help="of the work and the faults; by default a new one")
    parser.add_argument("--page", type=Path, help="the page whose report an hour replaces")
    parser.add_argument("--plant", choices=PLANTS, help="damage that the checker must find")
    parser.add_argument("--first-problem", action="store_true", help="end at the first problem")
    parser.add_argument(
        "--upgrade", type=Path, help="begin with the version in this folder (tools/last-version)"
    )
    arguments = parser.parse_args()
    seed = arguments.seed if arguments.seed is not None else random.SystemRandom().randrange(1 << 32)
    print(f"seed {seed}, {arguments.minutes:g} minutes", flush=True)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="soak-") as folder:
        options = Options(
            arguments.minutes, seed, arguments.plant, arguments.first_problem, arguments.upgrade
        )
        done = soak(Path(folder), options)
        text = report.text(done, time.monotonic() - begun)
    print(text, flush=True)
    if arguments.page and arguments.minutes >= _PAGE_MINUTES:
        page.write(arguments.page, text)
    return 1 if done.judge.problems else 0


if __name__ == "__main__":
    sys.exit(main())
