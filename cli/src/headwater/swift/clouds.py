"""Where the service of a `swift://container.service` URI is, as the connector finds it.

It is a cloud of `clouds.yaml`, else that of the `OS_*` variables, else that of `ST_AUTH`, `ST_USER` and
`ST_KEY` (TempAuth).
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml

from headwater.core.errors import HeadwaterError

_FILES = ("clouds.yaml", "~/.config/openstack/clouds.yaml", "/etc/openstack/clouds.yaml")
_TEMPAUTH = {"ST_AUTH": "auth_url", "ST_USER": "username", "ST_KEY": "password"}
_V1 = ("1", "1.0", "v1", "v1password")


@dataclass(frozen=True)
class Cloud:
    """A cloud: the options of its authentication, which have secrets, and where its object store is."""

    name: str
    kind: str
    auth: Mapping[str, str] = field(repr=False)
    region: str | None = None
    interface: str = "public"
    verify: bool | str = True

    @property
    def is_v1(self) -> bool:
        """Whether it has Swift's first authentication (TempAuth) instead of Keystone."""
        return self.kind in _V1


def cloud(service: str) -> Cloud:
    """The cloud of a service. HeadwaterError if nothing names it."""
    listed = _listed(service)
    if listed is not None:
        return _parsed(service, listed)
    auth = {name[3:].lower(): value for name, value in os.environ.items() if name.startswith("OS_")}
    if "auth_url" in auth:
        own = (
            "region_name",
            "interface",
            "auth_type",
            "cacert",
            "identity_api_version",
            "client_config_file",
        )
        entry = {name: auth.pop(name) for name in own if name in auth}
        return _parsed(service, {**entry, "auth": auth})
    named = {to: os.environ.get(name, "") for name, to in _TEMPAUTH.items()}
    if all(named.values()):
        return Cloud(service, "v1", named)
    raise HeadwaterError(
        f"there is no cloud {service}",
        advice="Describe it in clouds.yaml, or set OS_AUTH_URL and the other OS_* variables, or ST_AUTH, "
        "ST_USER and ST_KEY.",
    )


def _listed(service: str) -> dict | None:
    """The cloud in the first clouds.yaml that exists."""
    named = os.environ.get("OS_CLIENT_CONFIG_FILE")
    for each in (named,) if named else _FILES:
        file = Path(each).expanduser()
        if file.is_file():
            try:
                content = yaml.safe_load(file.read_text(encoding="utf-8")) or {}
                return (content.get("clouds") or {}).get(service)
            except (yaml.YAMLError, AttributeError) as error:
                raise HeadwaterError(f"{file} cannot be parsed", advice="Check its YAML.") from error
    return None


def _parsed(service: str, entry: dict) -> Cloud:
    version = str(entry.get("identity_api_version", ""))
    kind = str(entry.get("auth_type") or ("v1" if version.startswith("1") else "password"))
    verify = entry.get("cacert") or entry.get("verify", True)
    region, interface = entry.get("region_name"), entry.get("interface") or "public"
    return Cloud(service, kind, dict(entry.get("auth") or {}), region, str(interface), verify)
