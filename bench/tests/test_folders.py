"""The option `--folder`: a folder that is not writable is reported before anything is measured."""

import pytest
from click.testing import CliRunner

from headwater.core.errors import HeadwaterError
from headwater_bench.command import bench
from headwater_bench.core.folders import WritableFolder

_NAMES = ("growth", "operations", "pushdown", "reads", "requests", "scale", "storlets", "uploads", "writes")


@pytest.mark.parametrize("name", _NAMES)
def test_a_command_refuses_a_folder_that_cannot_be_written(name):
    with pytest.raises(HeadwaterError, match="nothing can be written to /proc/nope: /proc: ") as raised:
        CliRunner().invoke(bench, [name, "--folder", "/proc/nope"], catch_exceptions=False)
    assert "--folder" in raised.value.advice


def test_a_folder_below_a_file_cannot_be_written(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(HeadwaterError, match="Not a directory"):
        WritableFolder().convert(str(tmp_path / "file" / "below"), None, None)


def test_a_folder_that_is_not_there_is_not_made_before_there_is_something_to_write(tmp_path):
    wanted = tmp_path / "a" / "b"
    assert WritableFolder().convert(str(wanted), None, None) == wanted
    assert list(tmp_path.iterdir()) == []


def test_a_relative_folder_is_one_of_the_current(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert str(WritableFolder().convert("here", None, None)) == "here"
