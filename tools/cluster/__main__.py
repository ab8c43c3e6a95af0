"""A Swift of three nodes with Keystone, and Spark's standalone cluster, until Ctrl-C: `make cluster`.

Two proxies, and an account, a container and an object server, Swift's daemons and an engine on each node.
Three replicas, and an erasure code. Keystone has a tenant in each of two domains. Spark has two workers.
"""

import argparse
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from headwater.core.errors import HeadwaterError
from headwater.spark import cluster as standalone
from headwater.spark import launcher
from headwater.terminal import console

from cluster_config import POLICIES, Address
from keystone_server import Keystone
from keystone_support import Cloud
from swift_cluster import Cluster
from tenants import TENANTS, admitted, write_clouds

_LOOK_S = 5


def main() -> int:
    """Start everything, show how to use it, and wait. Exit code 1 if a server ends by itself."""
    parser = argparse.ArgumentParser(prog="make cluster", description=__doc__.splitlines()[0])
    parser.add_argument("--data", type=Path, help="a new folder, which stays; by default a temporary one")
    chosen = parser.parse_args().data
    signal.signal(signal.SIGTERM, lambda number, _: sys.exit(128 + number))
    with ExitStack() as stack:
        if chosen:
            chosen.mkdir(parents=True)
        else:
            chosen = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="headwater-cluster-")))
        swift = stack.enter_context(_cluster(chosen.absolute()))
        while not (ended := swift.ended()):
            time.sleep(_LOOK_S)
        print(f"{', '.join(ended)} ended: the logs are in {swift.plan.folder}", file=sys.stderr)
    return 1


@contextmanager
def _cluster(folder: Path) -> Iterator[Cluster]:
    """All servers, which end with the block."""
    with ExitStack() as stack:
        with console.step("Keystone"):
            keystone = Keystone(Path(sys.executable).parent, folder / "keystone")
            stack.enter_context(keystone.served())
        with console.step("Swift's servers on three nodes"):
            swift = Cluster.up(folder, keystone=keystone.authtoken())
            stack.callback(swift.down)
            proxies = [swift.plan.addresses[f"proxy-{number}"] for number in (1, 2)]
            cloud = Cloud(keystone.furnish(proxies[0].port))
            swift.start_daemons()
        with console.step("the tenants and their storlets"):
            tenants = [admitted(cloud, each) for each in TENANTS]
            clouds = write_clouds(folder, cloud.url, tenants)
        os.environ["OS_CLIENT_CONFIG_FILE"] = str(clouds)  # also for Spark's executors
        with console.step("Spark's master and two workers"):
            master = stack.enter_context(standalone.cluster(folder / "spark"))
        _show(proxies, cloud.url, master, clouds)
        yield swift


def _show(proxies: Sequence[Address], keystone: str, master: str, clouds: Path) -> None:
    """Print the addresses, and the commands that use them."""
    settings = clouds.with_name("spark.conf")
    settings.write_text("".join(f"spark.{name}={value}\n" for name, value in _settings(master).items()))
    print("Swift    ", " and ".join(f"http://{each.ip}:{each.port}/v1" for each in proxies))
    print("Keystone ", keystone)
    print("Spark    ", master)
    print("Folders  ", ", ".join(f"swift://{policy}.{name}/" for name in TENANTS for policy in POLICIES))
    print(f"export OS_CLIENT_CONFIG_FILE={clouds} PYSPARK_PYTHON={sys.executable}")
    print(f".venv/bin/spark-submit --properties-file {settings} PROGRAM", flush=True)


def _settings(master: str) -> dict[str, str]:
    """Spark's settings for a driver on this machine, without `spark.`."""
    bundle = str(launcher.bundle())
    return {
        "master": master,
        "driver.host": "127.0.0.1",
        "driver.extraClassPath": bundle,
        "executor.extraClassPath": bundle,
        "executor.memory": "512m",
    }


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
    except HeadwaterError as error:
        console.show_error(error)
        sys.exit(1)
