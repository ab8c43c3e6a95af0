"""An upgrade in the middle of a soak, in the order of docs/operate/upgrade.md."""

from releases import Release
from rolling import ORDER, change
from swift_cluster import Cluster


def upgrade(cluster: Cluster, release: Release) -> None:
    """Change every part of the cluster to a release, one server after the other."""
    for part in ORDER:
        change(cluster, part, release)
