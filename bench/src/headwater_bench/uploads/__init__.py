"""Uploads by write policy: what Swifta's authors measured of theirs, of ours and the peers'."""
