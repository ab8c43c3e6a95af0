"""The owner's account of the embedded store."""

from pathlib import Path

import requests

from headwater.errors import HeadwaterError

_TIMEOUT_S = 600


class Account:
    """The owner's account: `url`, and the `token` of its requests."""

    def __init__(self, document: dict) -> None:
        self.url = document["swift"]["storage_url"]
        user, key = document["swift"]["user"], document["swift"]["key"]
        answer = requests.get(
            document["swift"]["auth_url"],
            headers={"X-Auth-User": user, "X-Auth-Key": key},
            timeout=_TIMEOUT_S,
        )
        self.token = answer.headers["X-Auth-Token"]

    def put(self, container: str, name: str, file: Path) -> None:
        """Put a file; makes the container."""
        headers = {"X-Auth-Token": self.token}
        url = f"{self.url}/{container}"
        requests.put(url, headers=headers, timeout=_TIMEOUT_S).raise_for_status()
        with file.open("rb") as content:
            answer = requests.put(f"{url}/{name}", data=content, headers=headers, timeout=_TIMEOUT_S)
        if not answer.ok:
            raise HeadwaterError(f"PUT {container}/{name}: {answer.status_code}", detail=answer.text)
