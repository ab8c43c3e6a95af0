"""A proxy that delays every request to a store, like the network path to a public cloud."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

_CHUNK = 1 << 18
_END_OF_HEAD = b"\r\n\r\n"


class DelayProxy:
    """Forwards HTTP/1.1 connections.

    Each request is sent `seconds` after it arrived. `requests` counts them.
    """

    def __init__(self, target: tuple[str, int], seconds: float) -> None:
        self._target = target
        self._seconds = seconds
        self.requests = 0

    async def listen(self) -> asyncio.Server:
        """Start to listen on a free port of loopback."""
        return await asyncio.start_server(self._serve, "127.0.0.1", 0)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            upstream, to_upstream = await asyncio.open_connection(*self._target)
        except OSError:
            writer.close()
            return
        connection = _Connection(self, self._seconds)
        pumps = {
            asyncio.ensure_future(connection.requests(reader, to_upstream)),
            asyncio.ensure_future(connection.answers(upstream, writer)),
        }
        try:
            with suppress(asyncio.CancelledError):  # at the proxy's end
                await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pump in pumps:
                pump.cancel()
            to_upstream.close()
            writer.close()


class _Connection:
    """A client's connection. Requests do not overlap: each is sent after the previous response."""

    def __init__(self, proxy: DelayProxy, seconds: float) -> None:
        self._proxy = proxy
        self._seconds = seconds
        self._is_idle = True

    async def requests(self, client: asyncio.StreamReader, store: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await client.read(_CHUNK):
                if self._is_idle:
                    self._is_idle = False
                    self._proxy.requests += 1
                    await asyncio.sleep(self._seconds)
                store.write(chunk)
                await store.drain()

    async def answers(self, store: asyncio.StreamReader, client: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while chunk := await store.read(_CHUNK):
                self._is_idle = not _asks_for_body(chunk)
                client.write(chunk)
                await client.drain()


def _asks_for_body(chunk: bytes) -> bool:
    """Whether the response is only a `100 Continue`, after which the same request continues."""
    return chunk.startswith(b"HTTP/1.1 100 ") and chunk.find(_END_OF_HEAD) == len(chunk) - len(_END_OF_HEAD)


@contextmanager
def delayed(document: dict, milliseconds: int) -> Iterator[tuple[dict, DelayProxy]]:
    """The document (see `Status.as_dict`) of a store, reached through such a proxy in the block."""
    target = urlsplit(document["s3"]["endpoint"])
    proxy = DelayProxy((target.hostname, target.port), milliseconds / 1000)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        server = asyncio.run_coroutine_threadsafe(proxy.listen(), loop).result()
        yield _moved(document, server.sockets[0].getsockname()[1]), proxy
    finally:
        asyncio.run_coroutine_threadsafe(_end(loop), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end(loop: asyncio.AbstractEventLoop) -> None:
    left = asyncio.all_tasks(loop) - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


def _moved(document: dict, port: int) -> dict:
    before, after = document["s3"]["endpoint"], f"http://127.0.0.1:{port}"
    moved = {
        api: {name: value.replace(before, after) for name, value in document[api].items()}
        for api in ("s3", "swift")
    }
    return {**document, **moved}
