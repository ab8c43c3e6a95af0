"""Requests as the store's access log would tell them."""

from headwater.requests import Request

OUT = "01-out"
ATTEMPT = "attempt_20261120112140586778231476714662_0004_m_000000_0"


def request(method: str, path: str, **fields) -> Request:
    values = {
        "start": 0.0,
        "client": "127.0.0.1",
        "status": 200,
        "bytes_in": 0,
        "bytes_out": 0,
        "seconds": 0.1,
        "headers": {},
        "user_agent": "-",
    }
    return Request(method=method, path=path, **values | fields)


def listing(prefix: str, **fields) -> Request:
    return request("GET", f"/bench?list-type=2&delimiter=%2F&max-keys=100&prefix={prefix}", **fields)


def put(name: str, **fields) -> Request:
    return request("PUT", f"/bench/{OUT}/{name}", **fields)


def get(name: str, **fields) -> Request:
    return request("GET", f"/bench/{OUT}/{name}", **fields)
