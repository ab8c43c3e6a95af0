"""Uploads by write policy: the measurements of Swifta's authors, repeated for our policies and the peers'."""
