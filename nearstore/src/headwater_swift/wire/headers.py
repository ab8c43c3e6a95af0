"""Headers between the filters of proxies and object servers, and of clients' requests."""

MARK = "X-Backend-Storlet-Guard"
"""No client can set it, because the gatekeeper removes `X-Backend-*`."""
