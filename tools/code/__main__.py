"""Print the figures of the code: `python tools/code`.

- Files per package.
- Package cycles.
- Lengths of functions in lines (main code, one row per language).
- The number of names and string literals, in main code and tests, with the old word that the style guide gave up.
"""

import re
import statistics
import subprocess
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

from cycles import cycles
from imports import package_graph
from sources import GRAMMARS, Source, sources

LARGEST = 5
OLD_WORD = re.compile(r"(?<![A-Za-z])[Tt]old(?![a-z])|(?<=[a-z])Told(?![a-z])")


def main() -> None:
    """Print all figures of the repository that this file is in."""
    root = subprocess.run(["git", "rev-parse", "--show-toplevel"], check=True, capture_output=True, text=True)
    files = list(sources(Path(root.stdout.strip())))
    code = [file for file in files if not file.is_test]
    print_packages(code)
    print_cycles(code)
    print_functions(code)
    print(f"'told' in names and strings: {old_words(files)}")


def print_packages(code: Iterable[Source]) -> None:
    """The largest packages by their number of files."""
    print("Files a package, the largest:")
    for package, count in Counter(file.package for file in code).most_common(LARGEST):
        print(f"  {count:4}  {package}")


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


def old_words(files: Iterable[Source]) -> int:
    """The number of names and string literals that contain the word."""
    return sum(bool(OLD_WORD.search((word.text or b"").decode())) for file in files for word in file.words())


if __name__ == "__main__":
    main()
