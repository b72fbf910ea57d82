"""The way to lay a table: `laid`, with people who read its page and press its buttons, as without JavaScript.

    ann, bob = laid("casino", "9S 2H", "9H", table="2C 7D")  # hands by seat; a preset, or a dict with house rules
    page = ann.look(hand="9S", item=["2C", "7D"])  # what Ann sees with these cards chosen
    ann.press(page, "Take 2♣ 7♦ with 9♠ (3 cards)")  # the button with these words
    bob.play("9H")  # or a move in notation, as the page would send it

The game went through the services, as on the site, and is in the database: `ann.game`. Games that were played to their
end, or for a round, come from `finished_game` and `after_round_one`, which play once in each process. A test of the log
alone, that needs a game without rules and pages, takes `game_by_hand` of `tests/games/tables.py`. Positions for the
engine, without a database, are in `tests/domain/positions.py`; games in a browser are in `tests/browser/scenes.py`.
"""

import re
from collections.abc import Iterator, Sequence
from html.parser import HTMLParser
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from games import services
from games.domain.cards import Card
from games.domain.presets import resolve_rules
from games.domain.table_settings import TableSettings
from games.live import presence
from games.log.store import load
from games.models import Game
from games.services import GameSetup
from tests.domain.packs import Company, stack

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eve", "Fay")
HTMX = {"HX-Request": "true"}
NEXT_ROUND = "Next round"
PRIVATE = TableSettings(spectators=False, chat="off")


CARD_SIGN = re.compile(r'<span class="c \w+">([^<]*)</span>')
"""A card named in a sentence, which is read as one word."""

DECORATION = re.compile(r'<svg[^>]* aria-hidden="true".*?</svg>', re.DOTALL)


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
        self.form_ids: dict[str, str] = {}
        self._button: dict[str, str] | None = None
        self._label: list[str] = []
        self.feed(CARD_SIGN.sub(r"\1", DECORATION.sub("", self.html)))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.forms.append(found.get("action", f"#{found.get('id', '')}"))
            self.form_ids[found.get("id", "")] = self.forms[-1]
        elif tag in ("input", "option"):
            self.inputs.append({"form": self.forms[-1] if self.forms else ""} | found)
        elif tag == "button":
            form = self.form_ids[found["form"]] if "form" in found else self.forms[-1] if self.forms else ""
            self._button, self._label = found | {"fields": form, "action": found.get("formaction", form)}, []

    def handle_endtag(self, tag: str) -> None:
        if tag == "button" and self._button is not None:
            words = " ".join(" ".join(self._label).split())
            self.buttons[self._button.get("aria-label") or words] = self._button
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
    def seq(self) -> str:
        return next(each["value"] for each in self.inputs if each.get("name") == "seq")

    def hidden(self, action: str) -> dict[str, str]:
        """Return the hidden fields of the form with this action, or with "#" and this id."""
        found = (each for each in self.inputs if each.get("type") == "hidden" and each["form"] == action)
        return {each["name"]: each.get("value", "") for each in found}


class Viewer:
    """A person with a browser, who looks at one game."""

    def __init__(self, game: Game, who: Person | None = None) -> None:
        self.game = game
        self.client = browser_of(who)

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
        sent = page.hidden(button["fields"]) | ({button["name"]: button["value"]} if "name" in button else {})
        return Page(self.client.post(button["action"], sent, follow=True))

    def press_seat(self, label: str) -> Page:
        """Take the seat that the button names."""
        button = self.look().buttons[label]
        sent = {button["name"]: button["value"]} if "name" in button else {}
        return Page(self.client.post(button["action"], sent, follow=True))

    def go_on(self) -> Page:
        """Return the table; where the end of a round is shown, go on to the next one first."""
        page = self.look()
        return self.press(page, NEXT_ROUND) if NEXT_ROUND in page.buttons else page

    def trail(self) -> Page:
        """Trail a card, whichever comes first."""
        return self.play(self.go_on().offered("hand")[0])

    def play(self, text: str) -> Page:
        """Send a move as the page shown now would."""
        return Page(self.client.post(self.address("play"), {"move": text, "seq": self.go_on().seq}, follow=True))


def browser_of(who: Person | None = None) -> Client:
    client = Client()
    if who:
        client.force_login(who)
    return client


def told_after(answer: Any) -> str:
    """Return the messages that the next page will show."""
    return " ".join(str(message) for message in get_messages(answer.wsgi_request))


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
    table_settings: TableSettings | None = None,
    one_device: bool = False,
    **more: Any,
) -> list[Viewer]:
    """Return a game of as many friends as there are hands, with these deals; the last seat deals, so seat 1 plays
    first. `rules` are a preset's name or options; `more` are arguments of `stack`. On `one_device`, that of the first
    viewer, the others are only names."""
    wanted = resolve_rules(rules)
    preset = rules if isinstance(rules, str) else rules["preset"]
    dealing = wanted.dealing
    dealer = len(hands) if step == 1 else 2
    company = Company(len(hands), dealer, step, dealing.hand_size, dealing.table_size, dealing.deck)
    pack = tuple(map(Card, stack(company, hands, table, **more).split()))
    people = [friend(name) for name in NAMES[: len(hands)]]
    with (
        patch("games.services.game_transaction.first_dealer", lambda *_: dealer),
        patch("games.log.shuffling.shuffled_pack", lambda *_: pack),
    ):
        if one_device:
            others = {number: NAMES[number - 1] for number in range(2, len(hands) + 1)}
            setup = GameSetup(wanted, preset, len(hands), partners, table_settings or PRIVATE, local_players=others)
            game = services.open_game(people[0], setup)
        else:
            game = services.start_game(people[0], wanted, preset, len(hands), partners, "friends", table_settings)
            seat_all(game, people)
    return [Viewer(game, each) for each in people]


def spectators(game: Game) -> int:
    """Return the number of open pages of spectators."""
    pages = presence.pages_by_seat(game.pk)
    return pages[0].number if 0 in pages else 0


def held(game: Game) -> Iterator[tuple[int, Card]]:
    """Yield every card in a hand, with its seat."""
    state, _ = load(Game.objects.get(pk=game.pk))
    assert state.round
    for seat, hand in enumerate(state.round.hands, start=1):
        yield from ((seat, card) for card in hand)


def path_of(response: Any) -> str:
    return str(urlsplit(response["Location"]).path)
