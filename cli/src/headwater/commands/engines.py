"""The command `engines`: one status page for the engines of a cluster."""

import click

from headwater.core.errors import HeadwaterError
from headwater.engines.cluster import Cluster
from headwater.engines.server import StatusServer
from headwater.terminal import console


@click.command()
@click.argument("urls", nargs=-1, required=True, metavar="URL...")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=9463, show_default=True, help="The page's port."
)
def engines(urls: tuple[str, ...], port: int) -> None:
    """Serve one status page for all engines of a cluster, until Ctrl-C.

    URL is the address of an engine's pages, which it has in --metrics. That is on the loopback of its server:
    forward each to a port of this machine, for example by ssh -L. The page shows what all engines do
    together, and which of them do not answer.
    """
    cluster = Cluster(urls)
    try:
        server = StatusServer(cluster, port)
    except OSError as error:
        raise HeadwaterError(
            f"port {port} of 127.0.0.1: {error.strerror}", advice="Choose another one by --port"
        ) from error
    with server:
        console.out.print(f"The engines' page is {server.url}", markup=False)
        server.serve_forever()
