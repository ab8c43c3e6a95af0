"""The result as JSON, and the page `docs/benchmarks/pushdown.md` generated from it."""

from collections.abc import Sequence
from pathlib import Path

from headwater_bench.core.definitions import text
from headwater_bench.core.pages import place
from headwater_bench.core.results import as_json, command_of, keep, of_this_version, read
from headwater_bench.pushdown.scenarios import Scenario

_HEAD = text(__package__, "page/head.md")

_PLACE = text(__package__, "page/place.md")


class Results:
    """The results of each size in a folder's files. Each keeps a scenario's until it is measured again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def keep(self, size: str, name: str, result: dict) -> None:
        """Replace a scenario's result."""
        file = self.folder / f"pushdown-{size}.json"
        document = read(file) if file.exists() else {}
        document[name] = result
        keep(file, as_json(document))

    def of_sizes(self) -> list[dict]:
        """All available results, smallest data first. Raises HeadwaterError for an invalid file."""
        found = []
        for file in self.folder.glob("pushdown-*.json"):
            of_size = read(file)
            with of_this_version(file, command_of("pushdown")):
                found.append((max(each["data"]["bytes"] for each in of_size.values()), file.name, of_size))
        return [of_size for *_, of_size in sorted(found, key=lambda each: each[:2])]


def render(of_sizes: Sequence[dict], scenarios: Sequence[Scenario]) -> str:
    """The complete page in Markdown."""
    sections = [
        f"{scenario.render(of_size[scenario.name])}\n{_place(of_size[scenario.name])}"
        for of_size in of_sizes
        for scenario in scenarios
        if scenario.name in of_size
    ]
    return "\n".join([_HEAD, *sections])


def _place(result: dict) -> str:
    return _PLACE.format(**result["data"] | place(result["made"]))
