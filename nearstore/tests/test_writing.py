"""Deploying, PUT and COPY."""

import hashlib
import json

from storlet_support import Store, module, run_headers


def test_a_module_is_checked_before_it_is_stored(owner):
    refused = owner.call("/storlet/broken", "PUT", data=b"\0asm no module")
    assert (refused.status_code, refused.json()["error"]) == (422, "module")
    assert owner.call("/storlet/broken").status_code == 404
    empty = owner.call("/storlet/folder", "PUT", data=b"")
    assert (empty.status_code, empty.json()["error"]) == (422, "module")


def test_an_invalid_name_is_reported_as_it_was_sent(owner):
    refused = owner.call("/storlet/ü", "PUT", data=module("many"))
    assert refused.status_code == 400
    assert "'ü' is not a storlet's name" in refused.json()["message"]


def test_a_module_of_either_name_is_found(owner, put):
    code = module("many")
    assert owner.call("/storlet/named.wasm", "PUT", data=code).status_code == 201
    path = put(b"text")
    assert owner.run(path, "named") == b"text"
    assert owner.run(path, "named.wasm") == b"text"
    assert owner.call("/storlet/named.wasm").content == code


def test_a_module_can_be_sent_in_chunks(owner, put):
    code = module("many")
    parts = iter([code[:1000], code[1000:]])
    assert owner.call("/storlet/parts", "PUT", data=parts).status_code == 201
    assert owner.call("/storlet/parts").headers["ETag"] == hashlib.md5(code).hexdigest()
    assert owner.run(put(b"text"), "parts") == b"text"


def test_removed_and_replaced_storlets_take_effect(owner, put):
    path = put(b"text")
    owner.send_ok("PUT", "/storlet/passing", data=module("many"))
    assert owner.run(path, "passing") == b"text"
    owner.send_ok("PUT", "/storlet/passing", data=module("hello"))
    assert owner.run(path, "passing") == b"hello\n"
    owner.send_ok("DELETE", "/storlet/passing")
    gone = owner.call(path, headers=run_headers("passing"))
    assert (gone.status_code, gone.json()["error"]) == (404, "storlet")


def test_a_copied_object_is_not_a_storlet(owner, put):
    path = put(module("many"))
    owner.send_ok("PUT", "/storlet/smuggled", headers={"X-Copy-From": path})
    refused = owner.call(path, headers=run_headers("smuggled"))
    assert (refused.status_code, refused.json()["error"]) == (404, "storlet")
    owner.send_ok("PUT", "/storlet/copied", headers={"X-Copy-From": "/storlet/many"})
    assert owner.run(put(b"text"), "copied") == b"text"


def test_put_stores_the_answer_and_its_metadata(owner, put):
    path = put(b"old")
    headers = run_headers("many,many", do="upper") | {"X-Object-Meta-Color": "blue", "Content-Type": "text/x"}
    headers |= {"X-Storlet-2-Parameter-1": "do:mark", "X-Storlet-2-Parameter-2": "metadata:here"}
    stored = owner.send_ok("PUT", path, data=b"some text", headers=headers)
    response = owner.send_ok("GET", path)
    assert response.content == b"SOME TEXT"
    assert stored.headers["ETag"] == response.headers["ETag"] == hashlib.md5(b"SOME TEXT").hexdigest()
    names = ("Content-Type", "X-Object-Meta-Color", "X-Object-Meta-Early", "X-Object-Meta-Late")
    assert [response.headers[name] for name in names] == ["text/x", "blue", "here", "here"]


def test_a_put_that_fails_stores_nothing(owner, put):
    path = put(b"old")
    for after in (0, 3_000_000):
        failed = owner.call(path, "PUT", data=b"new", headers=run_headers(do="fail", after=after))
        assert (failed.status_code, failed.json()["error"]) == (422, "failed")
        assert owner.call(path).content == b"old"


def test_a_body_that_does_not_match_its_etag_is_never_stored(owner, put):
    path = put(b"old")
    for _ in range(30):  # the engine with the body and the proxy that knows the error race
        wrong = owner.call(path, "PUT", data=b"new", headers={**run_headers(), "ETag": "0" * 32})
        assert (wrong.status_code, wrong.json()["error"]) == (422, "etag")
    assert owner.call(path).content == b"old"
    wrong = owner.call("/storlet/wrong", "PUT", data=module("many"), headers={"ETag": "0" * 32})
    assert (wrong.status_code, wrong.json()["error"]) == (422, "etag")
    assert owner.call("/storlet/wrong").status_code == 404


