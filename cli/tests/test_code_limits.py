"""`python tools/code --check` accepts the repository, and reports a planted example of each rule."""

from pathlib import Path

import pytest

from code_support import ROOT, check, run

Planted = tuple[dict[str, str], str]
"""The files of a repository, and the packages that the report names."""


def scala(code: str, package: str = "io.headwater.v") -> Planted:
    """A package `io.headwater.v` of this code, and a package `io.headwater.w` that imports it."""
    files = {
        "m/src/main/scala/One.scala": f"package {package}\n{code}\n",
        "m/src/main/scala/Two.scala": "package io.headwater.w\nimport io.headwater.v.One\nobject Two\n",
    }
    return files, "io.headwater.v, io.headwater.w"


def python(code: str) -> Planted:
    """A package `headwater.a` of this code, and a package `headwater.b` that imports it."""
    files = {"p/src/headwater/a/one.py": f"{code}\n", "p/src/headwater/b/two.py": "import headwater.a.one\n"}
    return files, "headwater.a, headwater.b"


def rust(code: str) -> Planted:
    """A module `one` of this code, and a module `two` that imports it."""
    return {"e/src/one.rs": f"{code}\n", "e/src/two.rs": "use crate::one::g;\n"}, "e::one, e::two"


def crates(source: str, table: str, target: str, reported: str) -> Planted:
    """An engine with one dependency."""
    path = "../" * (source.count("/") + 1) + target
    files = {
        f"engine/{source}/Cargo.toml": f'[{table}]\nit = {{ path = "{path}" }}\n',
        f"engine/{target}/Cargo.toml": "[dependencies]\n",
    }
    return files, f" imports {reported}, "


CYCLES = {
    "java: import": (
        {
            "m/src/One.java": "package io.headwater.x;\nimport io.headwater.y.Two;\nclass One {}\n",
            "m/src/Two.java": "package io.headwater.y;\nimport io.headwater.x.One;\nclass Two {}\n",
        },
        "io.headwater.x, io.headwater.y",
    ),
    "java: qualified name": (
        {
            "m/src/One.java": "package io.headwater.x;\nclass One { io.headwater.y.Two two; }\n",
            "m/src/Two.java": "package io.headwater.y;\nimport static io.headwater.x.One.*;\nclass Two {}\n",
        },
        "io.headwater.x, io.headwater.y",
    ),
    "scala: import": scala("import io.headwater.w.Two\nobject One"),
    "scala: group": scala("import io.headwater.{u, w}\nobject One"),
    "scala: group of several lines": scala("import io.headwater.{\n  u,\n  w => renamed\n}\nobject One"),
    "scala: import in a body": scala(
        "object One {\n  def f() = {\n    import io.headwater.w._\n    1\n  }\n}"
    ),
    "scala: qualified name": scala("object One { val two = io.headwater.w.Two }"),
    "scala: nested package clauses": scala(
        "import io.headwater.w.Two\nobject One", "io.headwater\npackage v"
    ),
    "scala: relative import": scala("import w.Two\nobject One", "io.headwater\npackage v"),
    "scala: package of a wildcard": scala("import io.headwater._\nobject One { val two = w.Two }"),
    "scala: package of an outer clause": scala("object One { val two = w.Two }", "io.headwater\npackage v"),
    "python: import": python("from headwater.b import two"),
    "python: import of several lines": python("from headwater import (\n    a,\n    b,\n)"),
    "python: relative import": python("from ..b import two"),
    "python: relative import of a package": python("from .. import b"),
    "python: import in a function": python("def f():\n    import headwater.b.two"),
    "rust: use": rust("use crate::two::f;"),
    "rust: group": rust("use crate::{three, two::{self, f}};"),
    "rust: super": rust("use super::two;"),
    "rust: qualified name": rust("fn f() { crate::two::f() }"),
    "rust: macro": rust('fn f() { println!("{}", super::two::F) }'),
    "rust: modules below the first level": (
        {
            "e/src/deep/mod.rs": "mod one;\nmod two;\n",
            "e/src/deep/one.rs": "use super::two::f;\n",
            "e/src/deep/two/mod.rs": "use crate::deep::one::g;\n",
        },
        "e::deep::one, e::deep::two",
    ),
}

NO_CYCLES = {
    "comment": rust("// See `crate::two`.\n/* crate::two */"),
    "variable": scala("object One { def f(w: String) = w.trim }", "io.headwater\npackage v"),
    "literal": scala('object One { val name = "io.headwater.w.Two" }'),
    "parent and child": (
        {"e/src/one.rs": "mod two;\nuse self::two::f;\n", "e/src/one/two.rs": "use super::g;\n"},
        "",
    ),
}

