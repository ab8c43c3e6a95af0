"""Shared by the tests of policies: a storlet that hides a text, its policy, and proxies without filters."""

import json
from configparser import ConfigParser

from storlet_support import Store

FILTERS = ("storlets", "storlets-guard")
SECRET = b"name,secret\n" * 5
HIDDEN = SECRET.replace(b"secret", b"******")
REDACT = {"storlet": "many", "parameters": {"do": "replace", "from": "secret", "to": "******"}}


def require(store: Store, container: str, *, excepted: tuple[str, ...] = ()) -> None:
    """Let readers of a container receive no secret, except some users."""
    policy = {"require": [{**REDACT, "except": list(excepted)}]}
    headers = {"X-Container-Storlet-Policy": json.dumps(policy)}
    store.owner.send_ok("POST", f"/{container}", headers=headers)


def without(*names: str):
    """A change of a configuration that removes filters from its pipeline."""

    def change(config: ConfigParser) -> None:
        pipeline = config["pipeline:main"]["pipeline"].split()
        config["pipeline:main"]["pipeline"] = " ".join(name for name in pipeline if name not in names)

    return change
