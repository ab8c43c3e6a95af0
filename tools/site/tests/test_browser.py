"""The site in a real browser, on a wide and a narrow screen, light and dark. Without Chromium it is skipped."""

import functools
import html
import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import quote, unquote

import pytest

ROOT = Path(__file__).resolve().parents[3]
SITE = ROOT / "target" / "site"
BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
BROWSER = next((path for path in map(shutil.which, BROWSERS) if path), None)
SCHEMES = {"dark": 0, "light": 1}
README = "/source/index.html"
PLANTED = b"""<!doctype html><div style="width: 2000px">wide</div><img src="/missing.png">
<img src="http://127.0.0.2:9/outside.png">"""

pytestmark = pytest.mark.skipif(not BROWSER, reason=f"install one of {', '.join(BROWSERS)}")


class _Server(SimpleHTTPRequestHandler):
    """The site, the page that looks at other pages, and one with mistakes."""

    def do_GET(self) -> None:
        name, _, pages = self.path.partition("?")
        template = (Path(__file__).parent / "browser.html").read_text(encoding="utf-8")
        made = {"/browser.html": template.replace("PAGES", unquote(pages)).encode(), "/planted.html": PLANTED}
        if name not in made:
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(made[name])))
        self.end_headers()
        self.wfile.write(made[name])
        return None

    def log_message(self, *_arguments: object) -> None:
        """Nothing: a failure has its page in its message."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Server, directory=str(SITE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


def looked_at(address: str, scheme: str, pages: list[str]) -> list[str]:
    """What is wrong with the pages."""
    options = [
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--virtual-time-budget=600000",
        "--window-size=1400,1000",
        f"--blink-settings=preferredColorScheme={SCHEMES[scheme]}",
        "--dump-dom",
    ]
    command = [BROWSER, *options, f"{address}/browser.html?{quote(json.dumps(pages))}"]
    shown = subprocess.run(command, capture_output=True, text=True, timeout=500, check=True).stdout
    written = re.search(r'<pre id="found">(.*?)</pre>', shown, re.DOTALL).group(1)
    result = json.loads(html.unescape(written))
    assert result["looked"] == len(pages)
    return result["found"]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_pages_fit_the_screen_and_load_their_pictures_from_the_site(address: str, scheme: str) -> None:
    paths = [path.relative_to(SITE) for path in sorted(SITE.rglob("*.html"))]
    pages = [f"/{path}" for path in paths if path.parts[0] != "source"] + [README]
    assert len(pages) > 60
    assert not looked_at(address, scheme, pages)


def test_planted_mistakes_are_found(address: str) -> None:
    found = "\n".join(looked_at(address, "light", ["/planted.html"]))
    for mistake in ("pixels wide", "no image", "loads http://127.0.0.2"):
        assert mistake in found
