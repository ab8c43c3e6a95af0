"""A storlet that is replaced while an engine loads its module for a request: its new module runs."""

import copy
import hashlib
import os
from types import SimpleNamespace

import pytest

from headwater_swift.execution.module_loader import ObjectServerModules
from headwater_swift.execution.module_reloads import Reloads
from headwater_swift.execution.storlet_directory import SHA256
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.frames import ERROR, of_document
from headwater_swift.wire.place import Module

OLD, NEW = b"the old module", b"the new module"


def digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


class Engine:
    """Returns the hash of what it loads."""

    def load(self, tenant: str, module: int, length: int, transaction: str) -> str:
        assert (tenant, transaction) == ("AUTH_test", "tx")
        return digest(os.pread(module, length, 0))


def modules(content: bytes, headers: dict[str, str]) -> ObjectServerModules:
    """Of an account whose module's object has this content and these headers."""
    client = SimpleNamespace(get_object=lambda *_, **__: (200, headers, iter([content])))
    return ObjectServerModules(Engine(), SimpleNamespace(get=lambda: client), 1000)


def test_the_deployed_module_is_loaded():
    wanted = Module(digest(OLD), "/v1/AUTH_test/storlet/one")
    assert modules(OLD, {}).load(wanted, "tx") == digest(OLD)
    assert modules(NEW, {SHA256: digest(NEW)}).load(wanted, "tx") == digest(NEW)


def test_content_that_no_deploy_has_checked_is_refused():
    wanted = Module(digest(OLD), "/v1/AUTH_test/storlet/one")
    for headers in ({}, {SHA256: digest(OLD)}):
        with pytest.raises(StorletError, match="has changed since its deploy"):
            modules(NEW, headers).load(wanted, "tx")


def test_the_request_is_sent_again_with_the_loaded_module():
    stages = [{"storlet": name, "module": digest(OLD)} for name in ("one", "two")]
    before = copy.deepcopy(stages)
    missing = of_document(ERROR, {"error": "missing", "stage": 1, "module": digest(OLD)})
    reloads = Reloads(stages, lambda _: digest(NEW))
    reloads.reload(missing)
    assert stages == [before[0], before[1] | {"module": digest(NEW)}]
    again = of_document(ERROR, {"error": "missing", "stage": 1, "module": digest(NEW)})
    reloads.reload(again)
