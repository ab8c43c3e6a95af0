"""Result files by name."""

import pytest

from headwater.core.errors import HeadwaterError
from headwater_bench.core.results import load, of_sizes


def test_results_are_loaded_by_the_names_of_their_files(tmp_path):
    for name in ("reads", "pushdown-1024m", "pushdown-64m"):
        (tmp_path / f"{name}.json").write_text(f'{{"name": "{name}"}}')
    results = load(tmp_path)
    assert results["reads"] == {"name": "reads"}
    assert [each["name"] for each in of_sizes(results, "pushdown")] == ["pushdown-64m", "pushdown-1024m"]


@pytest.mark.parametrize(
    ("name", "content", "what"),
    [
        ("reads", b"{", "reads.json is no JSON"),
        ("pushdown-64m", b"\xff", "pushdown-64m.json is no JSON: 'utf-8'"),
        ("reads", b"[1]", "reads.json is no result"),
    ],
)
def test_an_invalid_file_is_reported(tmp_path, name, content, what):
    (tmp_path / f"{name}.json").write_bytes(content)
    with pytest.raises(HeadwaterError, match=what) as raised:
        load(tmp_path)
    assert raised.value.advice.endswith(f"headwater bench {name.partition('-')[0]}")


def test_a_name_without_a_size_is_reported(tmp_path):
    (tmp_path / "pushdown-old.json").write_text("{}")
    with pytest.raises(HeadwaterError, match=r"pushdown-old\.json is no result of a known size"):
        load(tmp_path)
