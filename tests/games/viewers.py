"""People at a table who read its page and press its buttons, as without JavaScript; and laid deals."""

from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import services
from games.domain.cards import Card
from games.domain.variants import resolve
from games.log.store import load
from games.models import Game
from tests.domain.packs import Company, stack

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
HTMX = {"HX-Request": "true"}


class Page(HTMLParser):
    """A page, with everything that can be read and used: its text, its buttons by their words, its inputs."""

    def __init__(self, response: Any) -> None:
        super().__init__()
        self.html = response.content.decode()
        self.status = response.status_code
        self.words: list[str] = []
        self.buttons: dict[str, dict[str, str]] = {}
        self.inputs: list[dict[str, str]] = []
        self.forms: list[str] = []
        self._button: dict[str, str] | None = None
        self._label: list[str] = []
        self.feed(self.html)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.forms.append(found.get("action", ""))
        elif tag in ("input", "option"):
            self.inputs.append(found)
        elif tag == "button":
            self._button, self._label = found | {"action": self.forms[-1] if self.forms else ""}, []

    def handle_endtag(self, tag: str) -> None:
        if tag == "button" and self._button is not None:
            self.buttons[" ".join(" ".join(self._label).split())] = self._button
            self._button = None

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if self._button is not None:
            self._label.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    @property
    def moves(self) -> dict[str, str]:
        """Return the moves on offer: the words on the button, and the value that it sends."""
        return {label: button["value"] for label, button in self.buttons.items() if button.get("name") == "move"}

    def offered(self, name: str) -> list[str]:
        """Return the values that can be chosen under a name."""
        return [each["value"] for each in self.inputs if each.get("name") == name and each.get("type") != "hidden"]

    @property
    def plucks(self) -> list[str]:
        """Return the plucks on offer."""
        return [each["value"] for each in self.inputs if "name" not in each and each.get("value")]

    def chosen(self, name: str) -> list[str]:
        return [each["value"] for each in self.inputs if each.get("name") == name and "checked" in each]

    @property
    def seen(self) -> str:
        return next(each["value"] for each in self.inputs if each.get("name") == "seen")


class Viewer:
    """A person with a browser, who looks at one game."""

    def __init__(self, game: Game, who: Person | None = None) -> None:
        self.game = game
        self.client = Client()
        if who:
            self.client.force_login(who)

    def address(self, name: str = "table") -> str:
        return reverse(f"games:{name}", args=[self.game.public_id])

    def look(self, **chosen: Any) -> Page:
        """Return the table, with these cards chosen: hand, item, pluck, orange."""
        return Page(self.client.get(self.address(), chosen))

    def post(self, name: str, *, htmx: bool = False, **sent: Any) -> HttpResponse:
        headers = HTMX if htmx else {}
        response: Any = self.client.post(self.address(name), sent, headers=headers)
        return response  # type: ignore[no-any-return]

    def press(self, page: Page, label: str) -> Page:
        """Press the button with these words, and return the page it leads to."""
        button = page.buttons[label]
        sent = {"seen": page.seen} | ({button["name"]: button["value"]} if "name" in button else {})
        return Page(self.client.post(button["action"], sent, follow=True))

    def press_seat(self, label: str) -> Page:
        """Take the seat that the button names."""
        button = self.look().buttons[label]
        return Page(self.client.post(button["action"], {button["name"]: button["value"]}, follow=True))

    def trail(self) -> Page:
        """Trail a card, whichever comes first."""
        return self.play(self.look().offered("hand")[0])

    def play(self, text: str) -> Page:
        """Send a move as the page shown now would."""
        return Page(self.client.post(self.address("play"), {"move": text, "seen": self.look().seen}, follow=True))


def friend(name: str) -> Person:
    """Return a person of this name, of whom there may be several."""
    return Person.objects.create_user(username=f"{name.lower()}-{Person.objects.count()}", display_name=name)


def seat_all(game: Game, people: Sequence[Person]) -> None:
    for each in people[1:]:
        services.take_seat(game, each, None)


def laid(
    rules: str | dict[str, Any],
    *hands: str,
    table: str = "",
    partners: bool = False,
    step: int = 1,
    **more: Any,
) -> list[Viewer]:
    """Return a game of as many friends as there are hands, with these deals; the last seat deals, so seat 1 plays
    first. `rules` are a preset's name or options; `more` are arguments of `stack`."""
    wanted = resolve(rules)
    preset = rules if isinstance(rules, str) else rules["preset"]
    dealing = wanted.dealing
    dealer = len(hands) if step == 1 else 2
    company = Company(len(hands), dealer, step, dealing.hand_size, dealing.table_size, dealing.deck)
    pack = tuple(map(Card, stack(company, hands, table, **more).split()))
    people = [friend(name) for name in NAMES[: len(hands)]]
    with (
        patch("games.services.recorder.first_dealer", lambda *_: dealer),
        patch("games.log.shuffling.shuffled_pack", lambda *_: pack),
    ):
        game = services.start_game(people[0], wanted, preset, len(hands), partners, "friends")
        seat_all(game, people)
    return [Viewer(game, each) for each in people]


def held(game: Game) -> Iterator[tuple[int, Card]]:
    """Yield every card in a hand, with its seat."""
    state, _ = load(Game.objects.get(pk=game.pk))
    assert state.round
    for seat, hand in enumerate(state.round.hands, start=1):
        yield from ((seat, card) for card in hand)


def path_of(response: Any) -> str:
    return str(urlsplit(response["Location"]).path)
