"""The operator's protection: priorities, and modules that are never completed."""

import json
import socket
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest

from headwater_swift.http.settings import Settings
from storlet_support import Store, await_true, module, run_headers

MIB = 1024 * 1024


def test_the_operator_limits_the_priority_of_a_tenant(own_store: Store):
    owner = own_store.owner
    for container, priority in (("modest", "silver"), ("greedy", "gold")):
        owner.send_ok("PUT", f"/{container}")
        policy = json.dumps({"priority": priority})
        owner.send_ok("POST", f"/{container}", headers={"X-Container-Storlet-Policy": policy})
        owner.send_ok("PUT", f"/{container}/one", data=b"text")
    own_store.kill("engine")
    own_store.revive("engine", "--workers", "1", "--queue", "1", "--at-once", "9", "--time", "5")
    assert owner.run("/modest/one") == b"text"

    def engine_has(busy: int, waiting: int) -> None:
        def is_so() -> bool:
            status = own_store.engine_status()
            return (status["busy"], status["waiting"]) == (busy, waiting)

        await_true(is_so)

    with ThreadPoolExecutor() as pool:
        working = pool.submit(owner.call, "/modest/one", headers=run_headers(do="spin"))
        engine_has(1, 0)
        waiting = pool.submit(owner.call, "/modest/one", headers=run_headers(do="upper"))
        engine_has(1, 1)
        refused = owner.call("/greedy/one", headers=run_headers(do="upper"))
        assert (refused.status_code, refused.json()["error"]) == (503, "busy")
        assert waiting.result().content == b"TEXT"
        assert working.result().json()["limit"] == "time"


@pytest.mark.parametrize(("value", "priority"), [("gold", 9), ("silver", 5), ("bronze", 1)])
def test_the_operator_sets_the_highest_priority(value, priority):
    assert Settings.parse({"execution_server": "proxy", "max_priority": value}).max_priority == priority


def test_unfinished_deploys_use_no_memory_of_the_proxy(own_store: Store):
    owner = own_store.owner
    proxy = psutil.Process(own_store.pid("proxy"))
    before = proxy.memory_info().rss
    uploads = [begin_deploy(owner, f"slow-{number}", 31 * MIB) for number in range(12)]
    try:
        answers = [upload for upload in uploads if isinstance(upload, bytes)]
        assert proxy.memory_info().rss - before < 64 * MIB
        assert len(answers) == 8
        assert all(answer.startswith(b"HTTP/1.1 503 ") for answer in answers)
        assert all(b"\r\nRetry-After: 5\r\n" in answer for answer in answers)
        assert owner.call("/storlet/other", "PUT", data=module("many")).json()["error"] == "busy"
    finally:
        for upload in uploads:
            if isinstance(upload, socket.socket):
                upload.close()
    await_true(lambda: owner.call("/storlet/other", "PUT", data=module("many")).status_code == 201)
    assert owner.run("/storlet/other", "other", do="upper")


def begin_deploy(owner, name: str, length: int) -> socket.socket | bytes:
    """A connection that has sent this much of a module of 32 MiB, or the refusal."""
    headers = {"Expect": "100-continue", "Content-Length": str(32 * MIB)}
    connection = owner.begin("PUT", f"/storlet/{name}", headers)
    answer = connection.recv(4096)
    if not answer.startswith(b"HTTP/1.1 100 "):
        connection.close()
        return answer
    connection.sendall(bytes(length))
    return connection
