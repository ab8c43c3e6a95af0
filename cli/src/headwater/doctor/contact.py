"""The first request: whether the store is there, trusts us and is trusted, and has the bucket."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from botocore.exceptions import (
    BotoCoreError,
    ClientError,
    CredentialRetrievalError,
    NoCredentialsError,
    PartialCredentialsError,
    SSLError,
)
from botocore.parsers import ResponseParserError

from headwater.core.certificates import tls_problem
from headwater.core.s3 import store_error
from headwater.doctor.finding import Finding, Grade
from headwater.doctor.refusals import refusal
from headwater.doctor.subject import Subject, code, reason

_LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Contact:
    """The findings of the first request, and the headers of its response, None if examining is over."""

    findings: list[Finding]
    headers: dict[str, str] | None


def contact(subject: Subject) -> Contact:
    """List one object of the folder."""
    sent = now()
    try:
        response = subject.client.list_objects_v2(Bucket=subject.bucket, Prefix=subject.folder, MaxKeys=1)
    except ClientError as error:
        if code(error).isdigit():
            return Contact([_foreign(subject, f"with {reason(error)}")], None)
        headers = error.response["ResponseMetadata"].get("HTTPHeaders", {})
        return Contact([*_answered(subject, headers, sent), refusal(subject, "list", error)], None)
    except ResponseParserError:
        return Contact([_foreign(subject, "with something else than XML")], None)
    except BotoCoreError as error:
        return Contact([_unreachable(subject, error)], None)
    headers = response["ResponseMetadata"]["HTTPHeaders"]
    findings = [
        *_answered(subject, headers, sent),
        Finding("keys", Grade.OK, "The store accepts the keys."),
        Finding("list", Grade.OK, f"The keys may list the bucket {subject.bucket}."),
    ]
    return Contact(findings, headers)


def no_client(bucket: str, error: BotoCoreError) -> Finding:
    """The finding if the environment is wrong, so that no request can be sent."""
    found = store_error("connect", bucket, error)
    wrong_keys = isinstance(error, PartialCredentialsError | CredentialRetrievalError)
    return Finding("keys" if wrong_keys else "reach", Grade.ERROR, _sentence(str(found)), found.advice)


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:].removesuffix('.')}."


def now() -> datetime:
    """The time of this machine."""
    return datetime.now(UTC)


def _answered(subject: Subject, headers: dict[str, str], sent: datetime) -> Iterator[Finding]:
    yield Finding("reach", Grade.OK, f"{subject.url} responds.")
    yield _encryption(subject)
    if "date" in headers:
        yield _clock(parsedate_to_datetime(headers["date"]), sent)


def _encryption(subject: Subject) -> Finding:
    url = urlsplit(subject.url)
    if url.scheme == "https":
        return Finding("tls", Grade.OK, "The connection is encrypted, and the certificate is trusted.")
    if url.hostname in _LOOPBACK:
        return Finding("tls", Grade.OK, "The connection is not encrypted, and does not leave this machine.")
    return Finding(
        "tls",
        Grade.WARNING,
        "The connection is not encrypted. Whoever is on the way can read the data.",
        "Use an https:// endpoint.",
    )


def _clock(store: datetime, sent: datetime) -> Finding:
    """The difference of the clocks. The store's response has whole seconds, and took a while."""
    ahead = (sent - store).total_seconds() if sent > store else min(0.0, (now() - store).total_seconds())
    figures = {"ahead_seconds": round(ahead, 1)}
    if abs(ahead) <= 60:  # noqa: PLR2004 (claims and leases last minutes)
        return Finding("clock", Grade.OK, "The clocks of this machine and the store agree.", "", figures)
    where = "ahead of" if ahead > 0 else "behind"
    return Finding(
        "clock",
        Grade.WARNING,
        f"This machine's clock is {abs(ahead):,.0f} s {where} the store's.",
        "Set the clock by NTP: timedatectl set-ntp true. Stores refuse requests from 15 minutes on.",
        figures,
    )


def _foreign(subject: Subject, how: str) -> Finding:
    return Finding(
        "reach",
        Grade.ERROR,
        f"{subject.url} responds {how}, not as an S3 API does.",
        f"Check the port and path in {subject.setting}. Swift's S3 API is at the root of its URL.",
    )


def _unreachable(subject: Subject, error: BotoCoreError) -> Finding:
    if isinstance(error, NoCredentialsError):
        return Finding(
            "keys",
            Grade.ERROR,
            "There are no keys.",
            "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or AWS_PROFILE.",
        )
    if isinstance(error, SSLError):
        found = tls_problem(subject.url, error)
        return Finding("tls", Grade.ERROR, _sentence(found.message), found.advice)
    proxy = f"{urlsplit(subject.url).scheme.upper()}_PROXY"
    return Finding(
        "reach",
        Grade.ERROR,
        f"{subject.url} does not respond: {reason(error)}.",
        f"Check the host and port in {subject.setting}, that the store runs, firewalls, and {proxy}.",
    )
