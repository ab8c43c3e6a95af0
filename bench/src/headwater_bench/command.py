"""The command `headwater bench`. Its benchmarks are data: `commands.toml`, and a module with each name."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from headwater.spark import launcher
from headwater.terminal.interrupts import unwind_when_terminated
from headwater_bench.core import plan as plans
from headwater_bench.core.files import RESULTS, SCRATCH, table
from headwater_bench.core.results import read
from headwater_bench.pages.command import report, sizing, tables, writable

_COMMANDS = table(__package__, "commands.toml")
_COMMON, _SELECTION, _HOW = map(_COMMANDS.pop, ("common", "selection", "how"))


@click.group()
def bench() -> None:
    """Measure Headwater."""


_UNITS = {"m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


def size(value: str) -> int:
    """The bytes of whole MiB, by which results are named, as m, g or t."""
    found = re.fullmatch(r"([1-9]\d{0,12})([mgt])", value.lower())
    if not found:
        raise click.BadParameter(f"{value!r} is no size: write 64m or 1g")
    return int(found[1]) * _UNITS[found[2]]


_FOLDER = click.Option(
    ["--folder"], type=click.Path(path_type=Path), callback=writable, help="The folder of the result (JSON)."
)


def _options(definition: Mapping) -> list[click.Option]:
    own = definition.get("options", {}) | {name: _COMMON[name] for name in definition["common"]}
    return [_option(name, each) for name, each in own.items()]


def _option(name: str, definition: Mapping) -> click.Option:
    least, most = definition.get("least"), definition.get("most")
    types = {"int": click.IntRange(least, most), "float": click.FloatRange(least, most)}
    types |= {"size": size, "text": click.STRING, "flag": click.BOOL}
    default = definition.get("default", False)
    return click.Option(
        [f"--{name}"],
        type=types[definition["type"]],
        is_flag=definition["type"] == "flag",
        default=default,
        multiple=isinstance(default, list),
        show_default=bool(default),
        help=definition["help"],
    )


def _command(name: str, definition: Mapping) -> click.Command:
    options = _options(definition)
    selection = [] if name == "scale" else [_option(*each) for each in _SELECTION.items()]
    text = definition["text"] + (f"\n\n{_HOW}" if selection else "")
    params = [*options, *selection, _FOLDER]
    return click.Command(name, params=params, callback=_callback(name, options), help=text)


def _callback(name: str, options: Sequence[click.Option]) -> Callable[..., None]:
    def run(folder: Path | None, scenario: Sequence[str] = (), *, add: bool = False, **values: Any) -> None:
        if add and not scenario:
            raise click.UsageError("--add needs a --scenario, whose rows are added")
        unwind_when_terminated()
        is_partial = any(map(values.get, ("quick", "check", "spark"))) or (scenario and not add)
        folder = folder or (SCRATCH if is_partial else RESULTS)
        command = command_line(name, options, values, scenario)
        if name == "scale":
            import_module("headwater_bench.benches.scale").write(folder, command, **values)
        else:
            measure(name, command, values, scenario, folder, add=add)

    return run


def command_line(
    name: str, options: Sequence[click.Option], values: Mapping[str, Any], names: Sequence[str] = ()
) -> str:
    """The command that makes such a run. A quick one has its own sizes."""
    parts = ["headwater bench", name]
    for option in options:
        value = values[option.name]
        if option.is_flag:
            parts += option.opts if value else []
        elif not values.get("quick") or option.multiple:
            shown = value if isinstance(value, tuple) else [value]
            parts += [f"{option.opts[0]} {_shown(option, each)}" for each in shown if each != ""]
    return " ".join([*parts, *(f"--scenario {name}" for name in names)])


def _shown(option: click.Option, value: float) -> str:
    if option.name == "bytes":
        return f"{value >> 20}m"
    return f"{value:g}" if isinstance(value, float) else f"{value}"


def measure(
    name: str, command: str, values: dict[str, Any], names: Sequence[str], folder: Path, *, add: bool = False
) -> None:
    """Run a benchmark and print its tables."""
    if line := values.pop("spark", ""):
        launcher.use(line)
    from headwater_bench.core import runner  # noqa: PLC0415 (--help can do without)
    from headwater_bench.pages.tables import printed  # noqa: PLC0415

    module = import_module(f"headwater_bench.benches.{name}")
    check = values.pop("check", False) or bool(line)
    plan = module.plan(**values, **({"of_peers": False} if check else {}))
    plan = replace(plan, command=command, sections=plans.chosen(plan.sections, names))
    file = folder / f"{plan.result}.json"
    known = runner.finish(plan, file, add=add)
    click.echo(printed(plan.result, known))
    click.echo(f"written: {file}")
    if check:
        module.require_the_same(read(RESULTS / file.name), known, sized=not line)


for each in (report, sizing, tables, *(_command(name, definition) for name, definition in _COMMANDS.items())):
    bench.add_command(each)
