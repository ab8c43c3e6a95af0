"""Requests as in the store's access log, by the S3 API and by Swift's native API."""

from headwater.embedded.request_log import Request

OUT = "01-out"
ATTEMPT = "attempt_20261120112140586778231476714662_0004_m_000000_0"
CONTAINER = "/v1/AUTH_headwater/bench-swift"
VALUES = {"start": 0.0, "client": "127.0.0.1", "status": 200, "bytes_in": 0, "bytes_out": 0, "seconds": 0.1}


def request(method: str, path: str, **fields) -> Request:
    return Request(method=method, path=path, **VALUES | {"headers": {}, "user_agent": "-"} | fields)


def listing(prefix: str, **fields) -> Request:
    return request("GET", f"/bench-s3?list-type=2&delimiter=%2F&max-keys=100&prefix={prefix}", **fields)


def put(name: str, **fields) -> Request:
    return request("PUT", f"/bench-s3/{OUT}/{name}", **fields)


def get(name: str, **fields) -> Request:
    return request("GET", f"/bench-s3/{OUT}/{name}", **fields)


def swift_listing(prefix: str, more: str = "", **fields) -> Request:
    query = f"format=json&limit=1000&prefix={prefix}{more}&delimiter=%2F"
    return request("GET", f"{CONTAINER}/?{query}", **fields)


def swift_put(name: str, **fields) -> Request:
    return request("PUT", f"{CONTAINER}/{OUT}/{name}", status=201, **fields)
