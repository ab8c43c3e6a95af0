"""OpenStack Swift by its own API: authentication, a file system for fsspec, and the bucket of datasets."""
