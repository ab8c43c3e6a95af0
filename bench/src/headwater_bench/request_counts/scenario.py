"""The measured programs: one TOML file each in `scenarios/`, run in the order of the files' names."""

from dataclasses import dataclass, field

from headwater_bench.core.definitions import tables


@dataclass(frozen=True)
class Scenario:
    """A program, and what is known of its requests.

    `program` is Python with `sc`, `spark`, `F` (pyspark.sql.functions) and the URLs of `folders`.
    Alternatively, `hadoop_fs` are arguments of `hadoop fs`. `family` selects the rules that explain the
    requests. `limits` are their maximum numbers by each scheme of OUT and IN. `peers` are the peers that also
    run the program (keys of `others_on_store`).
    """

    name: str
    title: str
    family: str
    program: str = ""
    hadoop_fs: tuple[str, ...] = ()
    limits: dict[str, int] = field(default_factory=dict)
    peers: tuple[str, ...] = ()
    hadoop: dict[str, str] = field(default_factory=dict)
    folders: dict[str, str] = field(default_factory=dict)
    note: str = ""

    @property
    def placeholders(self) -> dict[str, str]:
        """The folders in the bucket by their names in the program. By default OUT is the program's folder."""
        return self.folders or {"OUT": self.name}


def load() -> list[Scenario]:
    """All scenarios in running order. Some read what an earlier one wrote."""
    return [_scenario(name, document) for name, document in tables(__package__, "scenarios")]


def _scenario(name: str, document: dict) -> Scenario:
    lists = {key: tuple(value) for key, value in document.items() if isinstance(value, list)}
    return Scenario(name=name, **document | lists)
