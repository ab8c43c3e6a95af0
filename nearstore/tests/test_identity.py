"""Headers do not change a user's identity. With TempAuth, identity headers have no effect."""

import json
from collections.abc import Iterator

import pytest
import requests

from storlet_support import Store, run_headers

SECRET = b"name,secret\n"
HIDDEN = b"name,******\n"
REDACT = {"storlet": "many", "parameters": {"do": "replace", "from": "secret", "to": "******"}}
TRUSTED = "trusted:auditor"
OTHER_TENANT = {"X-Auth-User": "stranger:mallory", "X-Auth-Key": "mallory's"}
FORGED = {
    "X-Identity-Status": "Confirmed",
    "X-Service-Identity-Status": "Confirmed",
    "X-Project-Id": "trusted",
    "X-Project-Name": "trusted",
    "X-Tenant-Id": "trusted",
    "X-Tenant-Name": "trusted",
    "X-User-Id": "auditor",
    "X-User-Name": "auditor",
    "X-User": "auditor",
    "X-Roles": "admin,.reseller_admin,ResellerAdmin",
}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    """A store with a second tenant and two containers: with a `require`, and readable through a storlet."""
    store = Store.up(tmp_path_factory.mktemp("tempauth"))
    user = {"user_stranger_mallory": OTHER_TENANT["X-Auth-Key"]}
    store.reconfigure("proxy", lambda config: config["filter:tempauth"].update(user))
    owner = store.owner
    policy = json.dumps({"require": [{**REDACT, "except": [TRUSTED]}]})
    public = {"X-Container-Read": ".r:*", "X-Container-Storlet-Policy": policy}
    by_storlet = {"X-Container-Read": f".storlet:many.user:{TRUSTED}"}
    for container, headers in (("required", public), ("by-storlet", by_storlet)):
        owner.send_ok("PUT", f"/{container}", headers=headers)
        owner.send_ok("POST", f"/{container}", headers=headers)
        owner.send_ok("PUT", f"/{container}/data", data=SECRET)
    yield store
    store.down()


@pytest.fixture(params=["nobody", "another tenant"])
def stranger(request: pytest.FixtureRequest, shared: Store) -> dict[str, str]:
    """The headers of an untrusted user."""
    if request.param == "nobody":
        return {}
    response = requests.get(shared.document["swift"]["auth_url"], headers=OTHER_TENANT, timeout=30)
    response.raise_for_status()
    return {"X-Auth-Token": response.headers["X-Auth-Token"]}


def get(store: Store, path: str, headers: dict[str, str], method: str = "GET") -> requests.Response:
    return requests.request(method, store.owner.account + path, headers=headers, timeout=60)


@pytest.mark.parametrize("forged", [{}, FORGED], ids=["honest", "forged"])
def test_forged_headers_do_not_except_a_user_from_a_required_storlet(shared: Store, stranger, forged):
    response = get(shared, "/required/data", stranger | forged)
    assert (response.status_code, response.content) == (200, HIDDEN)
    head = get(shared, "/required/data", stranger | forged, "HEAD")
    assert not {"ETag", "Content-Length"} & set(head.headers)


@pytest.mark.parametrize("forged", [{}, FORGED], ids=["honest", "forged"])
def test_forged_headers_do_not_pass_an_acl_of_a_storlet(shared: Store, stranger, forged):
    response = get(shared, "/by-storlet/data", stranger | forged | run_headers())
    assert response.status_code == (403 if stranger else 401)


def test_forged_headers_do_not_reach_the_next_filters(shared: Store):
    s3 = shared.s3()
    added = {name: value for name, value in FORGED.items() if "Tenant" not in name}
    s3.meta.events.register_first(
        "before-sign.s3.*", lambda request, **_: [request.headers.add_header(*each) for each in added.items()]
    )
    assert s3.get_object(Bucket="required", Key="data")["Body"].read() == SECRET
