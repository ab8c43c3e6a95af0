"""The command `ls`: the content of a dataset."""

import json
from pathlib import Path

import click

from headwater.access import stores
from headwater.commands.options import dataset_data_option, endpoint_option, json_option, uri_argument
from headwater.core.manifest import Entry, Manifest
from headwater.core.snapshot import Snapshot, require_snapshot
from headwater.terminal import tables


@click.command()
@uri_argument
@click.option("--files", is_flag=True, help="Show every file that is read, with its manifest.")
@json_option
@endpoint_option
@dataset_data_option
def ls(uri: str, files: bool, as_json: bool, endpoint: str | None, data: Path | None) -> None:
    """Show the parts of the dataset at URI: its manifests, entries, foreign objects and orphans."""
    bucket, folder = stores.dataset(uri, endpoint, data)
    snapshot = require_snapshot(bucket, folder)
    found = _document(uri, snapshot) | ({"files": _files(snapshot)} if files else {})
    if as_json:
        click.echo(json.dumps(found, indent=2))
        return
    _show(found)


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
    read = [
        {"key": e.key, "length": e.length, "rows": e.rows, "partition": e.partition, "manifest": e.source}
        for e in snapshot.state.entries.values()
    ] + [
        {"key": each.key, "length": each.length, "rows": None, "partition": None, "manifest": None}
        for each in snapshot.state.foreign
    ]
    return sorted(read, key=lambda each: each["key"])


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
    if "files" in found:
        click.echo()
        _show_files(found["files"])


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


def _show_files(files: list[dict]) -> None:
    tables.show(
        ("key", "bytes", "rows", "partition", "manifest"),
        (
            [
                each["key"],
                each["length"],
                each["rows"],
                _partition(each["partition"]),
                each["manifest"] or "foreign",
            ]
            for each in files
        ),
    )


def _partition(values: dict[str, str | None] | None) -> str:
    return ", ".join(f"{name}={'null' if v is None else v}" for name, v in (values or {}).items())
