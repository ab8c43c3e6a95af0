"""An object of Swift as a file of fsspec."""

import io
import json
import uuid
from typing import Any

from fsspec.spec import AbstractBufferedFile

from headwater.core.bucket import unquoted
from headwater.core.errors import HeadwaterError

_SEGMENT = 256 << 20
"""Bytes of a segment of a large object."""

_EXISTS = 412


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
        self._content = self.buffer.getvalue()
        if self._content and (self._segments or not final):
            self._write_segment()
        if final and self.autocommit:
            self.commit()
        return True

    def _write_segment(self) -> None:
        client, name, key = self.fs.container(self.path)
        container = f"{name}_segments"
        if not self._segments:
            client.send("PUT", container)
        segment = f"{key}/{self._upload}/{len(self._segments):08}"
        etag = unquoted(client.send("PUT", container, segment, data=self._content).headers["ETag"])
        size = len(self._content)
        self._segments.append({"path": f"/{container}/{segment}", "etag": etag, "size_bytes": size})
        self._content = b""

    def commit(self) -> None:
        """Make the object from what was written. FileExistsError if it must be new and is not."""
        client, name, key = self.fs.container(self.path)
        options: dict[str, Any] = {"data": self._content}
        if self._segments:
            options = {"data": json.dumps(self._segments).encode(), "params": {"multipart-manifest": "put"}}
        if self.mode == "xb":
            options |= {"headers": {"If-None-Match": "*"}, "expected": (_EXISTS,)}
        response = client.send("PUT", name, key, **options)
        if not response.ok and not self._is_written():
            self.discard()
            raise FileExistsError(self.path)

    def _is_written(self) -> bool:
        """Whether the object has the segments of this write: a PUT without an answer was repeated."""
        client, name, key = self.fs.container(self.path)
        return bool(self._segments) and self._segments[0]["path"] in client.segments(name, key)

    def discard(self) -> None:
        """Delete the segments of a write that is given up, unless the object has them."""
        segments = getattr(self, "_segments", [])
        if segments and not self._is_written():
            client, name, _ = self.fs.container(self.path)
            for each in segments:
                try:
                    client.send("DELETE", f"{name}_segments", each["path"].partition("_segments/")[2])
                except HeadwaterError:
                    continue
        self.buffer = io.BytesIO()
