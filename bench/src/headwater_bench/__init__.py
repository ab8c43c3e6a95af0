"""Measures Headwater: what Spark programs cost in requests, counted at the store."""
