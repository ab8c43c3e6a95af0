"""Print the figures of the code: `python tools/code`. With `--check`, report what exceeds the limits and exit with 1.

- Files per package.
- Package cycles.
- Lengths of functions in lines (main code, one row per language).
- Lines per folder, in main code and tests.
- The number of names and string literals, in main code and tests, with the old word that the style guide gave up.
"""

import argparse
import statistics
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import limits
from cycles import cycles
from imports import package_graph, package_of
from sources import GRAMMARS, Source, sources

LARGEST = 5


def main() -> None:
    """Print the figures of the current repository, or check them."""
    parser = argparse.ArgumentParser(description="Figures of the code.")
    parser.add_argument("--check", action="store_true", help="report violations of the limits")
    check = parser.parse_args().check
    root = subprocess.run(["git", "rev-parse", "--show-toplevel"], check=True, capture_output=True, text=True)
    folder = Path(root.stdout.strip())
    files = list(sources(folder))
    if check:
        violations = list(limits.violations(folder, files))
        sys.exit("\n".join(violations) or 0)
    code = [file for file in files if not file.is_test]
    print_packages(code)
    print_cycles(code)
    print_functions(code)
    print_lines(files)
    print(f"'{limits.WORD}' in names and strings: {sum(limits.old_words(files).values())}")


def print_packages(code: Iterable[Source]) -> None:
    """The largest packages by their number of files."""
    print("Files a package, the largest:")
    for package, count in Counter(map(package_of, code)).most_common(LARGEST):
        print(f"  {count:4}  {package}")


def print_lines(files: Iterable[Source]) -> None:
    """The lines of each folder, with its tests, by language."""
    print("Lines a folder, with tests:")
    lines: Counter[tuple[str, str]] = Counter()
    for file in files:
        lines[file.path.parts[0], file.language] += file.text.count(b"\n")
    for (folder, language), count in sorted(lines.items()):
        print(f"  {count:6,}  {folder} {language}")


def print_cycles(code: Iterable[Source]) -> None:
    """Each package cycle."""
    found = cycles(package_graph(code))
    print(f"Package cycles: {len(found)}")
    for group in found:
        print(f"  {len(group)}: {', '.join(group)}")


def print_functions(code: Iterable[Source]) -> None:
    """The number of functions per language, with the median, the 95th percentile and the maximum in lines."""
    print(f"Functions:{'number':>10}{'median':>8}{'p95':>6}{'longest':>9}")
    for language in GRAMMARS:
        lengths = sorted(
            node.end_point.row - node.start_point.row + 1
            for file in code
            if file.language == language
            for node in file.functions()
        )
        if lengths:
            p95 = lengths[int(len(lengths) * 0.95)]
            print(
                f"  {language:<8}{len(lengths):>10}{statistics.median(lengths):>8g}{p95:>6}{lengths[-1]:>9}"
            )


if __name__ == "__main__":
    main()