LAYERS = {
    "Spark's packages": (
        {
            "s/src/Plan.scala": "package io.headwater.spark.planning\nobject Plan\n",
            "s/src/Push.scala": (
                "package io.headwater.spark.pushdown\nimport io.headwater.spark.planning.Plan\nobject Push\n"
            ),
        },
        "io.headwater.spark.pushdown imports io.headwater.spark.planning, ",
    ),
    "Spark and a backend": (
        {
            "s/src/S3.java": "package io.headwater.store.s3;\nclass S3 {}\n",
            "s/src/Plan.scala": (
                "package io.headwater.spark.planning\nimport io.headwater.store.s3.S3\nobject Plan\n"
            ),
        },
        "io.headwater.spark.planning imports io.headwater.store.s3, ",
    ),
    "a new package of Spark": (
        {"s/src/New.scala": "package io.headwater.spark.fresh\nimport io.headwater.spark.Sum\nobject New\n"},
        "io.headwater.spark.fresh has no row in ",
    ),
    "predicates and storlets": crates("predicates", "dependencies", "storlets/csv", "engine/storlets"),
    "predicates and daemon": crates("predicates", "dev-dependencies", "daemon", "engine/daemon"),
    "storlets and daemon": crates("storlets/csv", "target.x.dependencies", "daemon", "engine/daemon"),
}

WORDS = {
    "p/src/message.py": 'raise ValueError(f"{name} was told so")\n',
    "m/src/Message.java": 'class Message { String text = "The store is asked for it."; }\n',
    "s/src/Message.scala": 'object Message { val text = s"Read $path once more" }\n',
    "e/src/message.rs": 'fn f() { panic!("the lock stands there") }\n',
    "e/src/comment.rs": "/* It begins anew. */\n",
    "e/Cargo.toml": 'description = "A cache of its own"\n',
    "pom.xml": "<project><!-- Nobody reads it. --></project>\n",
    "Makefile": "all: ## What is left\n",
    "m/src/Pronoun.java": 'class Pronoun { String text = "as he likes"; }\n',
}


def package(files: int) -> dict[str, str]:
    return {f"p/src/headwater/many/file{number}.py": "" for number in range(files)}


def names(count: int) -> dict[str, str]:
    return {"p/src/headwater/old.py": "".join(f"told_{number} = 1\n" for number in range(count))}


def test_the_repository_keeps_the_limits() -> None:
    done = run(ROOT)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_program_reports_a_violation_and_fails(tmp_path: Path) -> None:
    found = check(tmp_path, package(31))
    done = run(tmp_path)
    assert (done.returncode, done.stderr.splitlines()) == (1, found)


@pytest.mark.parametrize("kind", CYCLES)
def test_a_cycle_is_reported_with_its_packages(tmp_path: Path, kind: str) -> None:
    files, cycle = CYCLES[kind]
    found = check(tmp_path, files)
    assert len(found) == 1
    assert found[0].startswith(f"Packages import each other: {cycle}. Move ")


@pytest.mark.parametrize("kind", NO_CYCLES)
def test_what_is_no_import_makes_no_cycle(tmp_path: Path, kind: str) -> None:
    assert check(tmp_path, NO_CYCLES[kind][0]) == []


@pytest.mark.parametrize("kind", LAYERS)
def test_an_import_against_the_layers_is_reported(tmp_path: Path, kind: str) -> None:
    files, reported = LAYERS[kind]
    found = check(tmp_path, files)
    assert len(found) == 1
    assert reported in found[0]


@pytest.mark.parametrize("file", WORDS)
def test_a_forbidden_word_is_reported_with_its_line(tmp_path: Path, file: str) -> None:
    found = check(tmp_path, {file: "\n" + WORDS[file]})
    assert len(found) == 1
    assert found[0].startswith(f"{file}:2: Write ")


def test_the_report_has_the_replacement_of_the_rule(tmp_path: Path) -> None:
    found = check(tmp_path, {"Makefile": "# anew\n"})
    assert found == ["Makefile:1: Write plain words: again (instead of 'anew')."]


def test_a_value_and_a_name_are_no_messages(tmp_path: Path) -> None:
    assert check(tmp_path, {"p/src/value.py": 'asked = {"nobody": "tell"}\n'}) == []


def test_a_large_package_is_reported_with_its_files(tmp_path: Path) -> None:
    assert check(tmp_path, package(30)) == []
    found = check(tmp_path, package(31))
    assert found == ["p/src/headwater/many has 31 files, more than 30. Split it by subject."]


def test_a_package_in_two_folders_is_one(tmp_path: Path) -> None:
    java = {f"java/src/J{n}.java": f"package io.many;\nclass J{n} {{}}\n" for n in range(16)}
    scala = {f"scala/src/S{n}.scala": f"package io.many\nobject S{n}\n" for n in range(15)}
    found = check(tmp_path, java | scala)
    assert found == ["io.many has 31 files, more than 30. Split it by subject."]


def test_a_folder_with_too_many_lines_is_reported(tmp_path: Path) -> None:
    half = {"bench/src/bench.py": "one\n" * 3_000, "bench/tests/Bench.java": "two\n" * 3_000}
    assert check(tmp_path, half) == []
    found = check(tmp_path, half | {"bench/tests/test_bench.py": "three\n", "cli/more.py": "\n" * 9_000})
    assert found == ["bench has 6,001 lines, more than 6,000. Remove what repeats, or use a library."]


def test_too_many_old_words_are_reported_with_their_files(tmp_path: Path) -> None:
    limit = 40
    assert check(tmp_path, names(limit)) == []
    found = check(tmp_path, names(limit + 1))
    assert f"'told' is in {limit + 1} names and strings, more than {limit}." in found[0]
    assert f"p/src/headwater/old.py ({limit + 1})" in found[0]
