"""What a browser says it is, in words short enough for a list."""

from django.utils.translation import gettext as _

BROWSERS = [("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox/", "Firefox")]
BROWSERS += [("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari")]
SYSTEMS = [("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")]
SYSTEMS += [("CrOS", "ChromeOS"), ("Mac OS X", "macOS"), ("Linux", "Linux")]
"""The first that is found counts: many pretend to be one of those behind them as well."""


def device_words(said: str) -> str:
    """As "Firefox, Android"."""
    found = [next((name for sign, name in known if sign in said), "") for known in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, found)) or _("a browser that does not say which")
