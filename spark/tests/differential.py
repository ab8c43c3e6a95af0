"""The same query with and without pushdown. Spark without pushdown is the oracle."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field

import pyspark
from py4j.java_gateway import is_instance_of
from py4j.protocol import Py4JJavaError
from pyspark import SparkContext
from pyspark.errors import PySparkException
from pyspark.sql import DataFrame, SparkSession
from pyspark.sql.functions import col

Query = Callable[[SparkSession], DataFrame]
"""A query in a session."""

SWITCH = "spark.headwater.pushdown"
PUSHED = "Pushdown: storlet csv"
"""The text of a plan whose scan is pushed down."""

FAILURES = (PySparkException, Py4JJavaError)
"""The exceptions of a failed query."""

# Spark 3.5 has the older name.
_CONDITION = "getErrorClass" if pyspark.__version__.startswith("3.") else "getCondition"

_MOST_SHOWN = 4000
_SEQUENCE = re.compile(r"\b(task|stage|tid) \d+(\.\d+)?|(\[B@)[0-9a-f]+|(#)\d+", re.IGNORECASE)
_TRACE = re.compile(r"\n\s*(at |\.\.\. \d+ (more|common)).*")
_TEMPORAL = re.compile(r"date|timestamp.*")


@dataclass(frozen=True)
class Outcome:
    """The result of a query: a schema and rows, or a failure and its causes."""

    schema: str = ""
    rows: tuple[str, ...] = ()
    failure: tuple[tuple[str, ...], ...] = ()
    """For each exception: its class, its condition if it has one, and its message."""
    reads: Counter = field(default_factory=Counter, compare=False)
    """The summed metrics of the plan's store reads, by name."""
    planned: Callable[[], str] = field(default=str, compare=False)
    """Returns the plans."""

    @property
    def plan(self) -> str:
        """The plans, from the parsed to the executed one."""
        return self.planned()

    def __str__(self) -> str:
        return str(self.failure or (self.schema, self.rows))[:_MOST_SHOWN]

    def unordered(self) -> "Outcome":
        """The outcome when tasks may end in any order: rows in any order, any task's failure."""
        failure = tuple(exception[:-1] for exception in self.failure)
        return Outcome(self.schema, tuple(sorted(self.rows)), failure)


class Differential:
    """Two sessions of an application: one with pushdown and one without."""

    def __init__(self, session: SparkSession) -> None:
        self.on, self.off = session.newSession(), session.newSession()
        self.off.conf.set(SWITCH, "false")

    @property
    def sessions(self) -> tuple[SparkSession, SparkSession]:
        """The session with pushdown and the one without."""
        return self.on, self.off

    def same(
        self,
        query: Query,
        *,
        pushed: bool | None = True,
        ordered: bool = True,
        settings: Mapping[str, str] | None = None,
    ) -> Outcome:
        """The outcome, which must be equal in both sessions.

        `pushed` says whether the scan must be pushed down, must not be, or may be. Spark guarantees neither
        which task fails first nor the order of rows after an exchange. In these cases `ordered` is false.
        """
        found = outcome(self.on, query, settings)
        require_same(found, outcome(self.off, query, settings), ordered=ordered)
        if pushed is not None:
            require_pushed(found, pushed=pushed)
        return found


def outcome(session: SparkSession, query: Query, settings: Mapping[str, str] | None = None) -> Outcome:
    """Run a query with a session's settings."""
    with _set(session, settings or {}):
        try:
            frame = query(session)
            schema = frame.schema.simpleString()
            frame = _printable(frame)
        except FAILURES as error:
            return Outcome(failure=_failure(error))
        plan = frame._jdf.queryExecution()
        try:
            rows = tuple(repr(tuple(row)) for row in frame.collect())
        except FAILURES as error:
            return Outcome(schema, failure=_failure(error), planned=plan.toString)
        return Outcome(schema, rows, reads=reads(frame), planned=plan.toString)


def require_same(found: Outcome, wanted: Outcome, *, ordered: bool) -> None:
    """Fail with both outcomes unless they are equal."""
    if not ordered:
        found, wanted = found.unordered(), wanted.unordered()
    assert found == wanted, f"with pushdown: {found}\nwithout: {wanted}"


def require_pushed(found: Outcome, *, pushed: bool) -> None:
    """Fail unless the store answered every request, or, if not `pushed`, received none."""
    if found.failure:  # Failed tasks lose their metrics.
        assert (PUSHED in found.plan) == pushed, found.plan
    elif pushed:
        assert found.reads["splitsPushed"], found.plan
        assert not found.reads["pushesRefused"] + found.reads["splitsFallenBack"], found.reads
    else:
        assert not found.reads["splitsPushed"], found.plan


def reads(frame: DataFrame) -> Counter:
    """The summed metrics of the store reads in a frame's last execution, by name."""
    counts: Counter = Counter()
    for node in _nodes(frame._jdf.queryExecution().executedPlan()):
        if node.nodeName() == "StoreRead":
            metrics = node.metrics()
            names = metrics.keys().toSeq()
            counts += Counter(
                {names.apply(at): metrics.apply(names.apply(at)).value() for at in range(names.size())}
            )
    return counts


def _nodes(plan) -> Iterator:
    """The nodes of a physical plan as executed."""
    name = plan.getClass().getSimpleName()
    if name == "AdaptiveSparkPlanExec":
        yield from _nodes(plan.executedPlan())
    elif name.endswith("QueryStageExec"):
        yield from _nodes(plan.plan())
    else:
        yield plan
        for members in (plan.children(), plan.subqueries()):
            for at in range(members.size()):
                yield from _nodes(members.apply(at))


def _printable(frame: DataFrame) -> DataFrame:
    """Dates and times as texts, because Python's range is smaller than Spark's."""
    types = dict(frame.dtypes)
    if len(types) < len(frame.columns) or not any(map(_TEMPORAL.fullmatch, types.values())):
        return frame
    columns = [
        col(f"`{name}`").cast("string") if _TEMPORAL.fullmatch(kind) else col(f"`{name}`")
        for name, kind in types.items()
    ]
    return frame.select(columns)


def _failure(error: PySparkException | Py4JJavaError) -> tuple[tuple[str, ...], ...]:
    """An exception and its causes, without details that differ between runs."""
    return tuple(_exceptions(error.java_exception if isinstance(error, Py4JJavaError) else error._origin))


def _exceptions(thrown) -> Iterator[tuple[str, ...]]:
    gateway = SparkContext._gateway
    while thrown is not None:
        known = is_instance_of(gateway, thrown, "org.apache.spark.SparkThrowable")
        condition = str(getattr(thrown, _CONDITION)()) if known else ""
        message = _TRACE.sub("", _SEQUENCE.sub(r"\1\3\4", str(thrown.getMessage())))
        yield thrown.getClass().getName(), condition, message
        thrown = thrown.getCause()


@contextmanager
def _set(session: SparkSession, settings: Mapping[str, str]) -> Iterator[None]:
    for name, value in settings.items():
        session.conf.set(name, value)
    yield
    for name in settings:
        session.conf.unset(name)
