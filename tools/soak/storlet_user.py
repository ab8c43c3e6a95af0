"""A user who runs a storlet on an object again and again, and compares each answer."""

import time

import requests

from storlet_support import Client, run_headers

_TIMEOUT_S = 60


class StorletUser:
    """One client and its text, an object at `path` of the client's account."""

    def __init__(self, client: Client, path: str, text: bytes) -> None:
        self._client, self._path, self._text = client, path, text
        self.complete = self.refused = 0
        """Answers that were complete, and requests that ended with an error."""
        self.problems: list[str] = []

    def run_storlet(self) -> None:
        """Run the storlet that returns the text in upper case."""
        answer = self.send("GET", self._client.account + self._path, run_headers(do="upper"))
        if answer is None or answer.status_code != requests.codes.ok:
            self.refused += 1
        elif answer.content == self._text.upper():
            self.complete += 1
        else:
            moment = time.strftime("%H:%M:%S")
            self.problems.append(
                f"a storlet's answer for {self._client.account} at {moment} has "
                f"{len(answer.content)} wrong bytes"
            )

    def send(
        self, method: str, url: str, headers: dict[str, str], body: bytes = b""
    ) -> requests.Response | None:
        """The answer, or None if there was none. A new proxy knows no tokens, so the user logs in again."""
        try:
            answer = self._send(method, url, headers, body)
            if answer.status_code == requests.codes.unauthorized:
                self._client.authenticate()
                answer = self._send(method, url, headers, body)
        except requests.RequestException:
            return None
        return answer

    def _send(self, method: str, url: str, headers: dict[str, str], body: bytes) -> requests.Response:
        headers = {**self._client.headers, **headers}
        return requests.request(method, url, headers=headers, data=body, timeout=_TIMEOUT_S)
