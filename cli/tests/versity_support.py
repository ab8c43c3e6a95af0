"""A versitygw for tests, which shares no code with the embedded store, with TLS if it gets a certificate."""

import ipaddress
import os
import secrets
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from headwater.core.s3 import Endpoint

_BUILT = Path(__file__).resolve().parents[2] / ".cache" / "bin" / "versitygw"
PROGRAM = str(_BUILT) if _BUILT.exists() else shutil.which("versitygw")
BUCKET = "lake"
_START_S = 30


@contextmanager
def versitygw(folder: Path, scheme: str = "http", options: Sequence[str] = ()) -> Iterator[Endpoint]:
    """A server with the bucket "lake", until the block ends."""
    (folder / "data" / BUCKET).mkdir(parents=True)
    keys = Endpoint(access_key=secrets.token_hex(8), secret_key=secrets.token_hex(16))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    process = subprocess.Popen(
        [PROGRAM, "--port", f"127.0.0.1:{port}", *options, "posix", str(folder / "data")],
        env=os.environ | {"ROOT_ACCESS_KEY": keys.access_key, "ROOT_SECRET_KEY": keys.secret_key},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        _await(process, port)
        yield Endpoint(f"{scheme}://127.0.0.1:{port}", "us-east-1", keys.access_key, keys.secret_key)
    finally:
        process.terminate()
        process.wait()


def _await(process: subprocess.Popen, port: int) -> None:
    deadline = time.monotonic() + _START_S
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert process.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.05)
        else:
            return


def certificate(folder: Path, host: str = "127.0.0.1", days: int = 30) -> list[str]:
    """The options of versitygw for a new certificate of a host, which is its own CA."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "lake.test")])
    now = datetime.now(UTC)
    signed = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=60))
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectAlternativeName([_name(host)]), critical=False)
        .sign(key, hashes.SHA256())
    )
    folder.mkdir(exist_ok=True)
    (folder / "certificate.pem").write_bytes(signed.public_bytes(serialization.Encoding.PEM))
    private = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    (folder / "key.pem").write_bytes(private)
    return ["--cert", str(folder / "certificate.pem"), "--key", str(folder / "key.pem")]


def _name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
