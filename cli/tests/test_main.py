"""Commands of other packages."""

import pytest

from plugin_support import install
from store_support import headwater

PROGRAM = """
import click

@click.command()
def hello():
    click.echo("hello there")
"""


@pytest.fixture
def plugins(tmp_path):
    """A package with one working command and one that cannot be loaded."""
    return install(tmp_path, PROGRAM, "hello = other:hello", "broken = other:nothing")


def test_a_package_adds_a_command(plugins):
    done = headwater("hello", env=plugins)
    assert (done.returncode, done.stdout) == (0, "hello there\n")


def test_a_command_that_cannot_be_loaded_is_reported_and_stops_no_other(plugins, tmp_path):
    done = headwater("--help", env=plugins)
    assert done.returncode == 0
    assert "hello" in done.stdout
    assert "'broken' cannot be loaded from other:nothing" in done.stderr
    assert headwater("broken", env=plugins).returncode == 2
    assert headwater("status", "--data", tmp_path, env=plugins).returncode == 3


@pytest.mark.server
def test_usage_errors_are_two():
    assert headwater("up", "--port", "65536").returncode == 2
    assert headwater("nothing").returncode == 2


def test_the_former_name_of_storlets_works_and_warns(store):
    listed = headwater("storlets", "list", "--json", "--data", store["data"])
    former = headwater("filters", "list", "--json", "--data", store["data"])
    assert (former.returncode, former.stdout) == (0, listed.stdout)
    assert "'filters' is deprecated. Use `headwater storlets`." in former.stderr
    assert listed.stderr == ""
    assert "filters" not in headwater("--help").stdout
