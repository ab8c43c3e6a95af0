"""The Swift requests that the embedded store sends to itself: for buckets, and for the reader's rights."""

import json
import re
from typing import Self

import requests

from headwater.core.errors import HeadwaterError
from headwater.core.storlet_names import Header
from headwater.embedded.credentials import ACCOUNT, OWNER, READER, Credentials

_TIMEOUT_S = 30.0
_BUCKET = re.compile(r"[a-z0-9]([a-z0-9-]|\.(?=[a-z0-9])){1,61}[a-z0-9]")


def check_bucket_name(name: str) -> None:
    """Raise HeadwaterError for a name that S3 would refuse."""
    if not _BUCKET.fullmatch(name):
        raise HeadwaterError(
            f"{name!r} cannot be the name of a bucket",
            advice="Use 3 to 63 of a-z, 0-9, dot and hyphen, with a letter or digit at both ends.",
        )


class Account:
    """The owner's session with a running store on `port`. Use it as a context manager."""

    def __init__(self, port: int, credentials: Credentials) -> None:
        self._root = f"http://127.0.0.1:{port}"
        self._url = f"{self._root}/v1/AUTH_{ACCOUNT}"
        self._credentials = credentials
        self._session = requests.Session()
        self._session.trust_env = False  # ignore proxies of the environment on loopback

    def __enter__(self) -> Self:
        headers = {"X-Auth-User": OWNER, "X-Auth-Key": self._credentials.owner_secret}
        response = self._send("GET", f"{self._root}/auth/v1.0", headers)
        self._session.headers["X-Auth-Token"] = response.headers["X-Auth-Token"]
        return self

    def __exit__(self, *_exception: object) -> None:
        self._session.close()

    def prepare(self) -> None:
        """Give the reader access to the complete account, and allow storlets.

        Creates the account if it is new.
        """
        rights = json.dumps({"read-only": [READER]})
        headers = {"X-Account-Access-Control": rights, Header.ACCOUNT_ENABLED: "true"}
        self._send("POST", self._url, headers)

    def make_bucket(self, name: str) -> None:
        """Create a bucket. An existing one is unchanged."""
        check_bucket_name(name)
        self._send("PUT", f"{self._url}/{name}", {})

    def _send(self, method: str, url: str, headers: dict[str, str]) -> requests.Response:
        try:
            response = self._session.request(method, url, headers=headers, timeout=_TIMEOUT_S)
            response.raise_for_status()
        except requests.RequestException as error:
            # The exception contains the URL and the status, but no header and therefore no key.
            raise HeadwaterError(f"the store refused {method} {url}: {error}") from error
        return response
