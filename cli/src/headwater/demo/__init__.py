"""The demonstration: real data, a real cluster, real failures, and the number of requests."""
