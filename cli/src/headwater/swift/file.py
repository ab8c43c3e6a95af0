"""An object of Swift as a file of fsspec."""

import io
import json
import uuid

from fsspec.spec import AbstractBufferedFile

from headwater.core.bucket import unquoted
from headwater.core.errors import HeadwaterError
from headwater.swift.client import Client

_SEGMENT = 256 << 20
"""Bytes of a segment of a large object."""


class SwiftFile(AbstractBufferedFile):
    """An object that is read by ranges, or written by one PUT or as segments."""

    def _fetch_range(self, start: int, end: int) -> bytes:
        client, name, key = self.fs.container(self.path)
        headers = {"Range": f"bytes={start}-{end - 1}", "If-Match": f'"{self.details["ETag"]}"'}
        return client.send("GET", name, key, headers=headers).content

    def _initiate_upload(self) -> None:
        self._segments: list[dict] = []
        self._upload = uuid.uuid4().hex

    def _upload_chunk(self, final: bool = False) -> bool:
        """Keep the bytes until there is a segment of them, or until the end."""
        if not final and self.buffer.tell() < _SEGMENT:
            return False
        content = self.buffer.getvalue()
        client, name, key = self.fs.container(self.path)
        if final and not self._segments:
            client.send("PUT", name, key, data=content)
            return True
        if content:
            self._write_segment(client, name, key, content)
        if final:
            self._write_manifest(client, name, key)
        return True

    def _write_segment(self, client: Client, name: str, key: str, content: bytes) -> None:
        container = f"{name}_segments"
        if not self._segments:
            client.send("PUT", container)
        segment = f"{key}/{self._upload}/{len(self._segments):08}"
        etag = unquoted(client.send("PUT", container, segment, data=content).headers["ETag"])
        self._segments.append({"path": f"/{container}/{segment}", "etag": etag, "size_bytes": len(content)})

    def _write_manifest(self, client: Client, name: str, key: str) -> None:
        query = {"multipart-manifest": "put"}
        client.send("PUT", name, key, data=json.dumps(self._segments).encode(), params=query)

    def discard(self) -> None:
        """Delete the segments of a write that is given up."""
        client, name, _ = self.fs.container(self.path)
        for each in getattr(self, "_segments", ()):
            try:
                client.send("DELETE", f"{name}_segments", each["path"].partition("_segments/")[2])
            except HeadwaterError:
                continue
        self.buffer = io.BytesIO()
