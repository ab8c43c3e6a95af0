"""The stage on a store, and the objects in it."""

import pytest

from headwater.embedded.store import EmbeddedStore
from headwater_bench.core import objects
from headwater_bench.core.plan import Plan
from headwater_bench.core.store import StoreStage

PLAN = Plan("it", {}, {}, (), StoreStage)
pytestmark = pytest.mark.server


class _Interrupted(StoreStage):
    def furnish(self) -> None:
        assert EmbeddedStore(self.folder / "store").status().state == "running"
        raise KeyboardInterrupt


def test_a_run_that_is_interrupted_while_it_writes_its_data_leaves_no_store(tmp_path):
    with pytest.raises(KeyboardInterrupt), _Interrupted(tmp_path, PLAN, ()):
        pass
    assert EmbeddedStore(tmp_path / "store").status().state == "stopped"


def test_objects_are_written_counted_fetched_and_removed(tmp_path):
    with StoreStage(tmp_path, PLAN, ()) as stage:
        objects.write(stage.account, objects.tree("a b", 12))
        objects.write(stage.account, objects.tree("a bc", 1))
        (tmp_path / "file").write_bytes(b"more")
        objects.upload(stage.account, [("a b/other", tmp_path / "file")])
        assert objects.count(stage.account, "a b") == 12
        assert sum(size for _, size in objects.under(stage.account, "a b/")) == 12_004
        objects.download(stage.account, "a b/", tmp_path / "copy")
        assert (tmp_path / "copy" / "other").read_bytes() == b"more"
        objects.remove(stage.account, "a b/")
        assert [key for key, _ in objects.under(stage.account, "a")] == objects.tree("a bc", 1)
