"""Clients of S3 APIs."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from headwater.core.errors import HeadwaterError

_URL = re.compile(r"https?://[^/]")


@dataclass(frozen=True)
class Endpoint:
    """An S3 API: its URL, region and keys. As in botocore, None values are taken from the environment."""

    url: str | None = None
    region: str | None = None
    access_key: str | None = None
    secret_key: str | None = field(default=None, repr=False)


def is_swift(headers: Mapping[str, str]) -> bool:
    """Whether a response with these headers, named in lower case, is an OpenStack Swift's."""
    return "x-openstack-request-id" in headers


def store_error(action: str, bucket: str, error: Exception) -> HeadwaterError:
    """The error for botocore's failure before the store responds."""
    return HeadwaterError(
        f"cannot {action} in s3://{bucket}: {error}",
        advice="Check --endpoint or AWS_ENDPOINT_URL_S3, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.",
    )


@cache
def _descriptions() -> Any:
    """The descriptions of services, which take longer to read than all else that a new client needs."""
    from botocore.loaders import create_loader  # noqa: PLC0415

    return create_loader(os.environ.get("AWS_DATA_PATH"))


def session() -> Any:
    """A new session of botocore, with the environment's settings."""
    # Other commands need not wait for botocore.
    from botocore.session import get_session  # noqa: PLC0415

    created = get_session()
    created.register_component("data_loader", _descriptions())
    return created


def connect(endpoint: Endpoint, **options: Any) -> Any:
    """A client of botocore. The options are those of its `Config`. It raises botocore's exceptions.

    HeadwaterError if the endpoint is no URL, or if the environment names a profile that does not exist.
    """
    from botocore.config import Config  # noqa: PLC0415
    from botocore.exceptions import ProfileNotFound  # noqa: PLC0415

    if endpoint.url and not _URL.match(endpoint.url):
        raise HeadwaterError(
            f"the endpoint {endpoint.url!r} is no URL of a host",
            advice="Write it like https://store.example or http://127.0.0.1:8580.",
        )
    created = session()
    # Stores other than Amazon's may not support the newer checksums. Loopback must not use a proxy.
    defaults = {
        "request_checksum_calculation": "when_required",
        "response_checksum_validation": "when_required",
        "retries": {"total_max_attempts": 5, "mode": "standard"},
    } | ({"proxies": {}} if endpoint.secret_key else {})
    try:
        region = endpoint.region or os.environ.get("AWS_REGION") or created.get_config_variable("region")
        created.get_scoped_config()
    except ProfileNotFound as error:
        raise HeadwaterError(f"{error}", advice="Check AWS_PROFILE and ~/.aws/config.") from error
    return created.create_client(
        "s3",
        endpoint_url=endpoint.url,
        region_name=region or "us-east-1",
        aws_access_key_id=endpoint.access_key,
        aws_secret_access_key=endpoint.secret_key,
        config=Config(**defaults | options),
    )
