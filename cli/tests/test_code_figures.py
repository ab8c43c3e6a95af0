"""tools/code finds package cycles, package sizes, long functions and the old word."""

import subprocess
import sys
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools/code"

SOURCES = {
    "a/src/main/java/io/headwater/x/One.java": """package io.headwater.x;
import io.headwater.y.Two;
class One { int toldOnce() {
  return 1;
} }
""",
    "a/src/main/java/io/headwater/y/Two.java": """package io.headwater.y;
import static io.headwater.x.One.f;
class Two {}
""",
    "p/src/headwater/a/one.py": "from headwater.b import two\n\ndef f():\n    return 'told'\n",
    "p/src/headwater/b/two.py": "import headwater.c.three\n",
    "p/src/headwater/c/three.py": "from headwater.a.one import f\n",
    "e/src/one.rs": "use crate::two::f;\nfn g() {}\n",
    "e/src/two/mod.rs": "use crate::one::g;\npub fn f() {}\n",
    "s/src/main/scala/Free.scala": "package io.headwater.s\nimport io.headwater.x.One\nobject Free\n",
}


def figures(folder: Path) -> str:
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    for name, text in SOURCES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    subprocess.run(["git", "add", "."], cwd=folder, check=True)
    return subprocess.run(
        [sys.executable, TOOL], cwd=folder, check=True, capture_output=True, text=True
    ).stdout


def test_each_language_has_its_cycles(tmp_path: Path) -> None:
    printed = figures(tmp_path)
    assert "Package cycles: 3\n" in printed
    assert "  2: io.headwater.x, io.headwater.y\n" in printed
    assert "  3: headwater.a, headwater.b, headwater.c\n" in printed
    assert "  2: e::one, e::two\n" in printed


def test_names_and_strings_with_the_old_word_are_counted(tmp_path: Path) -> None:
    assert "'told' in names and strings: 2\n" in figures(tmp_path)


def test_functions_are_measured_in_lines(tmp_path: Path) -> None:
    rows = {
        row.split()[0]: row.split()[1:] for row in figures(tmp_path).splitlines() if row.startswith("  .")
    }
    assert rows[".java"] == ["1", "3", "3", "3"]
    assert rows[".py"] == ["1", "2", "2", "2"]
