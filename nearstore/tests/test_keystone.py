"""Identities of a real Keystone: ids, and names of the default domain only."""

import json
from collections.abc import Iterator

import pytest

from keystone_support import Cloud, User, running
from storlet_support import module, run_headers

SECRET = b"name,secret\n"
HIDDEN = b"name,******\n"
REDACT = {"storlet": "many", "parameters": {"do": "replace", "from": "secret", "to": "******"}}
EVERY_USER = {"X-Container-Read": "*:*"}
FORGED = {
    "X-Identity-Status": "Confirmed",
    "X-Project-Name": "audits",
    "X-User-Name": "auditor",
    "X-User-Domain-Id": "default",
    "X-Project-Domain-Id": "default",
}


@pytest.fixture(scope="module")
def cloud() -> Iterator[Cloud]:
    with running() as cloud:
        yield cloud


@pytest.fixture(scope="module")
def other_domain(cloud: Cloud) -> str:
    return cloud.domain("other")


@pytest.fixture(scope="module")
def owner(cloud: Cloud) -> User:
    owner = cloud.user("default", "data", "owner")
    prepare(cloud, owner)
    return owner


@pytest.fixture(scope="module")
def auditor(cloud: Cloud) -> User:
    return cloud.user("default", "audits", "auditor")


@pytest.fixture(scope="module")
def namesake(cloud: Cloud, other_domain: str) -> User:
    """A user with the auditor's name in a project of the same name, in another domain."""
    return cloud.user(other_domain, "audits", "auditor")


def prepare(cloud: Cloud, owner: User) -> None:
    """Enable storlets for the owner's account, and deploy one that every user may run."""
    account = cloud.account(owner)
    owner.send_ok("POST", account, headers={"X-Account-Meta-Storlet-Enabled": "true"})
    owner.send_ok("PUT", f"{account}/storlet", headers=EVERY_USER)
    owner.send_ok("PUT", f"{account}/storlet/many", data=module("many"))


def required(cloud: Cloud, owner: User, container: str, excepted: list[str]) -> str:
    """A new container whose readers, with exceptions, read through a storlet. Returns its object's URL."""
    url = f"{cloud.account(owner)}/{container}"
    policy = json.dumps({"require": [{**REDACT, "except": excepted}]})
    owner.send_ok("PUT", url, headers=EVERY_USER)
    owner.send_ok("POST", url, headers={"X-Container-Storlet-Policy": policy})
    owner.send_ok("PUT", f"{url}/data", data=SECRET)
    assert owner.send_ok("GET", f"{url}/data").content == SECRET
    return f"{url}/data"


def test_a_name_of_the_default_domain_is_excepted_and_its_namesake_is_not(cloud, owner, auditor, namesake):
    url = required(cloud, owner, "by-name", ["audits:auditor"])
    assert auditor.send("GET", url).content == SECRET
    for headers in ({}, FORGED):
        response = namesake.send("GET", url, headers=headers)
        assert (response.status_code, response.content) == (200, HIDDEN)


def test_ids_are_excepted_in_every_domain(cloud, owner, auditor, namesake):
    url = required(cloud, owner, "by-id", [f"{namesake.project_id}:{namesake.user_id}"])
    assert namesake.send("GET", url).content == SECRET
    assert auditor.send("GET", url).content == HIDDEN


def test_names_identify_nobody_in_an_account_of_another_domain(cloud, other_domain, auditor):
    theirs = cloud.user(other_domain, "their-data", "their-owner")
    prepare(cloud, theirs)
    local = cloud.user(other_domain, "local-audits", "local-auditor")
    excepted = ["audits:auditor", "local-audits:local-auditor"]
    url = required(cloud, theirs, "by-name", excepted)
    assert [each.send("GET", url).content for each in (auditor, local)] == [HIDDEN, HIDDEN]


def test_identity_headers_of_clients_are_ignored(cloud, owner):
    url = required(cloud, owner, "public", ["audits:auditor"])
    owner.send_ok("POST", url.removesuffix("/data"), headers={"X-Container-Read": ".r:*"})
    nobody = User("", "", "", "", "", "", type(owner.session)())
    for headers in ({}, FORGED):
        response = nobody.send("GET", url, headers=headers)
        assert (response.status_code, response.content) == (200, HIDDEN)


def test_names_beyond_ascii(cloud, owner):
    url = required(cloud, owner, "letters", ["prüfung:jürgen"])
    assert cloud.user("default", "prüfung", "jürgen").send("GET", url).content == SECRET


def test_exceptions_apply_to_the_segments_of_a_large_object(cloud, owner, auditor, namesake):
    url = required(cloud, owner, "large", ["audits:auditor"])
    manifest = json.dumps([{"path": "/large/data"}])
    container = url.removesuffix("/data")
    owner.send_ok("PUT", f"{container}/slo?multipart-manifest=put", data=manifest)
    assert auditor.send("GET", f"{container}/slo").content == SECRET
    assert namesake.send("GET", f"{container}/slo").content == HIDDEN


def test_an_acl_of_a_storlet_respects_domains(cloud, owner, auditor, namesake):
    url = f"{cloud.account(owner)}/by-storlet"
    owner.send_ok("PUT", url)
    owner.send_ok("PUT", f"{url}/data", data=SECRET)
    owner.send_ok("POST", url, headers={"X-Container-Read": ".storlet:many.user:audits:auditor"})
    upper = run_headers(do="upper")
    assert auditor.send("GET", f"{url}/data", headers=upper).content == SECRET.upper()
    assert namesake.send("GET", f"{url}/data", headers=upper | FORGED).status_code == 403
    by_id = f".storlet:many.user:{namesake.project_id}:{namesake.user_id}"
    owner.send_ok("POST", url, headers={"X-Container-Read": by_id})
    assert namesake.send("GET", f"{url}/data", headers=upper).content == SECRET.upper()
    assert auditor.send("GET", f"{url}/data", headers=upper).status_code == 403
