"""A real Chromium, headless and with an empty profile, and what the tests ask of it."""

import http.server
import json
import os
import shutil
import threading

import pytest

from tests.conftest import require
from toolfold.show.html import render_page

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP, PHONE = (1280, 820), (400, 860)


def programs():
    """Chromium and its driver; without them a skip, or an error where everything is meant to be there."""
    found = next(filter(None, map(shutil.which, CHROMIUM)), None), shutil.which("chromedriver")
    if None in found:
        absent = pytest.fail if os.environ.get("TOOLFOLD_REQUIRE_EXTRAS") else pytest.skip
        absent("no chromium and chromedriver (Debian: apt-get install chromium chromium-driver)")
    return found


@pytest.fixture(scope="session")
def chromium(tmp_path_factory):
    webdriver = require("selenium.webdriver")
    binary, driver = programs()
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for argument in (*ARGUMENTS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.ChromeService(executable_path=driver)
    browser = webdriver.Chrome(options=options, service=service)
    browser.set_script_timeout(30)
    yield browser
    browser.quit()


@pytest.fixture
def page(chromium, tmp_path):
    """Open the page of a stream from disk; at the end nothing may have gone wrong in it, and nothing been fetched."""
    opened = Opened(chromium, tmp_path)
    opened.forget()
    yield opened
    if not opened.provoked:
        assert opened.complaints() == []
        assert opened.fetched() == []


@pytest.fixture
def trap():
    """Serve on a port and keep what is asked for: a page that fetches anything would be seen here."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}", asked
        server.shutdown()
        thread.join()


class Opened:
    """A page in the browser, and short words for what is done to it."""

    def __init__(self, browser, folder):
        self.browser, self.path = browser, folder / "page.html"
        self.provoked = False  # whether a test itself tried what the policy forbids

    def open(self, fragments, *, size=DESKTOP, dark=False, at="", html=None):
        self.path.write_text(html or render_page(fragments, title="a test"), encoding="utf-8")
        self.look(size=size, dark=dark)
        self.browser.get("about:blank")  # so that another hash alone is a new page too
        self.browser.get(f"file://{self.path}{at}")
        return self

    def look(self, *, size=DESKTOP, dark=False):
        width, height = size
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def run(self, script, *given):
        return self.browser.execute_script(script, *given)

    def settle(self):
        """Wait until all that was asked for is on the screen."""
        self.browser.execute_async_script(
            "const [done] = arguments; requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)))"
        )
        return self

    def wait(self, script, *given):
        """Wait until a script returns something true, and return it."""
        support = require("selenium.webdriver.support.ui")
        return support.WebDriverWait(self.browser, 20, 0.05).until(lambda _: self.run(script, *given))

    def press(self, *keys, on="body"):
        """Press one key after the other; those in one text are held together."""
        for key in keys:
            self.find(on).send_keys(key)
        return self.settle()

    def find(self, selector):
        return self.browser.find_element("css selector", selector)

    def click(self, selector):
        self.find(selector).click()
        return self.settle()

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)", selector)

    @property
    def step(self):
        return self.settle().run("return Number(document.getElementById('number').value)")

    def forget(self):
        for kind in ("browser", "performance"):
            self.browser.get_log(kind)

    def complaints(self):
        return [entry["message"] for entry in self.browser.get_log("browser")]

    def fetched(self):
        """Return every address that was asked for, other than the page itself."""
        sent = [json.loads(entry["message"])["message"] for entry in self.browser.get_log("performance")]
        asked = [one["params"] for one in sent if one["method"] == "Network.requestWillBeSent"]
        urls = [one["request"]["url"] for one in asked if one["documentURL"].startswith(("file:", "about:"))]
        own = (f"file://{self.path}", "about:blank", "about:srcdoc")
        return [url for url in urls if url.split("#")[0] not in own]
