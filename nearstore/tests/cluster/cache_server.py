"""Serves as memcached where there is none: the commands that Swift sends. Arguments: address and port."""

import asyncio
import sys
import time
from functools import partial

Items = dict[bytes, tuple[float, bytes, bytes]]
"""By key: when it expires on the monotonic clock, its flags and its value."""


async def serve(ip: str, port: int) -> None:
    """Serve for ever."""
    items: Items = {}
    server = await asyncio.start_server(partial(_serve_client, items), ip, port)
    await server.serve_forever()


async def _serve_client(items: Items, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while words := (await reader.readline()).split():
        writer.write(await _answer(items, words, reader))
        await writer.drain()
    writer.close()


async def _answer(items: Items, words: list[bytes], reader: asyncio.StreamReader) -> bytes:
    match words:
        case [b"get", *keys]:
            return b"".join(_found(items, key) for key in keys) + b"END\r\n"
        case [b"set" | b"add" as name, key, flags, seconds, length, *_]:
            value = (await reader.readexactly(int(length) + 2))[:-2]
            if name == b"add" and _live(items, key):
                return b"NOT_STORED\r\n"
            items[key] = (_expiry(int(seconds)), flags, value)
            return b"STORED\r\n"
        case [b"incr" | b"decr" as name, key, delta, *_]:
            return _changed(items, key, int(delta) if name == b"incr" else -int(delta))
        case [b"delete", key, *_]:
            return b"DELETED\r\n" if items.pop(key, None) else b"NOT_FOUND\r\n"
    return b"ERROR\r\n"


def _found(items: Items, key: bytes) -> bytes:
    if not (item := _live(items, key)):
        return b""
    return b"VALUE %b %b %d\r\n%b\r\n" % (key, item[1], len(item[2]), item[2])


def _changed(items: Items, key: bytes, delta: int) -> bytes:
    if not (item := _live(items, key)):
        return b"NOT_FOUND\r\n"
    value = b"%d" % max(0, int(item[2]) + delta)
    items[key] = (*item[:2], value)
    return value + b"\r\n"


def _live(items: Items, key: bytes) -> tuple[float, bytes, bytes] | None:
    item = items.get(key)
    return item if item and item[0] > time.monotonic() else None


def _expiry(seconds: int) -> float:
    """Of a time as memcached takes it: none, seconds from now, or since 1970 if it is more than 30 days."""
    if seconds > 30 * 86400:
        seconds -= int(time.time())
    return time.monotonic() + seconds if seconds else float("inf")


if __name__ == "__main__":
    asyncio.run(serve(sys.argv[1], int(sys.argv[2])))
