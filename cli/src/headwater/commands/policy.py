"""The commands `policy show|set|remove`: which storlets may and must run on objects."""

import json
from pathlib import Path
from typing import TextIO
from urllib.parse import quote

import click

from headwater.access import stores
from headwater.commands.options import account_data_option, bucket_name
from headwater.core.members import unique_members
from headwater.core.storlet_names import Header


def _checked(_context: click.Context, _parameter: click.Parameter, value: str | None) -> str | None:
    return None if value is None else bucket_name(value)


_container = click.argument("container", required=False, callback=_checked)


@click.group()
def policy() -> None:
    """Set which storlets may or must run on the objects of a CONTAINER, or of the account."""


@policy.command()
@_container
@account_data_option
def show(container: str | None, data: Path | None) -> None:
    """Print the policy as JSON. {} if there is none."""
    with stores.account(data) as account:
        headers = account.send("HEAD", _path(container)).headers
    click.echo(json.dumps(json.loads(headers.get(_header(container)) or "{}"), indent=2))


@policy.command("set")
@_container
@click.option(
    "--file", type=click.File(), required=True, help="The policy, a JSON document. - is the standard input."
)
@account_data_option
def set_(container: str | None, file: TextIO, data: Path | None) -> None:
    """Check and set the policy."""
    try:
        compact = json.dumps(json.loads(file.read(), object_pairs_hook=unique_members))
    except (ValueError, RecursionError) as error:
        raise click.BadParameter(f"the policy is not JSON: {error}") from error
    _post(container, compact, data)


@policy.command()
@_container
@account_data_option
def remove(container: str | None, data: Path | None) -> None:
    """Remove the policy."""
    _post(container, "", data)


def _post(container: str | None, text: str, data: Path | None) -> None:
    with stores.account(data) as account:
        account.send("POST", _path(container), headers={_header(container): text})


def _path(container: str | None) -> str:
    return f"/{quote(container)}" if container else ""


def _header(container: str | None) -> str:
    return Header.CONTAINER_POLICY if container else Header.ACCOUNT_POLICY
