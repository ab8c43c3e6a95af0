"""The role's module adds the filters to a configuration, and changes nothing else."""

import re
from configparser import ConfigParser
from pathlib import Path

import pytest

from headwater_pipelines import PipelineError, with_filters, without_filters, words

PAGE = (Path(__file__).resolve().parents[3] / "docs/operate/install.md").read_text()
PAGES = dict(re.findall(r"```ini title=\"(\S+)\"\n(.*?)```", PAGE, re.DOTALL))
FILE = """\
# Written by a person.
[DEFAULT]
bind_port = 8080
key = a%b ; not a comment

[pipeline:main]
# The order counts.
pipeline = catch_errors tempauth
  copy  slo
\tproxy-server
other = kept

[filter:tempauth]
use = egg:swift#tempauth
"""
SECTION = "[filter:storlets]\nuse = egg:headwater_swift#storlets\n"
WANTED = "catch_errors tempauth storlets copy slo storlets_guard proxy-server"


def test_only_the_pipeline_and_the_sections_change() -> None:
    changed = with_filters(FILE, "proxy", WANTED)
    assert changed == FILE.replace("catch_errors tempauth\n  copy  slo\n\tproxy-server", WANTED) + (
        "\n[filter:storlets]\nuse = egg:headwater_swift#storlets\nexecution_server = proxy\n"
        "\n[filter:storlets_guard]\nuse = egg:headwater_swift#storlets_guard\n"
    )
    assert with_filters(changed, "proxy", WANTED) == changed


@pytest.mark.parametrize("name", PAGES)
def test_each_configuration_of_the_page_is_a_result(name: str) -> None:
    server = "object" if name == "object-server.conf" else "proxy"
    pipeline = " ".join(words(PAGES[name]))
    bare = without_filters(PAGES[name], server).partition("[filter:storlets]")[0]
    assert not {"storlets", "storlets_guard"} & set(words(bare))
    made, shown = ConfigParser(), ConfigParser()
    made.read_string(with_filters(bare, server, pipeline))
    shown.read_string(PAGES[name])
    shown["pipeline:main"]["pipeline"] = pipeline
    assert {section: dict(made[section]) for section in made} == {
        section: dict(shown[section]) for section in shown
    }


def test_removal_restores_the_pipeline_and_keeps_the_settings() -> None:
    installed = with_filters(FILE, "proxy", WANTED).replace("= proxy\n", "= proxy\ncache_seconds = 5\n")
    removed = without_filters(installed, "proxy")
    assert words(removed) == words(FILE)
    assert without_filters(removed, "proxy") == removed
    assert with_filters(removed, "proxy", WANTED) == installed


@pytest.mark.parametrize(
    ("pipeline", "reason"),
    [
        ("catch_errors tempauth storlets copy storlets_guard proxy-server", "They may differ only by"),
        ("catch_errors storlets tempauth slo copy storlets_guard proxy-server", "They may differ only by"),
        ("catch_errors tempauth storlets copy slo proxy-server", "must name storlets and"),
        (f"storlets {WANTED}", "must name storlets and"),
    ],
    ids=["without a filter", "another order", "without the guard", "a filter twice"],
)
def test_another_pipeline_is_refused(pipeline: str, reason: str) -> None:
    with pytest.raises(PipelineError, match=reason):
        with_filters(FILE, "proxy", pipeline)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (FILE + "[filter:storlets]\nuse = egg:storlets#storlet_handler\n", "needs the line 'use"),
        (f"{FILE}{SECTION}execution_server = object\n", "needs the line 'execution_server = proxy'"),
        ("[DEFAULT]\n", "no pipeline"),
        ("text", "cannot be parsed"),
        (FILE.replace("  copy", "# old\n  copy"), "Write it on one line"),
    ],
    ids=["another product", "another server", "no pipeline", "no configuration", "a comment in the value"],
)
def test_another_file_is_refused(text: str, reason: str) -> None:
    with pytest.raises(PipelineError, match=reason):
        with_filters(text, "proxy", WANTED)
