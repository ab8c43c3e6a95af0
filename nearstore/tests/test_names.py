"""The strings that other languages share, as protocol/golden-names has them."""

import json
from pathlib import Path

import pytest
from swift.common.swob import Request

from headwater_swift.wire import names
from headwater_swift.wire.errors import StorletError
from headwater_swift.wire.invocation import Invocation, Split, Stage
from wrong_cases import assert_rejected, wrong_cases

GOLDEN = json.loads((Path(__file__).parents[2] / "protocol" / "golden-names" / "names.json").read_text())


def members(enum) -> dict[str, str]:
    return {each.name.lower(): str(each) for each in enum}


def test_the_constants_are_those_of_the_golden_names():
    check_constants(GOLDEN)


def check_constants(golden: dict) -> None:
    assert members(names.Header) == golden["headers"]
    assert members(names.FrameType) == golden["frames"]
    assert (golden["media_type"], golden["container"]) == (names.MEDIA_TYPE, names.CONTAINER)
    assert list(names.Reason) == [each["name"] for each in golden["reasons"]]
    assert list(names.Limit) == golden["limits"]
    assert list(names.Operation) == golden["operations"]
    assert golden["stopping"] == names.STOPPING


def test_each_reason_has_the_status_of_the_golden_names():
    check_statuses(GOLDEN)


@pytest.mark.parametrize(("path", "golden"), wrong_cases("nearstore", "golden-names"))
def test_wrong_golden_names_are_rejected(path, golden):
    def check() -> None:
        check_constants(golden)
        check_statuses(golden)

    assert_rejected(check)


def check_statuses(golden: dict) -> None:
    for reason in golden["reasons"]:
        error = StorletError(reason["name"], "text")
        if reason["status"] is None:
            assert (error.reason, error.details) == ("internal", {"engine_reason": reason["name"]})
        else:
            assert (error.reason, error.status) == (reason["name"], reason["status"])


def test_a_request_with_the_golden_headers_is_understood():
    headers = {name: text.format(stage=2, number=1) for name, text in GOLDEN["headers"].items()}
    request = Request.blank(
        "/v1/AUTH_test/box/key",
        headers={
            headers["run_storlet"]: "one,two",
            headers["range"]: "bytes=5-9",
            headers["parameter"]: "a:1",
            headers["stage_parameter"]: "b:2",
            headers["stage_run_on_proxy"]: "true",
            "Accept": GOLDEN["media_type"],
        },
    )
    assert Invocation.parse(request) == Invocation(
        (Stage("one", (("a", "1"),)), Stage("two", (("b", "2"),), on_proxy=True)), Split(5, 10), framed=True
    )
    resources = {headers["run_storlet"]: "one", headers["run_on_proxy"]: "true"}
    request = Request.blank(
        "/v1/AUTH_test/box/key", headers=resources | {headers["extra_resources"]: "/box/other"}
    )
    assert Invocation.parse(request) == Invocation(
        (Stage("one", on_proxy=True),), resources=(("box", "other"),)
    )
