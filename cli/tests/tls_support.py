"""TLS in front of a server, with a certificate that a new authority signs."""

import select
import socket
import socketserver
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_BUFFER_BYTES = 1 << 16


def certificates(folder: Path, authority: str) -> None:
    """Write the authority's certificate, and `server.pem`, which it signs for localhost."""

    def openssl(*arguments: str) -> None:
        subprocess.run(["openssl", *arguments], cwd=folder, check=True, capture_output=True)

    key = ("-newkey", "rsa:2048", "-nodes", "-days", "1")
    extension = ("-addext", "subjectAltName=DNS:localhost")
    openssl("req", "-x509", *key, "-keyout", "ca.key", "-out", authority, "-subj", "/CN=Test authority")
    openssl("req", *key, *extension, "-keyout", "server.key", "-out", "server.csr", "-subj", "/CN=localhost")
    signed = ("-req", "-in", "server.csr", "-CA", authority, "-CAkey", "ca.key", "-CAcreateserial")
    openssl("x509", *signed, "-copy_extensions", "copy", "-days", "1", "-out", "server.crt")
    (folder / "server.pem").write_text(
        (folder / "server.crt").read_text() + (folder / "server.key").read_text()
    )


@contextmanager
def tls_proxy(folder: Path, target: int) -> Iterator[int]:
    """Accept TLS with `server.pem` on a free port, and pass all bytes to the port `target`."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "server.pem")

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            with (
                suppress(OSError),
                context.wrap_socket(self.request, server_side=True) as client,
                socket.create_connection(("127.0.0.1", target)) as server,
            ):
                _pass_on(client, server)

    class Server(socketserver.ThreadingTCPServer):
        daemon_threads = True

        def handle_error(self, request: object, client_address: object) -> None:
            """Broken connections are the clients' matter."""

    with Server(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield server.server_address[1]
        server.shutdown()


def _pass_on(client: ssl.SSLSocket, server: socket.socket) -> None:
    """Pass bytes in both directions until one side ends."""
    other = {client: server, server: client}
    while True:
        ready = [client] if client.pending() else select.select([client, server], [], [])[0]
        for each in ready:
            content = each.recv(_BUFFER_BYTES)
            if not content:
                return
            other[each].sendall(content)
