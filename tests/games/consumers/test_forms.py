"""Forms in what sockets push: no request renders them, so they have no token. htmx sends one for them."""

import re
from collections.abc import Iterator

from games.consumers import lobby, table
from tests.live import PROJECT

PUSHED = (
    *lobby.TEMPLATES,
    *(table.TABLE, table.REFUSED, table.PRESENCE, table.MESSAGES, table.CHAT_ALERT, table.RECONNECTED),
    *("games/watch/page.html#watched", "games/following/page.html#live"),
)
NO_BUTTON = 'id="act"'
"""The form without a button, of which others' buttons take the fields."""

NO_SCRIPT = re.compile("<noscript>.*?</noscript>", re.DOTALL)
"""For pages to which nothing is pushed."""


def templates(names: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Yield these templates and those that they include, each with its text."""
    found, left = set[str](), list(names)
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            file, _, part = name.partition("#")
            text = (PROJECT / "templates" / file).read_text(encoding="utf-8")
            if part:
                text = text.partition(f"{{% partialdef {part} ")[2].partition("{% endpartialdef")[0]
            left += re.findall(r'include "([^"]+)"', text)
            left += [f"{file}#{used}" for used in re.findall(r"{% partial (\w+) %}", text)]
            yield name, text


def test_every_form_that_is_pushed_is_sent_by_htmx() -> None:
    forms = [
        (name, form) for name, text in templates(PUSHED) for form in re.findall(r"<form[^>]*>", NO_SCRIPT.sub("", text))
    ]
    assert len(forms) > 20
    assert [(name, form) for name, form in forms if "hx-" not in form and NO_BUTTON not in form] == []
