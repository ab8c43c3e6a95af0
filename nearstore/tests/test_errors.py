"""Responses to errors before the first byte."""

import pytest
import requests

from headwater_swift.wire.frames import ERROR
from storlet_support import Store, run_headers


@pytest.mark.parametrize(
    ("headers", "status", "reason"),
    [
        ({"X-Run-Storlet": "nothing"}, 404, "storlet"),
        ({"X-Run-Storlet": "no/name"}, 400, "parameters"),
        ({"X-Run-Storlet": "many,"}, 400, "parameters"),
        ({"X-Run-Storlet": ",".join(["many"] * 9)}, 400, "parameters"),
        ({"X-Run-Storlet": "many", "X-Storlet-Parameter-1": "no colon"}, 400, "parameters"),
        ({"X-Run-Storlet": "many", "X-Storlet-Parameter-1": ":value"}, 400, "parameters"),
        ({"X-Run-Storlet": "many", "X-Storlet-Parameter-1": "a%3Db:c"}, 400, "parameters"),
        ({"X-Run-Storlet": "many", "X-Storlet-Parameter-1": "a:%00"}, 400, "parameters"),
        ({"X-Run-Storlet": "many", "X-Storlet-Parameter-1": "a:%FF"}, 400, "parameters"),
        ({"X-Run-Storlet": "many", "X-Storlet-Parameter-1": b"a:\xff"}, 400, "parameters"),
        ({"X-Run-Storlet": "many", "X-Storlet-Parameter-0": "a:b"}, 400, "parameters"),
        ({"X-Run-Storlet": "many", "X-Storlet-2-Parameter-1": "a:b"}, 400, "parameters"),
        ({"X-Run-Storlet": "many", "X-Storlet-Range": "bytes=3-1"}, 400, "parameters"),
        ({"X-Run-Storlet": "many", "X-Storlet-Range": "lines=1-2"}, 400, "parameters"),
        ({"X-Run-Storlet": "many", "Range": "bytes=0-1"}, 400, "parameters"),
        (run_headers(do="no such thing"), 400, "parameters"),
        (run_headers(do="fail", code=3), 422, "failed"),
    ],
)
@pytest.mark.parametrize("on_proxy", ["false", "true"])
def test_reasons_and_statuses(owner, put, headers, status, reason, on_proxy):
    response = owner.call(put(b"text"), headers={**headers, "X-Storlet-Run-On-Proxy": on_proxy})
    assert (response.status_code, response.headers["Content-Type"]) == (status, "application/json")
    assert response.json()["error"] == reason
    assert response.json()["message"]


def test_an_error_has_the_exit_code_and_the_log_of_the_storlet(owner, put):
    error = owner.call(put(b"text"), headers=run_headers(do="fail", code=3)).json()
    assert (error["exit"], error["stage"]) == (3, 0)
    assert "this is what went wrong" in error["stderr"]


def test_the_stage_that_failed_is_named(owner, put):
    headers = run_headers("many,many,many") | {"X-Storlet-2-Parameter-1": "do:fail"}
    for place in ({}, {"X-Storlet-2-Run-On-Proxy": "true"}):
        assert owner.call(put(b"text"), headers={**headers, **place}).json()["stage"] == 1


@pytest.mark.parametrize("value", ["a\\r\\nX-Evil: b", "x" * 300])
def test_metadata_that_cannot_be_a_header(owner, put, value):
    path = put(b"text")
    headers = run_headers(do="mark", metadata=value)
    for response in (
        owner.call(path, headers=headers),
        owner.call(path, "PUT", data=b"new", headers=headers),
    ):
        assert (response.status_code, response.json()["error"]) == (422, "failed")
        assert "X-Evil" not in response.headers
    assert owner.call(path).content == b"text"


def test_head_runs_nothing(owner, put):
    assert owner.call(put(b"text"), "HEAD", headers=run_headers()).status_code == 400


def test_no_object_and_no_right(owner, put, reader):
    path = put(b"text")
    assert owner.call("/box/none", headers=run_headers()).status_code == 404
    reader.headers.pop("X-Auth-Token")
    try:
        assert reader.call(path, headers=run_headers()).status_code == 401
    finally:
        reader.authenticate()


def test_an_answer_that_fails_late_breaks(owner, put):
    path = put(b"text")
    for place in ("false", "true"):
        headers = {**run_headers(do="fail", after=3_000_000), "X-Storlet-Run-On-Proxy": place}
        with pytest.raises(requests.exceptions.ChunkedEncodingError):
            owner.call(path, headers=headers)
        frames = owner.frames(path, headers)
        assert frames[-1].type == ERROR
        assert frames[-1].document()["error"] == "failed"


def test_a_quota_of_time_and_output_is_kept(owner, put, store: Store):
    owner.send_ok("PUT", "/bounded")
    owner.send_ok("PUT", "/bounded/one", data=b"text")
    quota = '{"quota": {"time": 1, "output": 3000000}}'
    owner.send_ok("POST", "/bounded", headers={"X-Container-Storlet-Policy": quota})
    slow = owner.call("/bounded/one", headers=run_headers(do="spin"))
    assert (slow.status_code, slow.json()["error"], slow.json()["limit"]) == (413, "limit", "time")
    frames = owner.frames("/bounded/one", run_headers(do="flood"))
    assert (frames[-1].document()["error"], frames[-1].document()["limit"]) == ("limit", "output")


def test_without_an_engine_storlets_are_refused_and_objects_are_served(own_store: Store):
    owner = own_store.owner
    owner.send_ok("PUT", "/box/one", data=b"text")
    own_store.kill("engine")
    response = owner.call("/box/one", headers=run_headers())
    assert (response.status_code, response.json()["error"]) == (503, "engine")
    assert int(response.headers["Retry-After"]) > 0
    assert owner.call("/storlet/other", "PUT", data=b"x").status_code == 503
    assert owner.send_ok("GET", "/box/one").content == b"text"
