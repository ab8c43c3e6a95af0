"""The engine's status page in a real browser. Without Chromium it is skipped."""

import html
import re
import shutil
import subprocess
from threading import Thread

import pytest
from headwater.engines import reading
from headwater.engines.cluster import Cluster
from headwater.engines.server import StatusHandler, StatusServer
from store_support import HEADWATER

from headwater_swift.wire.engine import Engine
from storlet_support import Store, await_true, run_headers

BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
BROWSER = next((path for path in map(shutil.which, BROWSERS) if path), None)
CODE = "<img src=x onerror=\"document.title='planted'\">"
DEPLOYED = '<td>AUTH_headwater</td><td>many</td><td>201</td><td class="number">1</td>'
MISSED = "<dt>requests that missed their module</dt><dd>{}</dd>"
REFUSED = "<td>AUTH_headwater</td><td>refused before it ran</td><td>module</td>"

pytestmark = pytest.mark.skipif(not BROWSER, reason="the package chromium-headless-shell is not installed")


def engine_url(store: Store) -> str:
    return f"http://127.0.0.1:{store.port('engine')}"


def shown(store: Store) -> str:
    """The page's elements once its numbers have arrived."""
    return rendered(f"{engine_url(store)}/status")


def rendered(url: str) -> str:
    """The elements of the page with this URL."""
    options = ["--no-sandbox", "--disable-gpu", "--virtual-time-budget=4000", "--dump-dom"]
    command = [BROWSER, *options, url]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout


def test_it_shows_what_storlets_did(own_store: Store):
    own_store.owner.send_ok("PUT", "/box/one", data=b"text" * 1000)
    own_store.owner.run("/box/one")
    assert own_store.owner.call("/storlet/broken", "PUT", data=b"no module").status_code == 422
    await_true(lambda: own_store.counted("requests", storlet="many") > 0)
    page = shown(own_store)
    version = own_store.engine_status()["version"]
    done = ("<td>many</td>", ">4.0 kB<", "<td>complete</td>")
    for text in (f">{version}<", *done, REFUSED, DEPLOYED, MISSED.format(0)):
        assert text in page, page


def test_a_request_that_missed_its_module_is_one_request(own_store: Store):
    own_store.owner.send_ok("PUT", "/box/one", data=b"text" * 1000)
    own_store.forget_modules()
    own_store.owner.run("/box/one")
    await_true(lambda: own_store.counted("requests", storlet="many") > 0)
    page = shown(own_store)
    for text in (MISSED.format(1), '<td>many</td><td class="number">1</td><td class="number">4.0 kB</td>'):
        assert text in page, page
    assert "<td>missing</td>" not in page, page


def test_it_shows_who_runs_storlets_now(own_store: Store):
    own_store.owner.send_ok("PUT", "/box/one", data=b"text")
    with own_store.owner.call("/box/one", headers=run_headers(do="flood"), stream=True) as response:
        assert response.status_code == 200
        page = shown(own_store)
    assert '<td>AUTH_headwater</td><td>running</td><td class="number">1</td>' in page, page


def test_names_of_users_are_text(own_store: Store):
    labels = {"tenant": CODE, "storlet": "a\nb", "status": "complete"}
    counter = {"name": "requests", "labels": labels, "value": 1}
    Engine(own_store.engine_socket, 10).call({"op": "count", "counters": [counter]})
    page = shown(own_store)
    assert f"<td>{html.escape(CODE, quote=False)}</td>" in page, page
    assert "<td>a\nb</td>" in page, page
    assert "<title>planted" not in page


class Phone(StatusHandler):
    """Also answers /phone: the page on a narrow screen, and how wide it is."""

    def do_GET(self) -> None:  # noqa: N802 (the base class's name)
        if self.path != "/phone":
            return super().do_GET()
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(PHONE)
        return None


PHONE = b"""<!doctype html><iframe src="/status" width="360" height="700"></iframe><pre></pre><script>
setTimeout(() => {
  const page = document.querySelector("iframe").contentDocument;
  const rows = page.querySelectorAll("#storlets tr").length;
  document.querySelector("pre").textContent = `${page.documentElement.scrollWidth} pixels, ${rows} rows`;
}, 3000);
</script>"""


def test_it_fits_a_phone(own_store: Store):
    labels = {"tenant": "AUTH_" + "a" * 64, "storlet": "b" * 64, "outcome": "ok"}
    counter = {"name": "requests", "labels": labels, "value": 1}
    Engine(own_store.engine_socket, 10).call({"op": "count", "counters": [counter]})
    with StatusServer(Cluster([engine_url(own_store)]), 0) as server:
        server.RequestHandlerClass = Phone
        Thread(target=server.serve_forever, daemon=True).start()
        page = rendered(server.url.replace("/status", "/phone"))
        server.shutdown()
    width, rows = map(int, re.search(r"<pre>(\d+) pixels, (\d+) rows</pre>", page).groups())
    assert rows >= 2
    assert width <= 360


def test_many_numbers_are_read_to_their_end(own_store: Store):
    labels = [{"tenant": f"AUTH_{number}", "storlet": "many", "status": "complete"} for number in range(900)]
    counters = [{"name": "requests", "labels": each, "value": 1} for each in labels]
    Engine(own_store.engine_socket, 10).call({"op": "count", "counters": counters})
    text = reading.metrics(engine_url(own_store))
    assert len(text) > 1 << 15  # the engine sends longer ones in chunks
    assert "headwater_engine_build_info{" in text


def test_the_engines_of_a_cluster_are_on_one_page(store: Store, own_store: Store):
    own_store.owner.send_ok("PUT", "/box/one", data=b"text" * 1000)
    own_store.owner.run("/box/one")
    await_true(lambda: own_store.counted("requests", storlet="many") > 0)
    dead = "http://127.0.0.1:1"
    command = [HEADWATER, "engines", engine_url(store), engine_url(own_store), dead, "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        try:
            page = rendered(running.stdout.readline().split()[-1])
        finally:
            running.terminate()
    version = own_store.engine_status()["version"]
    assert f">{version}<" in page, page
    for each in (store, own_store):
        address = engine_url(each).removeprefix("http://")
        assert f"<td>{address}</td><td>{version}</td>" in page, page
    assert "<td>127.0.0.1:1</td><td>Connection refused</td>" in page, page
    assert "<td>many</td>" in page, page
