"""A failed test names the transactions of its last requests, as the store's access log has them."""

from pathlib import Path
from urllib.parse import urlsplit

import pytest
from _pytest.reports import TestReport

import transactions
from store_support import SwiftSession


@pytest.fixture
def report():
    """Returns a test's report after the plugin has seen it."""

    def made(outcome: str) -> TestReport:
        hook = transactions.Transactions().pytest_runtest_makereport()
        next(hook)
        with pytest.raises(StopIteration) as ended:
            hook.send(TestReport("t", ("f", 1, "t"), {}, outcome, None, "call"))
        return ended.value.value

    return made


def test_a_failure_names_the_transactions(report, s3, swift: SwiftSession, store: dict) -> None:
    with pytest.raises(s3.exceptions.NoSuchKey) as failed:
        s3.get_object(Bucket="shared", Key="absent")
    answer = swift.get(f"{swift.account}/shared/absent")
    path, transaction = urlsplit(answer.url).path, answer.headers["X-Trans-Id"]
    (section,) = report("failed").sections
    assert section[1].splitlines()[-2:] == [
        f"GetObject: 404, {failed.value.response['ResponseMetadata']['RequestId']}",
        f"GET {path}: 404, {transaction}",
    ]
    assert transaction in Path(store["access_log"]).read_text()


def test_a_passed_test_names_none(report, swift: SwiftSession) -> None:
    swift.send_ok("GET")
    assert report("passed").sections == []
