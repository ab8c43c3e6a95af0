"""Policies: who sets them, what they may contain, what may run where, and the ACL's storlet words."""

import json

import pytest

from policy_support import HIDDEN, REDACT, SECRET, require
from storlet_support import READER, Store, run_headers, s3_get


def test_excepted_users_read_the_object(store: Store, owner, reader):
    owner.send_ok("PUT", "/trusted")
    owner.send_ok("PUT", "/trusted/data", data=SECRET)
    require(store, "trusted", excepted=(READER,))
    assert reader.send_ok("GET", "/trusted/data").content == SECRET
    require(store, "trusted", excepted=("headwater:other",))
    assert reader.send_ok("GET", "/trusted/data").content == HIDDEN
    owner.send_ok("POST", "/trusted", headers={"X-Container-Storlet-Policy": ""})
    assert reader.send_ok("GET", "/trusted/data").content == SECRET


def test_a_container_policy_overrides_the_policy_of_its_account(own_store: Store):
    owner, reader = own_store.owner, own_store.reader
    owner.send_ok("PUT", "/box/data", data=SECRET)
    owner.send_ok("PUT", "/open")
    owner.send_ok("PUT", "/open/data", data=SECRET)
    policy = json.dumps({"require": [REDACT]})
    owner.send_ok("POST", headers={"X-Account-Storlet-Policy": policy})
    assert json.loads(owner.send_ok("HEAD").headers["X-Account-Storlet-Policy"]) == {"require": [REDACT]}
    owner.send_ok("POST", "/open", headers={"X-Container-Storlet-Policy": '{"require": []}'})
    assert reader.send_ok("GET", "/box/data").content == HIDDEN
    assert reader.send_ok("GET", "/open/data").content == SECRET
    owner.send_ok("POST", headers={"X-Account-Meta-Storlet-Enabled": "false"})
    assert reader.call("/box/data").status_code == 403


def test_allow_and_stage_of_a_policy(owner, put):
    owner.send_ok("PUT", "/strict")
    owner.send_ok("PUT", "/strict/data", data=b"text")
    owner.send_ok("PUT", "/strict/dlo", headers={"X-Object-Manifest": "strict/data"})

    def policy(**members) -> None:
        owner.send_ok("POST", "/strict", headers={"X-Container-Storlet-Policy": json.dumps(members)})

    policy(allow=["other"])
    refused = owner.call("/strict/data", headers=run_headers())
    assert (refused.status_code, refused.json()["error"]) == (403, "policy")
    policy(allow=["many"], stage={"many": "object"})
    assert owner.run("/strict/data") == b"text"
    refused = owner.call("/strict/data", headers=run_headers() | {"X-Storlet-Run-On-Proxy": "true"})
    assert refused.status_code == 403
    assert owner.call("/strict/dlo", headers=run_headers()).status_code == 403
    policy(stage={"many": "proxy"}, priority="gold")
    assert owner.run("/strict/data") == b"text"


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "[]",
        "[" * 3000,
        '{"allow": "csv"}',
        '{"demand": []}',
        '{"require": [{}]}',
        '{"require": [{"storlet": "many", "parameters": {"a=b": "c"}}]}',
        '{"require": [{"storlet": "many", "parameters": {"a": "\\u0000"}}]}',
        '{"require": [{"storlet": "many", "parameters": {"a": "\\ud800"}}]}',
        b'{"require": [{"storlet": "many", "parameters": {"a": "\xff"}}]}',
        *(f'{{"quota": {{"time": {value}}}}}' for value in ("0", "1.5", "0.5", "NaN", "1e400", "1e30")),
        f'{{"quota": {{"memory": {10**26}}}}}',
        '{"quota": {"output": -Infinity}}',
        '{"require": [{"storlet": "many"}], "require": []}',
        '{"quota": {"time": 1, "time": 60}}',
        '{"stage": {"many": "object", "many.wasm": "proxy"}}',
        '{"allow": ["many\\n"]}',
        b"\xa0",
        b"\xc2\xa0",
    ],
    ids=lambda text: str(text[:60]),
)
def test_a_policy_is_checked(owner, text):
    refused = owner.call("/box", "POST", headers={"X-Container-Storlet-Policy": text})
    assert (refused.status_code, refused.json()["error"]) == (400, "parameters")


