"""Headwater's command line, and the object store that it can run on this machine."""
