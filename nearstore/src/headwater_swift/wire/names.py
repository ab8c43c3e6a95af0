"""Names of protocol/STORLETS.md, most of which other languages share: protocol/golden-names."""

from enum import StrEnum

MEDIA_TYPE = "application/vnd.headwater.frames"
CONTAINER = "storlet"
"""The default container of an account's storlets."""

GUARD_MARK = "X-Backend-Storlet-Guard"
"""The guard's mark. Clients cannot set it, because Swift's gatekeeper removes `X-Backend-*`."""

PLAN = "X-Backend-Storlet-Run"
"""The start of the headers with a proxy's execution plan. Each has a number."""

STAGES_RUN = "X-Backend-Storlet-Ran"
"""In the object server's response: the number of stages that were run. The body is then framed."""

STOPPING = "the engine is stopping"
"""The message of an engine's `busy` refusal while it stops. The next engine takes the request."""


class Header(StrEnum):
    """Headers of clients' requests and of their responses. Some have numbers of a stage or parameter."""

    RUN_STORLET = "X-Run-Storlet"
    RANGE = "X-Storlet-Range"
    PARAMETER = "X-Storlet-Parameter-{number}"
    STAGE_PARAMETER = "X-Storlet-{stage}-Parameter-{number}"
    RUN_ON_PROXY = "X-Storlet-Run-On-Proxy"
    STAGE_RUN_ON_PROXY = "X-Storlet-{stage}-Run-On-Proxy"
    EXTRA_RESOURCES = "X-Storlet-Extra-Resources"
    SOURCE_ETAG = "X-Storlet-Source-Etag"
    ACCOUNT_ENABLED = "X-Account-Meta-Storlet-Enabled"
    ACCOUNT_POLICY = "X-Account-Storlet-Policy"
    CONTAINER_POLICY = "X-Container-Storlet-Policy"
    READER_USER = "X-Storlet-Container-Read"
    READER_STORLET = "X-Storlet-Name"


class FrameType(StrEnum):
    """The first byte of a frame."""

    METADATA = "M"
    DATA = "D"
    PADDING = "P"
    END = "E"
    ERROR = "X"


class Reason(StrEnum):
    """The reasons of refusals and failures."""

    PARAMETERS = "parameters"
    POLICY = "policy"
    STORLET = "storlet"
    LIMIT = "limit"
    RANGE = "range"
    ETAG = "etag"
    MODULE = "module"
    FAILED = "failed"
    INTERNAL = "internal"
    INPUT = "input"
    BUSY = "busy"
    ENGINE = "engine"
    SPACE = "space"
    MISSING = "missing"
    REQUEST = "request"
    CANCELLED = "cancelled"


class Limit(StrEnum):
    """The limits that a storlet can reach."""

    MEMORY = "memory"
    TIME = "time"
    FUEL = "fuel"
    OUTPUT = "output"


class Operation(StrEnum):
    """The operations of the engine."""

    RUN = "run"
    LOAD = "load"
    COUNT = "count"
    STATUS = "status"
