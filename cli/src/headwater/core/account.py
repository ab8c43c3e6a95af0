"""The Swift account of the commands, with refusals as errors that a user can act on."""

from typing import Any, Self

import requests

from headwater.core.errors import HeadwaterError
from headwater.core.storlet_names import Reason

_TIMEOUT_S = 600.0
_ADVICE = {
    Reason.BUSY: "Try again later.",
    Reason.ENGINE: "Check that the engine runs: headwater status",
    Reason.STORLET: "List the deployed storlets: headwater storlets list",
    Reason.PARAMETERS: "Check the parameters.",
}


class Account:
    """A session with an account by the Swift API. Use it as a context manager. It raises HeadwaterError.

    In the block, `url` is the account's and `token` the session's, for requests of another client.
    """

    def __init__(self, auth_url: str, user: str, key: str) -> None:
        self._session = requests.Session()
        self._session.trust_env = False  # the keys are for the store only
        self._identity = {"X-Auth-User": user, "X-Auth-Key": key}
        self._auth_url = auth_url
        self.url = self.token = ""

    @classmethod
    def of(cls, document: dict) -> Self:
        """The account in the JSON document of a running store."""
        swift = document["swift"]
        return cls(swift["auth_url"], swift["user"], swift["key"])

    def __enter__(self) -> Self:
        response = self._response("GET", self._auth_url, headers=self._identity)
        self.url, self.token = response.headers["X-Storage-Url"], response.headers["X-Auth-Token"]
        self._session.headers["X-Auth-Token"] = self.token
        return self

    def __exit__(self, *_exception: object) -> None:
        self._session.close()

    def send(self, method: str, path: str, *, stream: bool = False, **options: Any) -> requests.Response:
        """The response to a request.

        `path` is below the account and quoted. HeadwaterError if it is refused.
        """
        return self._response(method, self.url + path, stream=stream, **options)

    def _response(self, method: str, url: str, *, stream: bool = False, **options: Any) -> requests.Response:
        try:
            request = self._session.prepare_request(requests.Request(method, url, **options))
            request.url = url  # unchanged: requests resolves `..` in names, even if it is quoted
            response = self._session.send(request, timeout=_TIMEOUT_S, stream=stream)
        except requests.RequestException as error:
            raise HeadwaterError(
                f"{url} cannot be reached: {error}", advice="Check that the store runs."
            ) from error
        if not response.ok:
            raise _refusal(method, url, response)
        return response


def failure(reason: str, message: str, log: str = "") -> HeadwaterError:
    """The error of a storlet."""
    return HeadwaterError(f"{reason}: {message}", advice=_ADVICE.get(reason, ""), detail=log)


def _refusal(method: str, url: str, response: requests.Response) -> HeadwaterError:
    try:
        cause = response.json()
        return failure(cause["error"], cause["message"], cause.get("stderr", ""))
    except (ValueError, KeyError, TypeError):
        return HeadwaterError(f"the store refused {method} {url}: {response.status_code} {response.reason}")
