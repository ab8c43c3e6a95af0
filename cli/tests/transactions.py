"""A failed test shows its last requests with their transactions, which are also in the store's logs."""

from collections import deque
from urllib.parse import urlsplit

import pytest
import requests

_LAST: deque[str] = deque(maxlen=10)
"""The last requests of the running test."""


def record(client) -> None:
    """Record the requests of a requests.Session or of a boto3 client."""
    if isinstance(client, requests.Session):
        client.hooks["response"].append(_of_requests)
    else:
        client.meta.events.register("after-call", _of_boto3)


def _of_requests(response: requests.Response, **_options) -> None:
    request, transaction = response.request, response.headers.get("X-Trans-Id")
    _LAST.append(f"{request.method} {urlsplit(request.url).path}: {response.status_code}, {transaction}")


def _of_boto3(model, parsed: dict, **_options) -> None:
    answer = parsed["ResponseMetadata"]
    _LAST.append(f"{model.name}: {answer['HTTPStatusCode']}, {answer.get('RequestId')}")


class Transactions:
    """A pytest plugin. Register it in a conftest."""

    def pytest_runtest_logstart(self) -> None:
        _LAST.clear()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self):
        report = yield
        if report.failed and _LAST:
            report.sections.append(("Last transactions", "\n".join(_LAST)))
        return report
