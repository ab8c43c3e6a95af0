"""Names of protocol/STORLETS.md that other languages share: protocol/golden-names."""

from enum import StrEnum

MEDIA_TYPE = "application/vnd.headwater.frames"
"""The type of a framed answer."""

CONTAINER = "storlet"
"""The default container of an account's storlets."""


class Header(StrEnum):
    """Headers of requests."""

    RUN_STORLET = "X-Run-Storlet"
    RANGE = "X-Storlet-Range"
    RUN_ON_PROXY = "X-Storlet-Run-On-Proxy"
    ACCOUNT_ENABLED = "X-Account-Meta-Storlet-Enabled"
    ACCOUNT_POLICY = "X-Account-Storlet-Policy"
    CONTAINER_POLICY = "X-Container-Storlet-Policy"


class Reason(StrEnum):
    """Reasons of refusals for which a command has advice."""

    BUSY = "busy"
    ENGINE = "engine"
    STORLET = "storlet"
    PARAMETERS = "parameters"


CSV_DEFAULTS = {
    "sep": ",",
    "quote": '"',
    "escape": "\\",
    "header": "false",
    "nullValue": "",
    "emptyValue": "",
    "ignoreLeadingWhiteSpace": "false",
    "ignoreTrailingWhiteSpace": "false",
}
"""The values of absent parameters of the storlets `csv` and `stats`."""


def parameter_header(stage: int, number: int) -> str:
    """The header of a parameter or of a part of one. Both numbers start with 1."""
    prefix = "X-Storlet" if stage == 1 else f"X-Storlet-{stage}"
    return f"{prefix}-Parameter-{number}"
