"""Human-readable sizes: 64m, 1g."""

import re

import click

_UNITS = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


class Size(click.ParamType):
    """A number of bytes with k, m, g or t for powers of 1024. The value is an int above 0."""

    name = "size"

    def convert(self, value: str | int, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """See click.ParamType."""
        if isinstance(value, int):
            return value
        found = re.fullmatch(r"([1-9]\d{0,12})([kmgt]?)", value.lower())
        if not found:
            self.fail(f"{value!r} is no size: write 500000, 64m or 1g", param, ctx)
        return int(found[1]) * _UNITS[found[2]]