def test_whole_numbers_however_they_are_written(owner):
    owner.send_ok("PUT", "/numbers")
    owner.send_ok("PUT", "/numbers/data", data=b"text")
    quota = '{"quota": {"memory": 67108864.0, "at_once": 1.0, "time": 6e1}}'
    owner.send_ok("POST", "/numbers", headers={"X-Container-Storlet-Policy": quota})
    assert owner.run("/numbers/data") == b"text"


def test_a_policy_accepts_file_names_and_any_alphabet(owner, reader):
    owner.send_ok("PUT", "/files")
    owner.send_ok("PUT", "/files/data", data=b"blue")
    required = {"storlet": "many.wasm", "parameters": {"do": "replace", "from": "blue", "to": "grün"}}
    policy = {"allow": ["many.wasm"], "stage": {"many.wasm": "object"}, "require": [required]}
    text = json.dumps(policy, ensure_ascii=False).encode()
    owner.send_ok("POST", "/files", headers={"X-Container-Storlet-Policy": text})
    assert reader.run("/files/data", do="copy").decode() == "grün"
    refused = owner.call("/files/data", headers=run_headers() | {"X-Storlet-Run-On-Proxy": "true"})
    assert refused.status_code == 403


def test_only_the_owner_sets_and_reads_a_policy(private, owner, reader, writable):
    headers = {"X-Container-Storlet-Policy": ""}
    assert reader.call("/private", "POST", headers=headers).status_code == 403
    assert reader.call(f"/{writable}", "POST", headers=headers).status_code == 403
    assert reader.call("", "POST", headers={"X-Account-Storlet-Policy": ""}).status_code == 403
    assert json.loads(owner.send_ok("HEAD", "/private").headers["X-Container-Storlet-Policy"])["require"]
    assert "X-Container-Storlet-Policy" not in reader.send_ok("HEAD", "/private").headers


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Container-Read": f".storlet:many.user:{READER}"},
        {"X-Storlet-Container-Read": READER, "X-Storlet-Name": "many"},
    ],
)
def test_a_user_who_may_only_read_by_a_storlet(own_store: Store, headers):
    owner, reader = own_store.owner, own_store.reader
    owner.send_ok("POST", headers={"X-Account-Access-Control": "{}"})
    for name in ("one", "part-1"):
        owner.send_ok("PUT", f"/box/{name}", data=b"text")
    owner.send_ok("PUT", "/box/dlo", headers={"X-Object-Manifest": "box/part-"})
    owner.send_ok("PUT", "/storlet/other", data=owner.send_ok("GET", "/storlet/many").content)
    assert reader.call("/box/one", headers=run_headers()).status_code == 403
    owner.send_ok("POST", "/box", headers=headers)
    assert owner.send_ok("HEAD", "/box").headers["X-Container-Read"] == f".storlet:many.user:{READER}"
    assert reader.run("/box/one", do="upper") == b"TEXT"
    assert reader.run("/box/dlo", do="upper") == b"TEXT"
    s3 = own_store.s3("readonly")
    assert s3_get(s3, "one", run_headers(do="upper"))["Body"].read() == b"TEXT"
    for path, storlet_headers in (
        ("/box/one", {}),
        ("/box/one", run_headers("other")),
        ("/storlet/many", {}),
    ):
        assert reader.call(path, headers=storlet_headers).status_code == 403, (path, storlet_headers)
    assert reader.call("/box/one", "HEAD").status_code == 403
    owner.send_ok("POST", "/box", headers={"X-Container-Read": ""})
    assert reader.call("/box/one", headers=run_headers()).status_code == 403
