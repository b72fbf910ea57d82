"""Short names of browsers and devices for a list, read from the User-Agent header."""

from django.utils.translation import gettext as _

BROWSERS = [("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox/", "Firefox")]
BROWSERS += [("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari")]
SYSTEMS = [("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")]
SYSTEMS += [("CrOS", "ChromeOS"), ("Mac OS X", "macOS"), ("Linux", "Linux")]
"""Names to search for in this order, the first match wins: many browsers also pretend to be one of the later ones."""


def device_words(said: str) -> str:
    """Return a short name like "Firefox, Android"."""
    found = [next((name for sign, name in known if sign in said), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found)) or _("a browser that does not say which")
