"""Clients of S3 APIs."""

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Endpoint:
    """An S3 API: its URL, region and keys. As in boto3, None values are taken from the environment."""

    url: str | None = None
    region: str | None = None
    access_key: str | None = None
    secret_key: str | None = field(default=None, repr=False)


def is_swift(headers: Mapping[str, str]) -> bool:
    """Whether a response with these headers, named in lower case, is an OpenStack Swift's."""
    return "x-openstack-request-id" in headers


def connect(endpoint: Endpoint, **options: Any) -> Any:
    """A client of boto3. The options are those of botocore's `Config`. It raises botocore's exceptions."""
    # Other commands need not wait for boto3.
    import boto3  # noqa: PLC0415
    from botocore.config import Config  # noqa: PLC0415

    session = boto3.Session()
    # Stores other than Amazon's may not support the newer checksums. Loopback must not use a proxy.
    defaults = {
        "request_checksum_calculation": "when_required",
        "response_checksum_validation": "when_required",
        "retries": {"total_max_attempts": 5, "mode": "standard"},
    } | ({"proxies": {}} if endpoint.secret_key else {})
    region = endpoint.region or os.environ.get("AWS_REGION") or session.region_name or "us-east-1"
    return session.client(
        "s3",
        endpoint_url=endpoint.url,
        region_name=region,
        aws_access_key_id=endpoint.access_key,
        aws_secret_access_key=endpoint.secret_key,
        config=Config(**defaults | options),
    )
