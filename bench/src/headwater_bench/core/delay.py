"""A proxy that delays every request to a store, like the network path to a public cloud."""

import asyncio
import threading
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

_CHUNK = 1 << 18
_END_OF_HEAD = b"\r\n\r\n"


class DelayProxy:
    """Forwards HTTP/1.1 connections. Each request is sent `seconds` after it arrived.

    Requests of a connection do not overlap: each is sent after the previous response. `requests` counts them.
    """

    def __init__(self, host: str, port: int, seconds: float) -> None:
        self._target = (host, port)
        self._seconds = seconds
        self._idle: set[StreamReader] = set()
        self.requests = 0

    async def serve(self, client: StreamReader, to_client: StreamWriter) -> None:
        """Forward a connection until one side ends it."""
        to_store = None
        with suppress(OSError, asyncio.CancelledError):  # the latter at the proxy's end
            store, to_store = await asyncio.open_connection(*self._target)
            self._idle.add(client)
            pumps = [self._send(client, to_store), self._answer(client, store, to_client)]
            _, left = await asyncio.wait(map(asyncio.ensure_future, pumps), return_when="FIRST_COMPLETED")
            for pump in left:
                pump.cancel()
        for writer in filter(None, (to_store, to_client)):
            writer.close()

    async def _send(self, client: StreamReader, to_store: StreamWriter) -> None:
        while chunk := await client.read(_CHUNK):
            if client in self._idle:
                self._idle.remove(client)
                self.requests += 1
                await asyncio.sleep(self._seconds)
            to_store.write(chunk)
            await to_store.drain()

    async def _answer(self, client: StreamReader, store: StreamReader, to_client: StreamWriter) -> None:
        while chunk := await store.read(_CHUNK):
            # After only a `100 Continue` the same request continues.
            continues = chunk.startswith(b"HTTP/1.1 100 ") and chunk.find(_END_OF_HEAD) == len(chunk) - 4
            if not continues:
                self._idle.add(client)
            to_client.write(chunk)
            await to_client.drain()


@contextmanager
def delayed(document: dict, milliseconds: int) -> Iterator[tuple[dict, DelayProxy]]:
    """The document (see `Status.as_dict`) of a store, reached through such a proxy in the block."""
    target = urlsplit(document["s3"]["endpoint"])
    proxy = DelayProxy(target.hostname, target.port, milliseconds / 1000)
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        listening = asyncio.start_server(proxy.serve, "127.0.0.1", 0)
        server = asyncio.run_coroutine_threadsafe(listening, loop).result()
        yield _moved(document, server.sockets[0].getsockname()[1]), proxy
    finally:
        asyncio.run_coroutine_threadsafe(_end(), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _end() -> None:
    left = asyncio.all_tasks() - {asyncio.current_task()}
    for task in left:
        task.cancel()
    await asyncio.gather(*left, return_exceptions=True)


def _moved(document: dict, port: int) -> dict:
    before, after = document["s3"]["endpoint"], f"http://127.0.0.1:{port}"
    return document | {
        api: {name: value.replace(before, after) for name, value in document[api].items()}
        for api in ("s3", "swift")
    }
