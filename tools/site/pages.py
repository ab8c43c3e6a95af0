"""Where the files of the repository are in the site, and the pages of those that are not documents of `docs/`."""

import os
import posixpath
import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"(?<=\]\()(?![a-z]+:|#)([^)\s#]+)(#[^)\s]*)?(?=\))")
LANGUAGES = {
    "h": "c",
    "lock": "toml",
    "md": "markdown",
    "py": "python",
    "rs": "rust",
    "tla": "text",
    "cfg": "text",
}
HEAD = "---\nsearch:\n  exclude: true\n---\n"


def site_path(path: str) -> str | None:
    """The Markdown file of the site for a path of the repository. None if neither a file nor a folder is there."""
    if path.startswith("docs/"):
        return path.removeprefix("docs/")
    if path == "README.md":
        return "index.md"
    if path.endswith(".md") and (ROOT / path).is_file():
        return path
    if (ROOT / path).is_dir():
        return f"source/{path}/index.md"
    return f"source/{path}.md" if (ROOT / path).is_file() else None


def targets(text: str, path: str) -> dict[str, str]:
    """The links of a document at `path`, each with the path in the repository to which it leads."""
    folder = posixpath.dirname(path)
    return {
        match[1]: posixpath.normpath(posixpath.join(folder, match[1]))
        for match in LINK.finditer(text)
    }


def linked(text: str, path: str, page: str) -> str:
    """The text with its links to files of the repository, as links to pages from the site's `page`."""
    found = {link: site_path(target) for link, target in targets(text, path).items()}

    def replace(match: re.Match[str]) -> str:
        page_of_link = found[match[1]]
        if page_of_link is None:
            return match[0]
        return posixpath.relpath(page_of_link, posixpath.dirname(page) or ".") + (
            match[2] or ""
        )

    return LINK.sub(replace, text)


def source_page(path: str) -> str:
    """A page with a file's text, or with the names of a folder's files."""
    title = f"{HEAD}# `{path}`\n\n"
    if (ROOT / path).is_dir():
        return title + "\n".join(f"- `{name}`" for name in _names(path)) + "\n"
    ending = Path(path).suffix.removeprefix(".")
    text = (ROOT / path).read_text(encoding="utf-8")
    return f"{title}~~~~~~ {LANGUAGES.get(ending, ending or 'text')}\n{text.rstrip()}\n~~~~~~\n"


def _names(folder: str) -> list[str]:
    """The names of the folder's files that git knows."""
    command = ["git", "-C", os.fspath(ROOT), "ls-files", "--", folder]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return [posixpath.relpath(name, folder) for name in listed.splitlines()]
