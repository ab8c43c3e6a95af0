"""The rings, which contain the ports of the account, container and object servers for the proxy."""

from pathlib import Path

from headwater.embedded.layout import DEVICE

_PART_POWER = 6
"""Must never change: an object's folder is derived from it, so another value would lose all data."""


def write_rings(folder: Path, ports: dict[str, int]) -> None:
    """Write `<server>.ring.gz` for each server of `ports`: one replica, one device, on loopback.

    Only the port changes between starts. With a single device every partition stays where it is.
    """
    # Importing Swift is slow, and only the command `up` needs it.
    from swift.common.ring import RingBuilder  # noqa: PLC0415

    for server, port in ports.items():
        builder = RingBuilder(_PART_POWER, replicas=1, min_part_hours=0)
        builder.add_dev(_device(port))
        builder.rebalance()
        builder.get_ring().save(str(folder / f"{server}.ring.gz"))


def _device(port: int) -> dict:
    return {
        "id": 0,
        "region": 1,
        "zone": 1,
        "ip": "127.0.0.1",
        "port": port,
        "replication_ip": "127.0.0.1",
        "replication_port": port,
        "device": DEVICE,
        "weight": 1.0,
        "meta": "",
    }
