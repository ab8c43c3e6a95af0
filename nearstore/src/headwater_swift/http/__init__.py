"""The filters' requests and responses, for proxies and object servers."""
