"""A folder of files, queried with and without pushdown."""

import uuid
from collections.abc import Iterable, Mapping

from pyspark.sql import Column, DataFrame, SparkSession

from differential import Differential, Outcome, Query
from store import Bucket

SPLITS = {"spark.sql.files.maxPartitionBytes": "20000", "spark.sql.files.openCostInBytes": "0"}
EVERY_TWO_BYTES = {"spark.sql.files.maxPartitionBytes": "2", "spark.sql.files.openCostInBytes": "0"}


class Scene:
    """An empty folder of a bucket."""

    def __init__(self, differential: Differential, bucket: Bucket) -> None:
        self.differential, self.bucket = differential, bucket
        self.folder = uuid.uuid4().hex
        self.root = f"{bucket.root}/{self.folder}"

    def put(self, body: str | bytes, name: str = "part.csv") -> "Scene":
        """Write a file."""
        content = body.encode() if isinstance(body, str) else body
        self.bucket.put(f"{self.folder}/{name}", content)
        return self

    def query(
        self,
        schema: str | None,
        select: str | Iterable[str] = "*",
        where: str | Column | None = None,
        **options: str,
    ) -> Query:
        """A query of the folder's rows. The columns are separated by commas, or are expressions."""
        wanted = select.split(",") if isinstance(select, str) else list(select)

        def run(session: SparkSession) -> DataFrame:
            reader = session.read.options(**options)
            frame = (reader.schema(schema) if schema else reader).csv(self.root)
            return (frame if where is None else frame.where(where)).selectExpr(*wanted)

        return run

    def same(
        self,
        schema: str | None,
        select: str | Iterable[str] = "*",
        where: str | Column | None = None,
        *,
        pushed: bool | None = True,
        ordered: bool = True,
        settings: Mapping[str, str] | None = None,
        **options: str,
    ) -> Outcome:
        """The outcome of a query, which must be equal with and without pushdown."""
        query = self.query(schema, select, where, **options)
        return self.differential.same(query, pushed=pushed, ordered=ordered, settings=settings)
