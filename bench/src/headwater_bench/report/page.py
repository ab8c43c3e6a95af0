"""The page: its chapters in its template."""

from functools import cache
from importlib.resources import files

import vl_convert
from jinja2 import Environment, PackageLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from headwater_bench.core.pages import made
from headwater_bench.core.results import Results, of_kind, of_this_version
from headwater_bench.report.chapters import ALL, Kind
from headwater_bench.report.drawing.parts import Chapter


def render(results: Results) -> str:
    """The complete page as HTML without external resources.

    Raises HeadwaterError for a result that this version did not write.
    """
    environment = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"markdown": _markdown, "made": made}
    return environment.get_template("page.html").render(
        chapters=[(kind, _chapter(kind, results)) for kind in ALL],
        style=_own("style.css"),
        scripts=[_library(), _own("draw.js")],
    )


def _chapter(kind: Kind, results: Results) -> Chapter | None:
    names = of_kind(results, kind.command.split()[-1])
    with of_this_version(", ".join(f"{name}.json" for name in names), kind.command):
        chapter = kind.chapter(results)
        for each in chapter.mades if chapter else ():
            made(each)
    return chapter


def _markdown(text: str) -> Markup:
    """A sentence with code, emphasis and links. HTML in it is escaped."""
    parser = MarkdownIt("commonmark", {"html": False}).disable("image")
    return Markup(parser.renderInline(text))  # noqa: S704 (it escapes)


@cache
def _library() -> Markup:
    """Vega, Vega-Lite and vega-embed, which draw.js uses."""
    return Markup(vl_convert.javascript_bundle("window.vegaEmbed = vegaEmbed;"))  # noqa: S704 (a program)


def _own(name: str) -> Markup:
    """A file of ours, which is not escaped."""
    return Markup(files(__package__).joinpath("templates", name).read_text(encoding="utf-8"))  # noqa: S704
