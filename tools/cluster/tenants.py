"""The tenants of the cluster: a user of a project in each of two domains, with containers and storlets."""

import json
from collections.abc import Sequence
from pathlib import Path

from headwater.core.artifacts import shipped

from cluster_config import POLICIES
from keystone_support import Cloud, User

TENANTS = ("research", "sales")
"""Their names, which also their domains, projects, users and clouds have."""

_OPERATED = ("csv", "jsonl")
"""The storlets of pushdown."""


def admitted(cloud: Cloud, name: str) -> User:
    """A new tenant, who may run storlets, with a container of each policy."""
    user = cloud.user(cloud.domain(name), name, name)
    account = cloud.account(user)
    user.send_ok("POST", account, headers={"X-Account-Meta-Storlet-Enabled": "true"})
    for policy in POLICIES:
        user.send_ok("PUT", f"{account}/{policy}", headers={"X-Storage-Policy": policy})
    user.send_ok("PUT", f"{account}/storlet")
    for storlet in _OPERATED:
        module = (shipped("storlets") / f"{storlet}.wasm").read_bytes()
        user.send_ok("PUT", f"{account}/storlet/{storlet}", data=module)
    return user


def write_clouds(folder: Path, url: str, tenants: Sequence[User]) -> Path:
    """A clouds.yaml with a cloud for each tenant. It has their passwords, so only this user can read it."""
    path = folder / "clouds.yaml"
    path.touch(mode=0o600)
    clouds = {each.name: {"auth": _auth(url, each), "region_name": "RegionOne"} for each in tenants}
    path.write_text(json.dumps({"clouds": clouds}, indent=2))  # JSON is YAML
    return path


def _auth(url: str, user: User) -> dict[str, str]:
    return {
        "auth_url": url,
        "username": user.name,
        "password": user.password,
        "project_name": user.project,
        "user_domain_id": user.domain,
        "project_domain_id": user.domain,
    }
