"""The page docs/guides/python.md works in its order, as a newcomer pastes it."""

from pathlib import Path

import pytest

import page_support

pytestmark = pytest.mark.page
PAGE = page_support.page("guides/python.md")


def test_the_programs_and_commands_print_what_the_page_shows(own_store, tmp_path_factory) -> None:
    data, home, work = (tmp_path_factory.mktemp(each) for each in ("data", "home", "work"))
    own_store(data=data)  # on a free port: `headwater up` of the page finds it and adds the bucket
    for name, program in page_support.programs(PAGE).items():
        (work / name).write_text(program, encoding="utf-8")
    page_support.run(page_support.examples(PAGE), work, page_support.environment(data, home))
    assert Path(work, "found.parquet").exists()
