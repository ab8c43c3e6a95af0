"""The colours of peers and kinds of requests, the same on the complete page, as style sheet variables."""

_COLOURS = {
    "headwater-s3": "headwater",
    "headwater-manifest": "headwater",
    "headwater-interception": "headwater-swift",
    "on": "headwater",
    "headwater-swift": "headwater-swift",
    "swift": "headwater-swift",
    "off": "headwater-off",
    "s3a": "s3a",
    "s3a-classic": "s3a",
    "s3a-1": "s3a",
    "s3a-analytics": "s3a-2",
    "s3a-2": "s3a-2",
    "s3a-magic": "s3a-3",
    "stocator": "stocator",
    "hdfs": "hdfs",
    "parquet": "parquet",
    "polars": "polars",
    "plain": "headwater-off",
    "selected": "headwater",
    "engine": "headwater-swift",
    "native": "native",
}
_KINDS = (
    *("GET", "HEAD", "LIST", "PUT", "COPY", "DELETE", "PUT part"),
    *("POST uploads", "POST uploadId", "POST delete", "OTHER"),
)


def colour(name: str) -> str:
    """A peer's colour for CSS and SVG. KeyError if it has none."""
    return f"var(--{_COLOURS[name]})"


def kind_colour(kind: str) -> str:
    """The colour of a kind of request. ValueError if it has none."""
    return f"var(--kind-{_KINDS.index(kind) + 1})"
