"""The user's identity, as the authentication middleware reports it in the WSGI environment.

Request headers prove nothing: clients send them, and TempAuth does not remove them. Only environment keys
count that no client can set: `keystone.identity`, which Swift's keystoneauth sets, and `REMOTE_USER`, in
which TempAuth stores the user's groups.
"""

from dataclasses import dataclass
from typing import Any, Self

from swift.common.http import is_success
from swift.common.middleware.keystoneauth import KeystoneAuth

_IDENTITY = "keystone.identity"
_REMEMBERED = "headwater-storlets/identity"
_KEYSTONE = (_IDENTITY, "keystone.token_auth", "keystone.token_info")
"""Keys of Keystone's middleware, which removes the clients' identity headers."""

_CLAIMS = (
    "HTTP_X_IDENTITY_STATUS",
    "HTTP_X_DOMAIN_",
    "HTTP_X_PROJECT_",
    "HTTP_X_TENANT",
    "HTTP_X_USER",
    "HTTP_X_ROLE",
    "HTTP_X_SERVICE_",
)


def remove_claims(env: dict[str, Any]) -> None:
    """Remove a client's identity headers if no Keystone middleware has checked them."""
    if any(key in env for key in _KEYSTONE):
        return
    for name in [name for name in env if name.startswith(_CLAIMS)]:
        del env[name]


def names(env: dict[str, Any], account: dict[str, Any]) -> frozenset[str]:
    """The user's names in policies and ACLs of `account` (as Swift caches it).

    Keystone: `project_id:user_id`, and `project:user` if keystoneauth accepts names. TempAuth: the groups.
    """
    groups = env.get("REMOTE_USER")
    if isinstance(groups, str) and _IDENTITY not in env:
        return frozenset(group.strip() for group in groups.split(",")) - {""}
    user = _KeystoneUser.of(env)
    return user.names(account) if user else frozenset()


@dataclass(frozen=True)
class _KeystoneUser:
    """An identity, and the domain in which keystoneauth accepts names (None: in no domain)."""

    identity: dict[str, Any]
    named_domain: str | None

    @classmethod
    def of(cls, env: dict[str, Any]) -> Self | None:
        """The user of a client's request, also for its subrequests, which lack the identity."""
        shared = env.setdefault("swift.infocache", {})
        if _IDENTITY in env:
            shared[_REMEMBERED] = cls(env[_IDENTITY], _named_domain(env.get("swift.authorize")))
        elif not env.get("REMOTE_USER"):
            return None
        return shared.get(_REMEMBERED)

    def names(self, account: dict[str, Any]) -> frozenset[str]:
        pairs = zip(self.identity["tenant"], self.identity["user"], strict=True)
        by_id, by_name = (f"{project}:{user}" if project and user else None for project, user in pairs)
        return frozenset({by_id, by_name if self._may_use_names(account) else None} - {None})

    def _may_use_names(self, account: dict[str, Any]) -> bool:
        """The rule of keystoneauth: user, project and account must be in the default domain."""
        if self.named_domain is None or not is_success(account.get("status") or 0):
            return False
        domains = {self.identity["user_domain"][0], self.identity["project_domain"][0]}
        if self.identity["auth_version"] == 2:  # noqa: PLR2004 (its tokens know the default domain only)
            domains = {self.named_domain}
        account_domain = account.get("sysmeta", {}).get("project-domain-id")
        return domains == {self.named_domain} and account_domain in (None, self.named_domain)


def _named_domain(authorize: Any) -> str | None:
    """The default domain in the settings of the keystoneauth that set `swift.authorize`."""
    auth = getattr(getattr(authorize, "func", None), "__self__", None)
    if isinstance(auth, KeystoneAuth) and auth.allow_names_in_acls:
        return auth.default_domain_id
    return None
