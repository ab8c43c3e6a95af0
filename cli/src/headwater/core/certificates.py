"""Why a TLS connection to a store failed, and what to change."""

import os
import ssl
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import urlsplit

from botocore.exceptions import SSLError
from urllib3.util.ssl_match_hostname import CertificateError

_OTHER_HOST = ("is for another host", "Use the host name that the certificate has.")
_CERTIFICATES = {
    10: ("has expired", "The store's operator has to renew it. Check this machine's clock, too."),
    9: ("is not valid yet", "Check this machine's clock, then the certificate."),
    62: _OTHER_HOST,
    64: _OTHER_HOST,
}
"""Codes of OpenSSL (X509_V_ERR_*) with what they mean. Any other one is a certificate of an unknown CA."""

_UNKNOWN_CA = (
    "is signed by a CA that this machine does not trust",
    "Set AWS_CA_BUNDLE to a PEM file with the CA's certificate. Import it into Java's trust store for Spark.",
)


class TlsProblem(NamedTuple):
    """What happened, and what to do."""

    message: str
    advice: str


def tls_problem(url: str, error: SSLError) -> TlsProblem:
    """The problem of a connection to a URL."""
    for each in _causes(error):
        if isinstance(each, CertificateError):
            return _certificate(url, *_OTHER_HOST, str(each))
        if isinstance(each, ssl.SSLCertVerificationError):
            found = _CERTIFICATES.get(each.verify_code, _UNKNOWN_CA)
            return _certificate(url, *found, each.verify_message)
        if isinstance(each, FileNotFoundError) or getattr(each, "library", None) in ("X509", "PEM"):
            named = os.environ.get("AWS_CA_BUNDLE", "of botocore's configuration")
            return TlsProblem(
                f"the CA bundle {named} cannot be read",
                "Set AWS_CA_BUNDLE to a PEM file with the CA's certificate.",
            )
    return TlsProblem(
        f"the store at {url} does not speak TLS: {' '.join(str(error).split())}",
        "Check the port. If the store has no TLS, use http://.",
    )


def _certificate(url: str, what: str, advice: str, why: str) -> TlsProblem:
    return TlsProblem(f"the certificate of {urlsplit(url).netloc} {what}: {why}", advice)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """The errors below those of botocore and urllib3."""
    seen: list[BaseException] = []
    found: BaseException | None = error
    while found is not None and found not in seen:
        yield found
        seen.append(found)
        below = getattr(found, "kwargs", {}).get("error") or getattr(found, "reason", None)
        found = below if isinstance(below, BaseException) else found.__cause__ or found.__context__
