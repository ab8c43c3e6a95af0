"""Groups of packages that import each other."""

import networkx
from imports import Graph


def cycles(graph: Graph) -> list[list[str]]:
    """Each group of at least two packages that all reach each other, by name."""
    groups = networkx.strongly_connected_components(
        networkx.DiGraph({a: sorted(b) for a, b in graph.items()})
    )
    return sorted(sorted(group) for group in groups if len(group) > 1)
