"""The report as one HTML page that needs no other resource."""

import vl_convert
from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from headwater_bench.core.results import Results
from headwater_bench.report.chapters import chapters
from headwater_bench.report.charts import chart


def render(results: Results) -> str:
    """The complete page. Raises HeadwaterError for a result that this version did not write."""
    environment = Environment(
        loader=PackageLoader(__package__, ""),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["chart"] = chart
    library = Markup(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;"))  # noqa: S704 (a program)
    return environment.get_template("page.html").render(chapters=list(chapters(results)), library=library)
