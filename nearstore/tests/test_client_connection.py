"""A connection whose client waits, has closed its sending side, or has left."""

import socket
import struct
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from swift.common.swob import Request

from headwater_swift.http.client_connection import ClientConnection, ClientLeftError
from storlet_support import await_true

INTERIM = b"HTTP/1.1 100 Continue\r\n\r\n"


@pytest.fixture
def ends() -> Iterator[tuple[socket.socket, socket.socket]]:
    """The client's and the server's end."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        client = socket.create_connection(listener.getsockname())
        server, _ = listener.accept()
    with client, server:
        yield client, server


def connection(server: socket.socket, has_host: bool = True) -> ClientConnection:
    request = Request.blank("/", environ={"eventlet.input": SimpleNamespace(get_socket=lambda: server)})
    if not has_host:
        del request.environ["HTTP_HOST"]
    return ClientConnection(request)


def has_left(one: ClientConnection) -> bool:
    try:
        one.check()
    except ClientLeftError:
        return True
    return False


def test_a_client_that_waits_receives_nothing(ends):
    client, server = ends
    client.sendall(b"its next request")
    connection(server).check()
    client.setblocking(False)
    with pytest.raises(BlockingIOError):
        client.recv(1)


def test_a_client_that_closed_its_sending_side_receives_an_interim_response(ends):
    client, server = ends
    client.shutdown(socket.SHUT_WR)
    assert server.recv(1) == b""
    connection(server).check()
    connection(server).check()
    assert client.recv(2 * len(INTERIM), socket.MSG_WAITALL) == 2 * INTERIM


def test_a_client_of_http_1_0_receives_no_interim_response(ends):
    client, server = ends
    client.shutdown(socket.SHUT_WR)
    assert server.recv(1) == b""
    connection(server, has_host=False).check()
    server.close()
    assert client.recv(1) == b""


@pytest.mark.parametrize("resets", [False, True])
def test_a_client_that_left_is_noticed(ends, resets):
    client, server = ends
    if resets:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    client.close()
    one = connection(server)
    await_true(lambda: has_left(one))


def test_without_a_connection_no_client_has_left():
    ClientConnection(Request.blank("/")).check()