def test_put_of_a_large_body(owner, put):
    path = put(b"")
    body = b"0123456789abcde\n" * 500_000
    owner.send_ok("PUT", path, data=body, headers=run_headers(do="upper"))
    assert owner.send_ok("GET", path).content == body.upper()


def test_copy_stores_the_answer(owner, put):
    source = put(b"some text", X_Object_Meta_Color="blue", Content_Type="text/x")
    for method, at, named in (("COPY", source, "Destination"), ("PUT", "/box/copied", "X-Copy-From")):
        other = "/box/copied" if method == "COPY" else source
        done = owner.send_ok(method, at, headers={**run_headers(do="upper"), named: other})
        assert done.status_code == 201
        assert done.headers["X-Copied-From"] == source[1:]
        response = owner.send_ok("GET", "/box/copied")
        assert response.content == b"SOME TEXT"
        assert (response.headers["Content-Type"], response.headers["X-Object-Meta-Color"]) == (
            "text/x",
            "blue",
        )
        owner.send_ok("DELETE", "/box/copied")


def test_a_copy_without_another_object_is_left_to_swift(owner, put):
    path = put(b"old")
    for headers in ({}, {"Destination": ""}, run_headers(), {"Destination": "box"}):
        assert owner.call(path, "COPY", headers=headers).status_code == 412, headers
    owner.send_ok("PUT", path, data=b"new", headers={"X-Copy-From": ""})
    assert owner.send_ok("GET", path).content == b"new"
    owner.send_ok("PUT", path, data=b"new", headers={**run_headers(do="upper"), "X-Copy-From": ""})
    assert owner.send_ok("GET", path).content == b"NEW"


def test_a_copy_that_fails_stores_nothing(owner, put):
    source = put(b"some text")
    headers = {**run_headers(do="fail", after=3_000_000), "Destination": "box/never"}
    failed = owner.call(source, "COPY", headers=headers)
    assert (failed.status_code, failed.json()["error"]) == (422, "failed")
    assert owner.call("/box/never").status_code == 404
    missing = owner.call("/box/no-source", "COPY", headers={**run_headers(), "Destination": "box/never"})
    assert missing.status_code == 404


def test_an_account_that_is_not_enabled_runs_nothing(module_store: Store):
    owner = module_store.owner
    owner.send_ok("PUT", "/box/one", data=b"text")
    owner.send_ok("POST", headers={"X-Account-Meta-Storlet-Enabled": "false"})
    refused = owner.call("/box/one", headers=run_headers())
    assert (refused.status_code, refused.json()["error"]) == (403, "policy")
    assert owner.send_ok("GET", "/box/one").content == b"text"
    owner.send_ok("POST", headers={"X-Account-Meta-Storlet-Enabled": "true"})


def test_the_container_storlet_of_an_account_that_is_not_enabled_is_like_any_other(module_store: Store):
    owner = module_store.owner
    owner.send_ok("PUT", "/box/one", data=b"text")
    owner.send_ok("POST", headers={"X-Account-Meta-Storlet-Enabled": "false"})
    for name in ("many", "no name of a storlet"):
        stored = owner.send_ok(
            "PUT", f"/storlet/{name}", data=b"no module", headers={"Content-Type": "text/x"}
        )
        response = owner.send_ok("GET", f"/storlet/{name}")
        assert (stored.status_code, response.content, response.headers["Content-Type"]) == (
            201,
            b"no module",
            "text/x",
        )
    owner.send_ok("POST", headers={"X-Account-Meta-Storlet-Enabled": "true"})
    unchecked = owner.call("/box/one", headers=run_headers())
    assert (unchecked.status_code, unchecked.json()["error"]) == (404, "storlet")
    assert owner.call("/storlet/many", "PUT", data=b"no module").status_code == 422
    owner.send_ok("PUT", "/storlet/many", data=module("many"))


def test_an_object_server_loads_a_module_that_its_engine_lost(module_store: Store):
    module_store.owner.send_ok("PUT", "/box/one", data=b"text")
    policy = json.dumps({"stage": {"many": "object"}})
    module_store.owner.send_ok("POST", "/box", headers={"X-Container-Storlet-Policy": policy})
    module_store.forget_modules()
    assert module_store.owner.run("/box/one", do="upper") == b"TEXT"


def test_a_put_with_neither_a_length_nor_chunks_is_refused_as_by_swift(owner):
    for headers in ({}, run_headers(do="upper")):
        with owner.begin("PUT", "/box/unknown", headers) as client:
            assert client.recv(4096).startswith(b"HTTP/1.1 411 ")
    assert owner.call("/box/unknown", "HEAD").status_code == 404
