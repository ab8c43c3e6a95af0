"""The documents with results: pages made from one result, and others with marked places."""

from pathlib import Path

from headwater_bench.core.results import Results, command_of, of_kind, of_sizes, of_this_version
from headwater_bench.figures.places import filled
from headwater_bench.figures.texts import place_texts
from headwater_bench.growth import document as of_growth
from headwater_bench.mapreduce import document as of_mapreduce
from headwater_bench.operations import document as of_operations
from headwater_bench.pushdown import document as of_pushdown
from headwater_bench.pushdown.scenarios import ALL
from headwater_bench.reads import document as of_reads
from headwater_bench.scale import document as of_scale
from headwater_bench.storlets import document as of_storlets
from headwater_bench.uploads import document as of_uploads
from headwater_bench.writes import document as of_writes


def documents(root: Path, results: Results) -> dict[Path, str]:
    """The required content of a checkout's documents, by file. Raises HeadwaterError as `filled` does.

    It also raises it for a result that this version did not write.
    """
    texts = _texts(results)
    pages = {root / "docs" / "benchmarks" / name: page for name, page in _pages(results).items()}
    others = [file for file in (root / "README.md", *sorted(root.glob("docs/**/*.md"))) if file not in pages]
    return pages | {file: filled(file.read_text(encoding="utf-8"), texts) for file in others}


def _pages(results: Results) -> dict[str, str]:
    """The pages made from available results, by their names in docs/benchmarks."""
    made = {
        "reads": ("reading.md", of_reads.render),
        "writes": ("writing.md", of_writes.render),
        "growth": ("growth.md", of_growth.render),
        "scale": ("scale.md", of_scale.render),
        "uploads": ("uploads.md", of_uploads.render),
        "operations": ("operations.md", of_operations.render),
        "mapreduce": ("mapreduce.md", of_mapreduce.render),
        "storlets": ("storlets.md", of_storlets.render),
    }
    pages = {}
    for name, (page, render) in made.items():
        if name in results:
            with of_this_version(f"{name}.json", command_of(name)):
                pages[page] = render(results[name])
    if of_size := of_sizes(results, "pushdown"):
        with of_this_version("a pushdown-SIZE.json", command_of("pushdown")):
            pages["pushdown.md"] = of_pushdown.render(of_size, ALL)
    return pages


def _texts(results: Results) -> dict[str, str]:
    """The texts of the marked places, each from the results of its kind only."""
    texts = place_texts({})
    for kind in texts:
        with of_this_version(f"{kind}.json", command_of(kind)):
            texts[kind] = place_texts(of_kind(results, kind))[kind]
    return texts
