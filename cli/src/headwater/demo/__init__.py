"""The demonstration: real data, a real cluster, real failures, and the count of what they cost."""
