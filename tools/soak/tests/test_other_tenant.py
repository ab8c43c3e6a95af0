"""A soak's other tenant, on a real store: its attempts are refused, and an open door is found."""

from collections.abc import Iterator

import pytest

from other_tenant import OtherTenant
from storlet_support import Client, Store, module
from users import TEXT_KEY

TEXT = b"the text of the first tenant"


@pytest.fixture(scope="module")
def tenant(store: Store) -> OtherTenant:
    store.owner.send_ok("PUT", f"/box/{TEXT_KEY}", data=TEXT)
    return OtherTenant(admitted(store), store.owner.account, "box", TEXT_KEY, seed=1)


def admitted(store: Store) -> Client:
    """A new account's user, known to the proxy from now on."""
    name, key = "other:user", "other-key"
    users = {"user_other_user": f"{key} .admin"}
    store.reconfigure("proxy", lambda config: config["filter:tempauth"].update(users))
    swift = store.document["swift"]
    url = swift["storage_url"].rpartition("/")[0] + "/AUTH_other"
    return Client({"swift": swift | {"user": name, "key": key, "storage_url": url}})


@pytest.fixture
def shared(store: Store) -> Iterator[None]:
    """The first tenant's object and storlet, which everyone may read."""
    for container in ("box", "storlet"):
        store.owner.send_ok("POST", f"/{container}", headers={"X-Container-Read": ".r:*"})
    yield
    for container in ("box", "storlet"):
        store.owner.send_ok("POST", f"/{container}", headers={"X-Remove-Container-Read": "x"})


@pytest.fixture
def writable(store: Store) -> Iterator[None]:
    """The first tenant's container of storlets, into which the other tenant may write."""
    store.owner.send_ok("POST", "/storlet", headers={"X-Container-Write": "other:user"})
    yield
    store.owner.send_ok("POST", "/storlet", headers={"X-Remove-Container-Write": "x"})
    store.owner.send_ok("PUT", "/storlet/many", data=module("many"))


def test_each_attempt_is_refused(store: Store, tenant: OtherTenant) -> None:
    before = tenant.refused
    tenant.attempt_all()
    assert tenant.problems == []
    assert tenant.refused == before + len(tenant.attempts)
    assert store.owner.call(f"/box/{TEXT_KEY}").content == TEXT


def test_its_own_answers_are_its_own(tenant: OtherTenant) -> None:
    tenant.storlet.run_storlet()
    assert (tenant.storlet.complete, tenant.storlet.refused, tenant.problems) == (1, 0, [])


@pytest.mark.usefixtures("shared")
def test_a_readable_container_is_found(tenant: OtherTenant) -> None:
    tenant.attempt_all()
    found = sorted({each.split()[1] for each in tenant.problems if each.startswith("leak: ")})
    assert found == ["COPY", "GET", "HEAD", "PUT"]
    assert any("X-Run-Storlet" in each for each in tenant.problems)
    tenant.problems.clear()


@pytest.mark.usefixtures("writable")
def test_a_writable_container_is_found(store: Store, tenant: OtherTenant) -> None:
    tenant.attempt_all()
    tenant.attempt("PUT", f"{store.owner.account}/storlet/broken", {}, b"no module")
    found = [(each.split()[1], each.split()[-1]) for each in tenant.problems]
    assert found == [("PUT", "201"), ("PUT", "422")]
    tenant.problems.clear()


def test_another_tenants_answer_is_found(tenant: OtherTenant) -> None:
    tenant.client.send_ok("PUT", f"/box/{TEXT_KEY}", data=TEXT)
    tenant.storlet.run_storlet()
    (problem,) = tenant.problems
    assert f"{len(TEXT)} wrong bytes" in problem
