"""The addresses of the cluster's servers: free ports of their places in its network."""

import random
import socket
from functools import partial

from cluster_config import Address, server_names
from network import Network

_PORTS = range(20_000, 32_000)
"""Below Linux's client ports, so that no connection takes one between two checks."""


def free_addresses(network: Network) -> dict[str, Address]:
    """An address for each server, whose port was free just before."""
    addresses: dict[str, Address] = {}
    for server in server_names():
        place = network.of(server)
        taken = {address.port for address in addresses.values()}
        addresses[server] = Address(place.ip, place.run(partial(_free_port, place.ip, taken)))
    return addresses


def _free_port(ip: str, taken: set[int]) -> int:
    while True:
        port = random.choice(_PORTS)
        if port in taken:
            continue
        with socket.socket() as probe:
            try:
                probe.bind((ip, port))
            except OSError:
                continue
        return port


def listens(address: tuple[str, int]) -> bool:
    """Whether a connection to the address is accepted."""
    try:
        socket.create_connection(address, timeout=5).close()
    except OSError:
        return False
    return True
