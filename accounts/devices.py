"""Short names of browsers and devices for a list, read from the User-Agent header."""

BROWSERS = [("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser", "Samsung Internet"), ("Firefox/", "Firefox")]
BROWSERS += [("FxiOS", "Firefox"), ("CriOS", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari")]
SYSTEMS = [("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows")]
SYSTEMS += [("CrOS", "ChromeOS"), ("Mac OS X", "macOS"), ("Linux", "Linux")]
"""Names to search for in this order, the first match wins: many browsers also pretend to be one of the later ones."""


def device_name(user_agent: str) -> str:
    """A short name like "Firefox, Android", or an empty string."""
    names = [next((name for mark, name in marks if mark in user_agent), "") for marks in (BROWSERS, SYSTEMS)]
    return ", ".join(filter(None, names))
