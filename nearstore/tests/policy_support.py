"""Shared by the tests of policies: a storlet that hides a text, and the policy that requires it."""

import json

from storlet_support import Store

SECRET = b"name,secret\n" * 5
HIDDEN = SECRET.replace(b"secret", b"******")
REDACT = {"storlet": "many", "parameters": {"do": "replace", "from": "secret", "to": "******"}}


def require(store: Store, container: str, *, excepted: tuple[str, ...] = ()) -> None:
    """Let readers of a container receive no secret, except some users."""
    policy = {"require": [{**REDACT, "except": list(excepted)}]}
    headers = {"X-Container-Storlet-Policy": json.dumps(policy)}
    store.owner.send_ok("POST", f"/{container}", headers=headers)
