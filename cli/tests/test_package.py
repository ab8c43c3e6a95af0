"""The package `headwater` as programs in Python see it."""

import pickle
import traceback
from importlib.metadata import version

import headwater
from headwater.commit.errors import ConcurrentCommitError
from headwater.core.errors import HeadwaterError
from store_support import headwater as command


def test_a_traceback_has_the_advice_once() -> None:
    for error in (
        HeadwaterError("it failed", advice="Try it."),
        ConcurrentCommitError("x", advice="Try it."),
    ):
        for each in (error, pickle.loads(pickle.dumps(error))):
            assert "".join(traceback.format_exception(each)).count("Try it.") == 1
            assert each.advice == "Try it."


def test_an_error_without_advice_has_no_note() -> None:
    error = HeadwaterError("it failed")
    assert traceback.format_exception(error)[-1] == "headwater.core.errors.HeadwaterError: it failed\n"


def test_the_command_line_prints_the_advice_once() -> None:
    done = command("ls", "s3://b/x", "--endpoint", "b")
    assert done.stderr.count("Write it like https://store.example") == 1


def test_the_package_lists_what_it_loads_later() -> None:
    assert {"Dataset", "dataset", "query", "write_dataset", "__version__"} <= set(dir(headwater))


def test_the_package_has_its_version() -> None:
    assert headwater.__version__ == version("headwater")
