"""The part of MkDocs' build that is ours: documents outside `docs/`, and pages of the linked sources.

Documents of the repository link to each other and to sources by relative paths, which work in a checkout. In the
site, the documents outside `docs/` become pages, and so does each source that a document links to.
"""

import sys
from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).parent))
import pages

DOCUMENTS = (
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "SECURITY.md",
    "protocol/PROTOCOL.md",
    "protocol/STORLETS.md",
    "protocol/SKIP-INDEX.md",
)

README = "source/README.md"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the documents outside `docs/`, and a page for each linked source."""
    waiting = [f"docs/{file.src_uri}" for file in files.documentation_pages()] + list(
        DOCUMENTS
    )
    seen = set(waiting)
    while waiting:
        path = waiting.pop()
        text = (pages.ROOT / path).read_text(encoding="utf-8")
        for target in pages.targets(text, path).values():
            page = pages.site_path(target)
            if (
                page is None
                or target in seen
                or target.startswith("docs/")
                or target == "README.md"
            ):
                continue
            seen.add(target)
            if page == target:
                waiting.append(target)
            else:
                files.append(
                    File.generated(config, page, content=pages.source_page(target))
                )
    for path in sorted(seen):
        if not path.startswith("docs/") and pages.site_path(path) == path:
            files.append(
                File.generated(config, path, abs_src_path=str(pages.ROOT / path))
            )
    files.append(File.generated(config, README, content=_readme()))
    return files


def _readme() -> str:
    """README.md as a page, which only the test with a browser visits. The site begins with `docs/index.md`."""
    text = (pages.ROOT / "README.md").read_text(encoding="utf-8")
    return pages.HEAD + pages.linked(text, "README.md", README)


def on_page_markdown(
    markdown: str, page: Page, config: MkDocsConfig, files: Files
) -> str:
    """Let the links of a document lead to pages."""
    uri = page.file.src_uri
    if uri.startswith("source/"):
        return markdown
    path = f"docs/{uri}" if (pages.ROOT / "docs" / uri).is_file() else uri
    return pages.linked(markdown, path, uri)
