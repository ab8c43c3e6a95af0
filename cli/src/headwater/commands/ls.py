"""The command `ls`: the content of a dataset."""

import json
from pathlib import Path

import click

from headwater.access import stores
from headwater.commands.options import dataset_data_option, endpoint_option, json_option, uri_argument
from headwater.core.errors import HeadwaterError
from headwater.core.manifest import Entry, Manifest
from headwater.core.snapshot import Snapshot, live, require_snapshot
from headwater.terminal import tables
from headwater.terminal.text import printable


@click.command()
@uri_argument
@click.option("--files", is_flag=True, help="Print the URI of every file that is read, one a line.")
@json_option
@endpoint_option
@dataset_data_option
def ls(uri: str, files: bool, as_json: bool, endpoint: str | None, data: Path | None) -> None:
    """Show the parts of the dataset at URI: its manifests, entries, foreign objects and orphans.

    With --files, print only what readers of the dataset read, for other programs. With --files --json, each
    file has its length, rows, partition and manifest.
    """
    bucket, folder = stores.dataset(uri, endpoint, data)
    snapshot = require_snapshot(bucket, folder)
    if as_json:
        click.echo(
            json.dumps(_document(uri, snapshot) | ({"files": _files(snapshot)} if files else {}), indent=2)
        )
    elif files:
        _print_files(uri, snapshot)
    else:
        _show(_document(uri, snapshot))


def _print_files(uri: str, snapshot: Snapshot) -> None:
    """The URIs. HeadwaterError if a name has a line break, or another character that is not printable."""
    scheme, _, rest = uri.partition("://")
    uris = [f"{scheme}://{rest.partition('/')[0]}/{each['key']}" for each in _files(snapshot)]
    for each in uris:
        if printable(each) != each:
            raise HeadwaterError(
                f"the name of {each} has characters that are not printable",
                advice="Add --json, which quotes names.",
            )
    for each in uris:
        click.echo(each)


def _document(uri: str, snapshot: Snapshot) -> dict:
    """The JSON document: lengths in bytes, times in milliseconds since 1970."""
    state = snapshot.state
    return {
        "uri": uri,
        "manifests": [_manifest(each, state.entries) for each in state.manifests],
        "entries": _sum(list(state.entries.values())),
        "foreign": {"files": len(state.foreign), "bytes": sum(each.length for each in state.foreign)},
        "orphans": {"files": len(state.orphans), "bytes": sum(each.length for each in state.orphans)},
        "excluded": len(state.excluded),
        "folded": sum(len(each.folded) for each in state.datasets.values()),
    }


def _manifest(manifest: Manifest, entries: dict[str, Entry]) -> dict:
    counting = [each for each in manifest.entries if entries.get(each.key) == each]
    names = ("key", "kind", "id", "job", "application", "user", "time", "replaced")
    return {name: getattr(manifest, name) for name in names} | _sum(counting)


def _sum(entries: list[Entry]) -> dict:
    """Files, bytes and rows. The rows are None unless they are known for each file."""
    rows = [each.rows for each in entries]
    known = [each for each in rows if each is not None]
    return {
        "files": len(entries),
        "bytes": sum(each.length for each in entries),
        "rows": sum(known) if len(known) == len(rows) else None,
    }


def _files(snapshot: Snapshot) -> list[dict]:
    """Every file that is read, by key. A foreign one has no manifest."""
    entries = snapshot.state.entries
    return [_file(each.key, each.length, entries.get(each.key)) for each in live(snapshot.state)]


def _file(key: str, length: int, entry: Entry | None) -> dict:
    return {
        "key": key,
        "length": length,
        "rows": entry and entry.rows,
        "partition": entry and entry.partition,
        "manifest": entry and entry.source,
    }


def _show(found: dict) -> None:
    if found["manifests"]:
        _show_manifests(found["manifests"])
    else:
        click.echo("No manifest: no job committed this folder by a manifest.")
    click.echo()
    kinds = {"entries": "entries", "foreign": "foreign objects", "orphans": "orphans (not read)"}
    tables.show(
        ("content", "files", "rows", "size"),
        (
            [words, found[kind]["files"], found[kind].get("rows"), tables.size(found[kind]["bytes"])]
            for kind, words in kinds.items()
        ),
    )


def _show_manifests(manifests: list[dict]) -> None:
    columns = ("root", "kind", "id", "application", "user", "time", "files", "rows", "size", "replaced")
    tables.show(
        columns,
        (
            [
                f"{each['key'].rpartition('/')[0]}/",
                *(each[name] for name in ("kind", "id", "application", "user")),
                tables.time(each["time"]),
                each["files"],
                each["rows"],
                tables.size(each["bytes"]),
                each["replaced"],
            ]
            for each in manifests
        ),
    )
