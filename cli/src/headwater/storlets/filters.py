"""The commands `filters deploy|list|show|run|remove`: the storlets of an account."""

import json
from pathlib import Path
from urllib.parse import quote

import click

from headwater.dataset import tables
from headwater.embedded.engine import shipped
from headwater.errors import HeadwaterError
from headwater.storlets.account import CONTAINER, Account, data_option
from headwater.storlets.run import run
from headwater.terminal import printable

_json = click.option("--json", "as_json", is_flag=True, help="Print one JSON document, for scripts.")


@click.group()
def filters() -> None:
    """Storlets, the programs that run beside an account's objects."""


@filters.command()
@click.argument("modules", nargs=-1, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@data_option
def deploy(modules: tuple[Path, ...], data: Path | None) -> None:
    """Deploy MODULES, each under its file's name; without any, those that Headwater ships."""
    chosen = modules or _shipped()
    with Account.connect(data) as account:
        account.send("PUT", f"/{CONTAINER}")
        for path in chosen:
            name = path.name.removesuffix(".wasm")
            with path.open("rb") as module:
                account.send("PUT", _path(name), data=module)
            click.echo(f"deployed {name} ({tables.size(path.stat().st_size)})")


@filters.command("list")
@_json
@data_option
def list_(as_json: bool, data: Path | None) -> None:
    """List what is deployed."""
    with Account.connect(data) as account:
        account.send("PUT", f"/{CONTAINER}")
        found = account.send("GET", f"/{CONTAINER}?format=json").json()
    storlets = [
        {
            "name": each["name"].removesuffix(".wasm"),
            "bytes": each["bytes"],
            "modified": each["last_modified"],
        }
        for each in found
    ]
    if as_json:
        click.echo(json.dumps(storlets, indent=2))
        return
    columns = ("storlet", "size", "deployed (UTC)")
    tables.show(columns, ([s["name"], tables.size(s["bytes"]), s["modified"][:19]] for s in storlets))


@filters.command()
@click.argument("name")
@data_option
def show(name: str, data: Path | None) -> None:
    """Show what is known of a storlet: its size, its module's MD5, when it was deployed, its metadata."""
    with Account.connect(data) as account:
        headers = account.send("HEAD", _existing(account, name)).headers
    shown = {"Content-Length": "bytes", "ETag": "MD5", "Last-Modified": "deployed"}
    meta = {n: n[len("X-Object-Meta-") :].lower() for n in headers if n.lower().startswith("x-object-meta-")}
    for header, title in (shown | meta).items():
        click.echo(f"{printable(title):10} {printable(headers.get(header, ''))}")


@filters.command()
@click.argument("name")
@data_option
def remove(name: str, data: Path | None) -> None:
    """Remove a storlet."""
    with Account.connect(data) as account:
        account.send("DELETE", _existing(account, name))
    click.echo(f"removed {name}")


filters.add_command(run)


def _existing(account: Account, name: str) -> str:
    """The path of the storlet's object. Its name may be given with or without `.wasm`."""
    wanted = name.removesuffix(".wasm")
    listing = account.send("GET", f"/{CONTAINER}?format=json&prefix={quote(wanted)}").json()
    for candidate in (wanted, f"{wanted}.wasm"):
        if any(each["name"] == candidate for each in listing):
            return _path(candidate)
    raise HeadwaterError(
        f"there is no storlet {name!r}", advice="See what is deployed: headwater filters list"
    )


def _path(name: str) -> str:
    return f"/{CONTAINER}/{quote(name)}"


def _shipped() -> list[Path]:
    folder = shipped("storlets")
    found = sorted(folder.glob("*.wasm"))
    if not found:
        raise HeadwaterError(f"{folder} has no storlets", advice="Build them: make build")
    return found
