"""A name written from right to left turns nothing around it, on any page."""

import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest
from django.contrib.admin import site
from django.urls import reverse

from accounts import services as people
from accounts.models import Person
from games.models import ImportedRecord
from games.models.social import ChatMessage
from games.rulings.models import Dispute
from tests.pages import looks
from tests.sessions import browser_of

pytestmark = pytest.mark.django_db

NAME = re.compile(r"שרה \d+")
BETWEEN_MARKS = re.compile("\u2068[^\u2069]*\u2069")
ISOLATING = ({"a", "b", "small", "th", "bdi"}, {"tag", "name"})
"""Elements and classes that do it, by the style sheet (`static/css/base.css`)."""

INLINE = set("abbr cite code del dfn em i ins kbd label mark output q s samp span strong sub sup time u var".split())
"""Elements that do not. All others are blocks of their own, or show one thing only."""

DJANGOS_OWN = re.compile(r"^<title>|>\d: שרה \d+$")
"""The title of a staff page; a seat, whose number stands before the name."""

VOID = set("area base br circle col embed hr img input link meta path rect source track use wbr".split())


class Names(HTMLParser):
    """The names on a page beside which there is something else that they could turn around. `said` is what each of the
    open elements says so far."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.opened: list[tuple[str, bool]] = [("", True)]
        self.said = [""]
        self.found: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        self.found += [f'{name}="{value}"' for name, value in found.items() if turned(value)]
        if tag not in VOID:
            tags, classes = ISOLATING
            shields = tag not in INLINE or bool(classes & set(found.get("class", "").split())) or "dir" in found
            self.opened.append((tag, shields or tag in tags))
            self.said.append("")

    def handle_endtag(self, tag: str) -> None:
        if tag in VOID:
            return
        opened, shields = self.opened.pop()
        said = self.said.pop()
        assert opened == tag, f"</{tag}> ends <{opened}>: {said}"
        if shields and turned(said):
            self.found.append(f"<{tag}>{' '.join(said.split())}")
        self.said[-1] += " ▢ " if shields else said

    def handle_data(self, data: str) -> None:
        self.said[-1] += data


def turned(text: str) -> bool:
    """Return whether a name stands beside words or numbers, and not between marks."""
    rest = BETWEEN_MARKS.sub("", text)
    return bool(NAME.search(rest)) and bool(re.search(r"\w", NAME.sub("", rest, count=1)))


def rename_everyone() -> None:
    """Write all names, and what people say, from right to left."""
    for person in Person.objects.all():
        people.rename(person, f"שרה {person.pk}")
    ChatMessage.objects.update(text="שרה 1001")
    Dispute.objects.update(text="שרה 1002")
    record = ImportedRecord.objects.get()
    record.log, record.players = json.loads(json.dumps([record.log, record.players]).replace("Anna", "שרה 1003"))
    record.save()


def test_no_name_turns_what_stands_beside_it(names: dict[str, str]) -> None:
    rename_everyone()
    turned_around: dict[str, set[str]] = {}
    shown = 0
    for look in looks():
        page = browser_of(look.who, names).get(look.address.format(**names)).content.decode()
        shown += bool(NAME.search(page))
        if found := Names(page).found:
            turned_around[f"{look.address} ({look.who})"] = set(found)
    assert shown > 40
    assert turned_around == {}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<p>שרה 1</p>", []),
        ("<p><b>שרה 1</b> 7</p>", []),
        ("<p>\u2068שרה 1\u2069 7</p>", []),
        ("<p><span>שרה 1</span> 7</p>", ["<p>שרה 1 7"]),
        ("<p><b>שרה 1: 7</b></p>", ["<b>שרה 1: 7"]),
        ('<p title="שרה 1 7">', ['title="שרה 1 7"']),
    ],
)
def test_what_is_turned_around_is_found(text: str, found: list[str]) -> None:
    assert Names(text).found == found


def test_nor_on_the_staff_pages(names: dict[str, str]) -> None:
    rename_everyone()
    turned_around: dict[str, list[str]] = {}
    for address in staff_pages():
        page = browser_of("root", names).get(address, follow=True).content.decode()
        found = [each for each in Names(page).found if not DJANGOS_OWN.search(each)]
        if found:
            turned_around[address] = found
    assert turned_around == {}


def staff_pages() -> Iterator[str]:
    """Every list, and a page of each kind of row."""
    for model in site._registry:
        name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        yield reverse(f"{name}_changelist")
        yield from (reverse(f"{name}_change", args=[row.pk]) for row in model._default_manager.all()[:1])
