"""Chromium, as the workbench is looked at."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

#: Whatever else is installed, pictures look the same.
_FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <alias binding="strong"><family>system-ui</family><prefer><family>Inter</family></prefer></alias>
  <alias binding="strong"><family>sans-serif</family><prefer><family>Inter</family></prefer></alias>
  <alias binding="strong">
    <family>monospace</family><prefer><family>JetBrains Mono</family></prefer>
  </alias>
</fontconfig>
"""


@contextmanager
def chromium(home: Path) -> Iterator[Browser]:
    """One with a home of its own."""
    home.mkdir(exist_ok=True)
    (home / "fonts.conf").write_text(_FONTS)
    env = {"HOME": str(home), "FONTCONFIG_FILE": str(home / "fonts.conf")}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
            env={**env},
        )
        yield browser
        browser.close()


def new_page(browser: Browser, user_agent: str | None = None) -> Page:
    """A page of a visitor who was never here, which may ask this machine alone."""
    visitor = browser.new_context(
        viewport={"width": 1100, "height": 700},
        user_agent=user_agent,
        permissions=["clipboard-read", "clipboard-write"],
    )
    visitor.route(lambda url: not url.startswith("http://127.0.0.1:"), lambda route: route.abort())
    return visitor.new_page()
