"""`headwater bench figures`: generates the figures of results in README.md and the docs."""
