"""Adds Headwater's filters to the text of a Swift configuration, and removes them. Nothing else changes."""

import re
from configparser import ConfigParser, Error

FILTERS = {"proxy": ("storlets", "storlets_guard"), "object": ("storlets",)}
"""The filters of each server."""

PIPELINE = re.compile(r"(?ms)^(\[pipeline:main\].*?^pipeline[ \t]*[=:])[^\n]*\n(?:[ \t]+\S[^\n]*\n)*")
"""The value of the pipeline, with the indented lines that continue it."""


class PipelineError(Exception):
    """The configuration cannot be changed safely. The message says what to do."""


def with_filters(text: str, server: str, pipeline: str) -> str:
    """The configuration with the operator's pipeline, and a section for each filter that has none.

    PipelineError if the pipeline differs from that of the configuration in more than the filters.
    """
    filters, wanted, present = FILTERS[server], pipeline.split(), words(text)
    names = " and ".join(filters)
    if any(wanted.count(name) != 1 for name in filters):
        raise PipelineError(f"The pipeline must name {names} once, and is '{pipeline}'.")
    if without(wanted, filters) != without(present, filters):
        raise PipelineError(
            f"The file has the pipeline '{' '.join(present)}', and the variable has '{' '.join(wanted)}'. "
            f"They may differ only by {names}. Change one of them."
        )
    sections = "".join(_section(text, name, server) for name in filters)
    return _changed(text, wanted).rstrip("\n") + "\n" + sections if sections else _changed(text, wanted)


def without_filters(text: str, server: str) -> str:
    """The configuration whose pipeline names no filter of Headwater. Their sections stay, unused."""
    return _changed(text, without(words(text), FILTERS[server]))


def words(text: str) -> list[str]:
    """The pipeline of a configuration. PipelineError without one."""
    pipeline = _parsed(text).get("pipeline:main", "pipeline", fallback="")
    if not pipeline:
        raise PipelineError("The file has no pipeline in [pipeline:main].")
    return pipeline.split()


def without(pipeline: list[str], filters: tuple[str, ...]) -> list[str]:
    """The pipeline's other filters."""
    return [name for name in pipeline if name not in filters]


def user(text: str) -> str:
    """The user of the server, `swift` by default."""
    return _parsed(text).get("DEFAULT", "user", fallback="swift")


def _section(text: str, name: str, server: str) -> str:
    """The lines of a filter that the configuration lacks. PipelineError if it has another with this name."""
    needed = {"use": f"egg:headwater_swift#{name}"}
    if name == "storlets":
        needed["execution_server"] = server
    config, section = _parsed(text), f"filter:{name}"
    if not config.has_section(section):
        return "\n".join([f"\n[{section}]", *(f"{key} = {value}" for key, value in needed.items()), ""])
    for key, value in needed.items():
        if config.get(section, key, fallback="") != value:
            raise PipelineError(f"[{section}] needs the line '{key} = {value}'. Add it.")
    return ""


def _changed(text: str, pipeline: list[str]) -> str:
    """The configuration with this pipeline. PipelineError if anything else would change."""
    if words(text) == pipeline:
        return text
    changed = PIPELINE.sub(lambda match: f"{match[1]} {' '.join(pipeline)}\n", text, count=1)
    expected, found = _values(text), _values(changed)
    expected["pipeline:main"]["pipeline"] = found["pipeline:main"]["pipeline"]
    if words(changed) != pipeline or expected != found:
        raise PipelineError("The file's pipeline has an unusual form. Write it on one line.")
    return changed


def _values(text: str) -> dict[str, dict[str, str]]:
    config = _parsed(text)
    return {name: dict(config[name]) for name in config}


def _parsed(text: str) -> ConfigParser:
    config = ConfigParser(interpolation=None, strict=False)
    try:
        config.read_string(text)
    except Error as error:
        raise PipelineError(f"The file cannot be parsed: {error}") from error
    return config
