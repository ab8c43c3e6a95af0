"""An HDFS of one name node and one data node, which Hadoop's programs were written for."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

from py4j.java_gateway import JavaGateway, JavaObject
from py4j.protocol import Py4JJavaError

from headwater.core.errors import HeadwaterError
from headwater.terminal import console
from headwater_bench.core.objects import BUCKET, CONTENT, THREADS, tree
from headwater_bench.jvm.gateways import gateway
from headwater_bench.peers.definitions import Peer


class Hdfs:
    """A running HDFS. It creates and counts objects with its FileSystem, as Swift's API does on the store.

    `document` has its address for the peer's settings, and the process of its servers.
    """

    def __init__(self, driven: JavaGateway, peer: Peer, data: Path) -> None:
        self._hadoop = driven.jvm.org.apache.hadoop
        configuration = self._hadoop.conf.Configuration()
        for name, value in peer.hadoop.items():
            configuration.set(name, value)
        builder = self._hadoop.hdfs.MiniDFSCluster.Builder(configuration, driven.jvm.java.io.File(str(data)))
        # As in production, unlike in tests: a change is on disk, once, before it is acknowledged.
        builder = builder.skipFsyncForTesting(False).enableManagedDfsDirsRedundancy(False)
        cluster = builder.numDataNodes(1).build()
        self._files = cluster.getFileSystem()
        self.document = {
            "hdfs": {"address": f"localhost:{cluster.getNameNodePort()}"},
            "servers": [{"pid": driven.java_process.pid}],
        }

    def make(self, folder: str, objects: int) -> None:
        """Create this many files of 1,000 bytes in ten folders of a folder."""

        def put(key: str) -> None:
            with closing(self._files.create(self._path(key))) as stream:
                stream.write(CONTENT)

        with ThreadPoolExecutor(THREADS) as pool:
            list(pool.map(put, tree(folder, objects)))

    def clear(self, folder: str) -> None:
        """Delete a folder with its content."""
        self._files.delete(self._path(folder), True)

    def count(self, folder: str) -> int:
        """The number of the files under a folder."""
        path = self._path(folder)
        if not self._files.exists(path):
            return 0
        found = self._hadoop.util.functional.RemoteIterators.toList(self._files.listFiles(path, True))
        return sum(each.getLen() == len(CONTENT) for each in found)

    def _path(self, key: str) -> JavaObject:
        return self._hadoop.fs.Path(f"/{BUCKET}/{key}")


@contextmanager
def started(peer: Peer, folder: Path) -> Iterator[Hdfs]:
    """An HDFS for a peer, in a separate process, during the block.

    `folder` gets its files and its output. Raises HeadwaterError if it does not start.
    """
    log = folder / f"{peer.name}-servers.log"
    with gateway(peer, log) as driven:
        try:
            with console.step(f"servers of {peer.title}"):
                hdfs = Hdfs(driven, peer, folder / peer.name)
        except Py4JJavaError as error:
            raise HeadwaterError(f"{peer.title} did not start: {error.java_exception}") from error
        yield hdfs
