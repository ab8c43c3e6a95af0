"""Lets the configurations take turns at reading, and compares their results."""

from collections.abc import Mapping

from headwater.core.errors import HeadwaterError
from headwater_bench.core import measurement
from headwater_bench.core.answers import difference
from headwater_bench.reads.configurations import OURS, REFERENCE
from headwater_bench.reads.scenario import Scenario
from headwater_bench.reads.stage import Taken


class Measurement(measurement.Measurement):
    """Its rows also have the bytes that each query needs."""

    ours = OURS

    def _compare(self, scenario: Scenario, taken: Mapping[str, Taken]) -> None:
        reference = taken.get(REFERENCE.name) or next(iter(taken.values()))
        for name, run in taken.items():
            difference(run.rows, reference.rows, f"{scenario.title}, {name} and {REFERENCE.name}")

    def _keep(
        self, rows: dict[str, dict], scenario: Scenario, taken: Mapping[str, Taken | HeadwaterError]
    ) -> dict:
        row = super()._keep(rows, scenario, taken)
        row.setdefault("needed", None)
        for name, run in taken.items():
            if isinstance(run, Taken) and (name == REFERENCE.name or row["needed"] is None):
                row["needed"] = run.needed
        return row
