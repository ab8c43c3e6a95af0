"""The engines of a cluster, on one status page."""
