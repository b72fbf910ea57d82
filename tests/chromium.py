"""Finds the Chromium that drives the browser tests."""

import os
import shutil

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ON_MACOS = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)


def chromium() -> str | None:
    """Return its path: the one in CHROMIUM, else the first one installed."""
    candidates = (os.environ.get("CHROMIUM", ""), *NAMES, *ON_MACOS)
    return next((found for name in candidates if name and (found := shutil.which(name))), None)


def headless_chromium() -> str | None:
    """Return the path of the one without windows, where there is one: it shows the same pages with far less work."""
    shell = shutil.which("chromium-headless-shell")
    return shell if shell and not os.environ.get("CHROMIUM") else chromium()
