"""The headers of a request that runs storlets (protocol/STORLETS.md)."""

from collections.abc import Iterator, Mapping
from urllib.parse import quote

from headwater.core.storlet_names import MEDIA_TYPE, Header, parameter_header

_STEP = 6000 // 9
"""Characters of a parameter in one header, which may have 8 KiB. Each may become nine characters."""


def parameter_values(name: str, value: str) -> Iterator[str]:
    """The values of the headers of one parameter. A long one has several."""
    for at in range(0, max(1, len(value)), _STEP):
        yield f"{quote(name)}:{quote(value[at : at + _STEP])}"


def run_headers(storlet: str, parameters: Mapping[str, str], start: int, end: int) -> dict[str, str]:
    """For a framed answer of one storlet. Its records begin in the bytes `start` to `end`, exclusive."""
    values = [each for name, value in parameters.items() for each in parameter_values(name, value)]
    return {
        Header.RUN_STORLET: storlet,
        "Accept": MEDIA_TYPE,
        Header.RANGE: f"bytes={start}-{end - 1}",
    } | {parameter_header(1, number): value for number, value in enumerate(values, 1)}
