"""Writes docs/reference/cli.md, the page of the command line, from the commands' own help.

Usage: command_page.py, in the environment that has the `headwater` command.
"""

import inspect
from collections.abc import Iterator
from pathlib import Path

import click
from headwater.main import cli

PAGE = Path(__file__).resolve().parents[2] / "docs" / "reference" / "cli.md"
HEAD = """# Command line

<!-- Written by `tools/site/command_page.py`: do not edit. -->

The wheel `headwater` of [a release](releases.md#install) has the command. The extra `headwater[store]` adds the local
store, `headwater[spark]` adds PySpark and the jars for its class path. The extra `headwater[export]` adds
`headwater export`, `headwater[queries]` adds `headwater query`, and `headwater[demo]` the flights of `headwater demo`.
`headwater[swift]` adds URIs such as `swift://container.service/path`, which Swift's own API reads.
`headwater[datasets]` adds [`headwater.dataset`](../guides/python.md) for Python, and no command.

A command ends with 0, with 1 for an error, with 2 for wrong usage, and with 130 after Ctrl-C. The sentence of an error
is in standard error, also with `--json`. Standard output then has no document.
[Benchmarks](../benchmarks/index.md) describes `headwater bench`, which a checkout has in addition.
"""
LEFT_OUT = {"bench", "filters"}  # of another package; a deprecated name


def page() -> str:
    """The page's text."""
    return "\n".join([HEAD, *_sections(click.Context(cli, info_name="headwater"), cli)]).rstrip("\n") + "\n"


def _sections(context: click.Context, command: click.Command) -> Iterator[str]:
    """The sections of a command and the commands below it."""
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            below = command.get_command(context, name)
            if below is not None and name not in LEFT_OUT and not below.hidden:
                yield from _sections(click.Context(below, info_name=name, parent=context), below)
        return
    yield f"## {context.command_path}\n"
    yield f"    {context.command_path} {' '.join(command.collect_usage_pieces(context))}\n"
    yield f"{inspect.cleandoc(command.help or '').replace(chr(8), '')}\n"
    rows = [_row(context, each) for each in command.params if isinstance(each, click.Option) and not each.hidden]
    if rows:
        yield "\n".join(["| option | default | meaning |", "|---|---|---|", *rows]) + "\n"


def _row(context: click.Context, option: click.Option) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    described, _, default = (option.help or "").removesuffix("]").partition("[default: ")
    default = default or option.get_help_extra(context).get("default", "")
    cells = (names, default.removeprefix("(").removesuffix(")"), described.strip().rstrip("."))
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
