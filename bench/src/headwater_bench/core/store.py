"""The stage of a measurement on an embedded store."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from headwater.core.account import Account
from headwater.embedded.store import EmbeddedStore
from headwater.terminal import console
from headwater_bench.core.objects import BUCKET
from headwater_bench.core.plan import Plan, Section


class StoreStage:
    """A store in a block for the `rows` of a plan's `sections`. It also ends what `stack` has.

    `account` is its owner's.
    """

    buckets: Sequence[str] = (BUCKET,)

    def __init__(self, folder: Path, plan: Plan, sections: Sequence[Section]) -> None:
        self.folder, self.plan, self.sections = folder, plan, sections
        self.rows = {row.name: row for each in sections for row in each.rows}.values()

    def __enter__(self) -> Self:
        with ExitStack() as stack:  # ends the store if the rest fails
            self.stack = stack
            embedded = EmbeddedStore(self.folder / "store")
            stack.callback(embedded.down)
            with console.step("embedded store"):
                embedded.up(0, list(self.buckets))
            self.document = embedded.status().as_dict()
            self.account = stack.enter_context(Account.of(self.document))
            self.furnish()
            self.stack = stack.pop_all()
        return self

    def __exit__(self, *exception: object) -> None:
        self.stack.__exit__(*exception)

    def furnish(self) -> None:
        """Put the data into the store, and start processes. For subclasses."""
