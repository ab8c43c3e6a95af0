"""The commands `storlets deploy|list|show|run|remove`: the storlets of an account."""

import json
from pathlib import Path
from urllib.parse import quote

import click

from headwater.access import stores
from headwater.commands.lazy import Lazy, LazyGroup
from headwater.commands.options import account_data_option, json_option
from headwater.core.account import Account
from headwater.core.artifacts import shipped
from headwater.core.errors import HeadwaterError
from headwater.core.storlet_names import CONTAINER
from headwater.terminal import tables
from headwater.terminal.text import printable


@click.group(cls=LazyGroup, lazy={"run": Lazy("headwater.commands.storlets_run:run", "store")})
def storlets() -> None:
    """Deploy, list, run and remove an account's storlets."""


@storlets.command()
@click.argument("modules", nargs=-1, type=click.Path(path_type=Path, exists=True, dir_okay=False))
@json_option
@account_data_option
def deploy(modules: tuple[Path, ...], as_json: bool, data: Path | None) -> None:
    """Deploy MODULES, each under its file's name. By default, deploy the storlets that Headwater ships."""
    chosen = modules or _shipped()
    deployed = []
    with stores.account(data) as account:
        account.send("PUT", f"/{CONTAINER}")
        for path in chosen:
            name = path.name.removesuffix(".wasm")
            with path.open("rb") as module:
                account.send("PUT", _path(name), data=module)
            deployed.append({"name": name, "bytes": path.stat().st_size})
            if not as_json:
                click.echo(f"deployed {name} ({tables.size(deployed[-1]['bytes'])})")
    if as_json:
        click.echo(json.dumps(deployed, indent=2))


@storlets.command("list")
@json_option
@account_data_option
def list_(as_json: bool, data: Path | None) -> None:
    """List the deployed storlets."""
    with stores.account(data) as account:
        account.send("PUT", f"/{CONTAINER}")
        found = account.send("GET", f"/{CONTAINER}?format=json").json()
    deployed = [
        {
            "name": each["name"].removesuffix(".wasm"),
            "bytes": each["bytes"],
            "modified": each["last_modified"],
        }
        for each in found
    ]
    if as_json:
        click.echo(json.dumps(deployed, indent=2))
        return
    columns = ("storlet", "size", "deployed (UTC)")
    tables.show(columns, ([s["name"], tables.size(s["bytes"]), s["modified"][:19]] for s in deployed))


@storlets.command()
@click.argument("name")
@json_option
@account_data_option
def show(name: str, as_json: bool, data: Path | None) -> None:
    """Show a storlet's size, its module's MD5, its time of deployment and its metadata."""
    with stores.account(data) as account:
        headers = account.send("HEAD", _existing(account, name)).headers
    shown = {"Content-Length": "bytes", "ETag": "MD5", "Last-Modified": "deployed"}
    meta = {n: n[len("X-Object-Meta-") :].lower() for n in headers if n.lower().startswith("x-object-meta-")}
    found = {title: headers.get(header, "") for header, title in (shown | meta).items()}
    if as_json:
        click.echo(json.dumps({"name": name} | found | {"bytes": int(found["bytes"])}, indent=2))
        return
    for title, value in found.items():
        click.echo(f"{printable(title):10} {printable(value)}")


@storlets.command()
@click.argument("name")
@account_data_option
def remove(name: str, data: Path | None) -> None:
    """Remove a storlet."""
    with stores.account(data) as account:
        account.send("DELETE", _existing(account, name))
    click.echo(f"removed {name}")


def _existing(account: Account, name: str) -> str:
    """The path of the storlet's object. Its name may be given with or without `.wasm`."""
    wanted = name.removesuffix(".wasm")
    listing = account.send("GET", f"/{CONTAINER}?format=json&prefix={quote(wanted)}").json()
    for candidate in (wanted, f"{wanted}.wasm"):
        if any(each["name"] == candidate for each in listing):
            return _path(candidate)
    raise HeadwaterError(
        f"there is no storlet {name!r}", advice="List the deployed storlets: headwater storlets list"
    )


def _path(name: str) -> str:
    return f"/{CONTAINER}/{quote(name)}"


def _shipped() -> list[Path]:
    folder = shipped("storlets")
    found = sorted(folder.glob("*.wasm"))
    if not found:
        raise HeadwaterError(f"{folder} has no storlets", advice="Build them: make build")
    return found
