"""Other file systems with each line's bundle, right or wrong: local files, HDFS and S3A work as without it.

`make test-sparks` runs it. The lines are those of test_lines.py.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

import file_systems
import submitted
from lines import bundle_of, environment, home
from test_lines import EXTENSION, LINES, LOCAL, WRONG

pytestmark = pytest.mark.skipif(not LINES, reason="make test-sparks names the lines")


@pytest.fixture(scope="module")
def hdfs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with file_systems.hdfs(tmp_path_factory.mktemp("hdfs")) as url:
        yield url


@pytest.mark.parametrize(("line", "bundle"), [*((line, line) for line in LINES), *WRONG])
def test_other_file_systems_work_with_any_bundle(line: str, bundle: str, hdfs: str, tmp_path: Path) -> None:
    local = tmp_path / "local"
    local.mkdir()
    roots = [local.as_uri(), f"{hdfs}/{tmp_path.name}", file_systems.s3a_root()]
    program = [str(submitted.PROGRAMS / "file_systems.py"), *roots]
    settings = LOCAL | EXTENSION | file_systems.s3a_settings()
    command = submitted.command(home(line), settings, program, tmp_path)
    output = submitted.run(command, environment(line, [bundle_of(bundle), *file_systems.s3a(line)]))
    assert [
        each.removeprefix("works: ") for each in output.splitlines() if each.startswith("works: ")
    ] == roots
