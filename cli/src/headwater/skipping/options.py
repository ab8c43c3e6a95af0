"""The options with which objects are read, as an index records them (SKIP-INDEX.md, section 3)."""

from collections.abc import Mapping, Sequence

from headwater.core.errors import HeadwaterError
from headwater.core.storlet_names import CSV_DEFAULTS

_CSV_UNSET = ("charToEscapeQuoteEscaping", "comment", "lineSep")
_CSV_ALIASES = {"delimiter": "sep"}
_ESCAPES = {"\\t": "\t", "\\b": "\b", "\\f": "\f", '\\"': '"', "\\'": "'", "\\\\": "\\"}


def of(source: str, given: Sequence[str]) -> dict[str, str]:
    """The complete options from NAME=VALUE texts. HeadwaterError for one that the source does not have."""
    pairs = [text.partition("=") for text in given]
    for name, equals, _ in pairs:
        if not equals:
            raise HeadwaterError(f"--option {name} has no value", advice="Use --option NAME=VALUE.")
    named = {name: value for name, _, value in pairs}
    if source == "csv":
        return _csv(named)
    if source == "json":
        return {name.lower(): value for name, value in named.items() if name.lower() != "mode"}
    if named:
        raise HeadwaterError(f"{source} is read without options", advice="Leave out --option.")
    return {}


def kept(options: Mapping[str, str]) -> dict[str, str]:
    """The options of an existing index, to read more objects. The time zone is left to Spark."""
    return {name: value for name, value in options.items() if name != "timezone"}


def describe(options: Mapping[str, str]) -> str:
    """The options that are not Spark's defaults, for people."""
    changed = {name: value for name, value in options.items() if CSV_DEFAULTS.get(name) != value}
    return ", ".join(f"{name}={value}" for name, value in changed.items())


def _csv(named: dict[str, str]) -> dict[str, str]:
    known = {name.lower(): name for name in (*CSV_DEFAULTS, *_CSV_UNSET)} | _CSV_ALIASES
    options = dict(CSV_DEFAULTS)
    for given, value in named.items():
        name = known.get(given.lower())
        if name is None:
            supported = ", ".join((*CSV_DEFAULTS, *_CSV_UNSET))
            raise HeadwaterError(
                f"{given} is not an option of an index of CSV",
                advice=f"Supported options: {supported}. Data that needs other options cannot be indexed.",
            )
        if value or name in CSV_DEFAULTS:
            options[name] = value.lower() if CSV_DEFAULTS.get(name) == "false" else value
    options["sep"] = _unescaped(options["sep"])
    return options


def _unescaped(sep: str) -> str:
    plain, rest = "", sep
    while rest:
        length = 2 if rest[:2] in _ESCAPES else 1
        plain += _ESCAPES.get(rest[:2], rest[0])
        rest = rest[length:]
    return plain


def parameters(options: dict[str, str]) -> dict[str, str]:
    """The options of CSV in the form for the storlets and Spark."""
    return options | {"sep": options["sep"].replace("\\", "\\\\")}
