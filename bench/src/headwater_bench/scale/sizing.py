"""What reads of tenants need from a store: a function of the measured cost of a GiB. Rates are in GiB/s."""

import math
from dataclasses import dataclass

BUSY = 0.6
"""The planned share of the processors' time. Plain requests, replication and bursts need the rest."""

_WORKER_GIB, _COMPILATIONS_GIB = 0.25, 3.6
"""The default bounds of an engine's memory: of each worker, with one stage, and of two compilations."""


@dataclass(frozen=True)
class Cost:
    """What reading a GiB of objects costs: the `seconds` of the store's processors, and the GiB `sent`.

    `proxies` is the share of the seconds that the proxies need.
    """

    seconds: float
    sent: float
    proxies: float


@dataclass(frozen=True)
class Need:
    """The processors of proxies and of object servers, and the rate that the proxies send.

    `servers` machines have the object servers' processors, and `workers` in their engines. An engine has at
    most `memory_gib`.
    """

    proxies: float
    objects: float
    sent: float
    servers: int
    workers: int
    memory_gib: float


def need(rate: float, cost: Cost, cores: int) -> Need:
    """What reads of `rate` need, with `cores` in each object server and a worker for each of them."""
    processors = rate * cost.seconds / BUSY
    objects = processors * (1 - cost.proxies)
    servers = math.ceil(objects / cores)
    memory_gib = cores * _WORKER_GIB + _COMPILATIONS_GIB
    return Need(processors - objects, objects, rate * cost.sent, servers, servers * cores, memory_gib)
