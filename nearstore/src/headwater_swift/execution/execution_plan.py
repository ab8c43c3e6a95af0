"""A proxy's plan of a request for an object server, in headers that clients cannot set.

The header is split, because Swift limits the length of one. `X-Backend-*` never passes the gatekeeper.
"""

import base64
import json
import zlib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Self

from headwater_swift.execution.admission import DEFAULT_WEIGHT
from headwater_swift.wire import user_metadata
from headwater_swift.wire.invocation import Split, Stage
from headwater_swift.wire.names import PLAN, Operation
from headwater_swift.wire.pace import Pace
from headwater_swift.wire.place import Module

_PIECE = 4096


@dataclass(frozen=True)
class ExecutionPlan:
    """Stages with their modules, for one object. `limits` have the engine's form."""

    request: str
    tenant: str
    priority: int
    limits: dict[str, int]
    stages: tuple[Stage, ...]
    modules: tuple[Module, ...]
    split: Split | None = None
    pace: Pace = field(default_factory=Pace)
    """How the proxy reads the answer."""
    weight: float = DEFAULT_WEIGHT
    """The tenant's, which its share of the engine's workers depends on."""

    def first_stages(self, count: int) -> Self:
        """The plan for the first `count` stages."""
        return replace(self, stages=self.stages[:count], modules=self.modules[:count])

    def later_stages(self, count: int) -> Self:
        """The plan for the other stages, on the answer of the first `count`."""
        split = None if count else self.split
        return replace(self, stages=self.stages[count:], modules=self.modules[count:], split=split)

    def to_engine_request(
        self, source: dict[str, Any], headers: Mapping[str, str], resources: list[dict[str, int]]
    ) -> dict[str, Any]:
        """The engine's request. `source` is its `input`, `headers` are the object's."""
        content_type = headers.get("Content-Type")
        stages = [
            {"storlet": stage.storlet, "module": module.sha256, "parameters": stage.parameters}
            for stage, module in zip(self.stages, self.modules, strict=True)
        ]
        return {
            "op": Operation.RUN,
            "request": self.request,
            "tenant": self.tenant,
            "priority": self.priority,
            "weight": self.weight,
            "stages": stages,
            "input": source,
            "resources": resources,
            "content_type": None if content_type is None else user_metadata.decode(content_type),
            "metadata": user_metadata.of_headers(headers),
            "limits": self.limits,
        }

    def to_headers(self) -> dict[str, str]:
        """The headers with this plan."""
        fields = asdict(self)
        if self.weight == DEFAULT_WEIGHT:  # older object servers take no plan with it
            del fields["weight"]
        text = base64.b64encode(zlib.compress(json.dumps(fields).encode())).decode()
        pieces = [text[at : at + _PIECE] for at in range(0, len(text), _PIECE)]
        return {f"{PLAN}-{number}": piece for number, piece in enumerate(pieces, 1)}

    @classmethod
    def parse(cls, headers: Mapping[str, str]) -> Self | None:
        """The plan in a proxy's headers, or None."""
        pieces: list[str] = []
        while piece := headers.get(f"{PLAN}-{len(pieces) + 1}"):
            pieces.append(piece)
        if not pieces:
            return None
        fields = json.loads(zlib.decompress(base64.b64decode("".join(pieces))))
        fields["stages"] = tuple(
            Stage(each["storlet"], tuple(map(tuple, each["parameters"])), each["on_proxy"])
            for each in fields["stages"]
        )
        fields["modules"] = tuple(Module(**each) for each in fields["modules"])
        fields["split"] = Split(**fields["split"]) if fields["split"] else None
        fields["pace"] = Pace(**fields["pace"])
        return cls(**fields)
