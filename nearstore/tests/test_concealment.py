"""A storlet's log does not reach a user who must read through it."""

import json

import pytest

from headwater_swift.wire.frames import ERROR
from storlet_support import READER, Store, run_headers

LOG = "this is what went wrong"
FAILING = {"storlet": "many", "parameters": {"do": "fail", "code": "3"}}
LATE = {"storlet": "many", "parameters": {"do": "fail", "after": "3000000"}}


@pytest.fixture(scope="module")
def failing(store: Store) -> dict[str, str]:
    """Objects whose required storlet fails before its first byte, and after many bytes."""
    paths = {}
    for name, requirement in (("early", FAILING), ("late", LATE)):
        store.owner.send_ok("PUT", f"/failing-{name}")
        policy = json.dumps({"require": [requirement]})
        store.owner.send_ok("POST", f"/failing-{name}", headers={"X-Container-Storlet-Policy": policy})
        paths[name] = f"/failing-{name}/data"
        store.owner.send_ok("PUT", paths[name], data=b"text")
    return paths


def logged(store: Store, transaction: str) -> str:
    """The lines of the proxy's log with this transaction."""
    lines = (store.data / "logs" / "proxy.log").read_text().splitlines()
    return "\n".join(line for line in lines if transaction in line and "ERROR" in line)


@pytest.mark.parametrize(
    "headers", [{}, run_headers(do="upper"), run_headers() | {"X-Storlet-Run-On-Proxy": "true"}]
)
def test_a_restricted_reader_gets_the_transaction_and_the_server_the_log(store, failing, reader, headers):
    response = reader.call(failing["early"], headers=headers)
    assert (response.status_code, response.json()["error"]) == (422, "failed")
    assert set(response.json()) == {"error", "message", "stage"}
    transaction = response.headers["X-Trans-Id"]
    assert transaction in response.json()["message"]
    assert LOG in logged(store, transaction)


def test_frames_and_s3_and_copies_hide_the_log(store, failing, owner, reader):
    frame = reader.frames(failing["late"], {})[-1]
    assert (frame.type, set(frame.document())) == (ERROR, {"error", "message", "stage"})
    s3 = store.s3("readonly")
    with pytest.raises(s3.exceptions.ClientError) as refused:
        s3.get_object(Bucket="failing-early", Key="data")
    assert refused.value.response["Error"]["Code"] == "StorletFailed"
    assert LOG not in str(refused.value.response)
    owner.send_ok("PUT", "/copies", headers={"X-Container-Write": READER})
    for path in failing.values():
        copied = reader.call(path, "COPY", headers={"Destination": "copies/one"})
        assert (copied.status_code, set(copied.json())) == (422, {"error", "message", "stage"})


def test_a_user_who_reads_only_by_a_storlet_does_not_see_its_log(own_store: Store):
    owner, reader = own_store.owner, own_store.reader
    owner.send_ok("POST", headers={"X-Account-Access-Control": "{}"})
    owner.send_ok("PUT", "/box/one", data=b"text")
    owner.send_ok("POST", "/box", headers={"X-Container-Read": f".storlet:many.user:{READER}"})
    response = reader.call("/box/one", headers=run_headers(do="fail"))
    assert (response.status_code, set(response.json())) == (422, {"error", "message", "stage"})
    assert LOG in logged(own_store, response.headers["X-Trans-Id"])


def test_the_owner_and_the_reader_of_an_own_storlet_see_the_log(store, failing, owner, reader, put):
    assert LOG in owner.call(failing["early"], headers=run_headers(do="fail")).json()["stderr"]
    assert LOG in reader.call(put(b"text"), headers=run_headers(do="fail")).json()["stderr"]
    owner.send_ok("PUT", "/passing")
    owner.send_ok("PUT", "/passing/data", data=b"text")
    policy = json.dumps({"require": [{"storlet": "many"}]})
    owner.send_ok("POST", "/passing", headers={"X-Container-Storlet-Policy": policy})
    answer = reader.call("/passing/data", headers=run_headers(do="fail")).json()
    assert (answer["stage"], LOG in answer["stderr"]) == (1, True)
