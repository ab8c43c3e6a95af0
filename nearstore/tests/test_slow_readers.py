"""Clients that do not read a storlet's answer, or do not send a body, are cut, and hold nothing then."""

import socket

import pytest
import requests

from storlet_support import Store, await_true, run_headers

ENGINE_SECONDS = 86_400
LARGE = b"0123456789abcde\n" * 2_000_000
"""32 MB: more than the buffers between a storlet and its client."""


@pytest.fixture(scope="module")
def hasty_store(module_store: Store) -> Store:
    """A store whose proxy cuts a client that takes nothing for a second."""
    module_store.kill("engine")
    module_store.revive("engine", "--time", str(ENGINE_SECONDS))
    module_store.reconfigure("proxy", lambda conf: conf.set("DEFAULT", "client_timeout", "1"))
    module_store.owner.send_ok("PUT", "/box/large", data=LARGE)
    return module_store


@pytest.mark.parametrize(
    ("action", "on_proxy"), [("copy", "false"), ("flood", "false"), ("copy", "true"), ("flood", "true")]
)
def test_a_client_that_does_not_read_frees_its_worker(hasty_store: Store, action, on_proxy):
    owner = hasty_store.owner
    headers = {**owner.headers, **run_headers(do=action), "X-Storlet-Run-On-Proxy": on_proxy}
    with requests.get(f"{owner.account}/box/large", headers=headers, stream=True, timeout=60) as unread:
        assert unread.status_code == 200
        await_true(lambda: hasty_store.engine_status()["busy"] == 0, 60)
        with pytest.raises(requests.exceptions.RequestException):
            for _ in unread.iter_content(1 << 20):
                pass
    assert owner.run("/box/large", do="first") == LARGE[:10]


@pytest.mark.parametrize(
    ("framing", "sent", "message"),
    [
        ({"Content-Length": "1000"}, b"\0asm", "client_timeout"),
        ({"Transfer-Encoding": "chunked"}, b"4\r\n\0asm\r\n", "client_timeout"),
        ({"Transfer-Encoding": "chunked"}, b"4\r\n\0asm\r\nno number\r\n", "damaged or end early"),
    ],
)
@pytest.mark.parametrize("storlet", [{}, run_headers()])
def test_an_incomplete_body_gets_a_clear_error(hasty_store: Store, framing, sent, message, storlet):
    owner = hasty_store.owner
    path = "/box/put" if storlet else "/storlet/slow"
    counted = ("requests",) if storlet else ("deployments", "requests")
    before = [hasty_store.counted(name, status="input") for name in counted]
    with owner.begin("PUT", path, {**storlet, **framing}) as client:
        client.sendall(sent)
        answer = answer_of(client)
    assert answer.startswith("HTTP/1.1 502 ")
    assert '"error": "input"' in answer
    assert message in answer
    assert owner.call(path, "HEAD").status_code == 404
    after = [number + 1 for number in before]
    await_true(lambda: [hasty_store.counted(name, status="input") for name in counted] == after)


def answer_of(client: socket.socket) -> str:
    """Everything until the server closes the connection, which it does after an incomplete body."""
    return b"".join(iter(lambda: client.recv(4096), b"")).decode()
