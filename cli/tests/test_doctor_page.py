"""The commands of docs/guides/doctor.md do what the page says."""

import json
from pathlib import Path

import page_support
from dataset_support import Lake
from headwater.doctor.finding import Grade

PAGE = page_support.page("guides/doctor.md")


def test_the_commands_of_the_page(store: dict, lake_of_the_pages: Lake, tmp_path: Path) -> None:
    examples = page_support.examples(PAGE)
    assert len(examples) == 3
    page_support.run(examples, tmp_path, page_support.environment(Path(store["data"]), tmp_path))
    document = json.loads((tmp_path / "doctor.json").read_text(encoding="utf-8"))
    assert document["grade"] in list(Grade)
    checks = {each["check"] for each in document["findings"]}
    assert {each for each in checks if f"`{each}`" not in PAGE} == set()
    assert not [each for each in lake_of_the_pages.stored() if "_headwater-doctor" in each]
