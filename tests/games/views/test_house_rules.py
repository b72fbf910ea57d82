"""Saved house rules: kept, used, renamed, deleted; and the messages of the form while options are chosen."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Person
from accounts.services import create_guest
from games import services
from games.domain.presets import DEFAULT_PRESET
from games.models import Game, HouseRules
from games.presenters.rulebook.house_rules import field_groups
from games.services import MAX_SAVED_RULES
from tests.games.forms.test_house_rules import FRIENDS
from tests.games.tables import RULES, person
from tests.games.viewers import HTMX, Page, browser_of

pytestmark = pytest.mark.django_db

MINE = {"duty": "free", "target": "11"}


@pytest.fixture
def mine(ann: Person) -> Client:
    """The browser of Ann."""
    return browser_of(ann)


def keep(client: Client, name: str, *, headers: dict[str, str] | None = None, **sent: Any) -> Any:
    changed: dict[str, Any] = FRIENDS | {"set_name": name} | (sent or MINE)
    return client.post(reverse("games:save_rules", args=["casino"]), changed, headers=headers)


def kept_by(who: Person, name: str = "Grandma’s") -> HouseRules:
    assert services.save_rules(who, name, "casino", {"duty": "free", "target": 11}) == ""
    return HouseRules.objects.get(owner=who, name=name)


def names() -> list[str]:
    return list(HouseRules.objects.order_by("pk").values_list("name", flat=True))


def listed(client: Client) -> Page:
    return Page(client.get(reverse("games:house_rules")))


def rename(client: Client, kept: HouseRules, name: str) -> Page:
    return Page(client.post(reverse("games:rename_rules", args=[kept.pk]), {"set_name": name}, follow=True))


def test_without_any_a_link_leads_to_where_they_are_set(client: Client) -> None:
    address = f"{reverse('games:set_up', args=[DEFAULT_PRESET])}?customize"
    assert f'href="{address}#house-rules"' in listed(client).html
    for path, is_open in ((address, True), (address.removesuffix("?customize"), False)):
        (fold,) = re.findall(r'<details id="house-rules" class="house"( open)?', client.get(path).content.decode())
        assert bool(fold) is is_open


# --- keeping ---------------------------------------------------------------------------------------------------------


def test_house_rules_are_kept_under_a_name(mine: Client, ann: Person) -> None:
    page = Page(mine.get(keep(mine, "  Grandma’s   table ")["Location"]))
    assert "Saved as “Grandma’s table.”" in page.text
    kept = HouseRules.objects.get()
    assert (kept.owner, kept.name, kept.preset) == (ann, "Grandma’s table", "casino")
    assert kept.overrides == {"duty": "free", "target": 11}
    assert '<option value="free" selected>' in page.html
    assert not Game.objects.exists()


def test_a_guest_keeps_them_too(client: Client) -> None:
    keep(client, "Mine")
    assert HouseRules.objects.get().owner.is_guest
    assert "Mine" in listed(client).text


def test_with_htmx_nothing_else_on_the_page_changes(mine: Client) -> None:
    html = keep(mine, "Mine", headers=HTMX).content.decode()
    assert html.lstrip().startswith('<div id="own-sets"')
    assert "Saved as “Mine.”" in html
    assert "<html" not in html


@pytest.mark.parametrize(
    ("name", "sent", "told"),
    [
        ("", {}, "Give these house rules a name."),
        ("   ", {}, "Give these house rules a name."),
        ("x" * 41, {}, "This name is too long. The limit is 40 characters."),
        ("a\u200bb", {}, "This name contains characters that we can’t show."),
        ("Mine", {"target": "21"}, "These are the standard rules, so there is nothing to save."),
        ("Mine", {"orange": "true"}, "Oranges need the Rook deck"),
        ("grandma’S", {}, "You already have house rules with this name."),
    ],
)
@pytest.mark.parametrize("headers", [None, HTMX])
def test_what_cannot_be_kept_is_told_and_nothing_is_lost(
    mine: Client, ann: Person, name: str, sent: dict[str, str], told: str, headers: dict[str, str] | None
) -> None:
    kept_by(ann)
    page = Page(keep(mine, name, headers=headers, **sent))
    assert told in page.text
    assert names() == ["Grandma’s"]
    assert [each["value"] for each in page.inputs if each.get("name") == "set_name"] == [name]
    if not headers:
        assert page.chosen("opponents") == ["friends"]
        assert "House rules" in page.text
        assert 'class="house" open' in page.html


def test_there_is_an_end_to_how_many_one_keeps(mine: Client, ann: Person) -> None:
    HouseRules.objects.bulk_create(
        HouseRules(owner=ann, name=f"Set {number}", preset="casino", overrides={"target": 11})
        for number in range(MAX_SAVED_RULES)
    )
    assert "You can save 50 sets of house rules. Delete one first." in Page(keep(mine, "One more")).text
    assert len(names()) == MAX_SAVED_RULES
    assert "Saved as" in Page(keep(Client(), "One more", headers=HTMX)).text


def test_there_are_none_of_an_unknown_game(mine: Client) -> None:
    for name in ("save_rules", "check_combination"):
        assert mine.post(reverse(f"games:{name}", args=["nothing"]), {"set_name": "Mine"}).status_code == 404


# --- using them ------------------------------------------------------------------------------------------------------


def test_the_list_tells_what_each_changes_and_leads_to_a_table(mine: Client, ann: Person) -> None:
    kept_by(ann)
    page = listed(mine)
    assert "Casino" in page.text
    assert "Points to win: 11" in page.text
    address = re.search(r'<h2><a href="([^"]+)"', page.html)
    assert address
    form = mine.get(address[1].replace("&amp;", "&")).content.decode()
    assert '<option value="free" selected>' in form
    assert 'name="target" value="11"' in form


def test_the_link_of_a_set_can_be_sent_to_anybody(mine: Client, ann: Person) -> None:
    kept_by(ann)
    link = next(each["value"] for each in listed(mine).inputs if "readonly" in each)
    form = Client().get(link.replace("http://testserver", ""), follow=True).content.decode()
    assert '<option value="free" selected>' in form


def test_the_page_that_opens_a_table_offers_those_of_its_game(mine: Client, ann: Person) -> None:
    kept_by(ann)
    for preset, offered in (("casino", True), ("royal", False)):
        page = Page(mine.get(reverse("games:set_up", args=[preset])))
        assert ("Grandma’s" in page.text) == offered


def test_who_has_none_is_told_how(client: Client) -> None:
    assert "None yet." in listed(client).text


# --- renaming and deleting -------------------------------------------------------------------------------------------


def test_they_are_renamed_and_deleted(mine: Client, ann: Person) -> None:
    kept = kept_by(ann)
    assert "Grandpa’s" in rename(mine, kept, "Grandpa’s").text
    assert names() == ["Grandpa’s"]
    assert "GRANDPA’S" in rename(mine, kept, "GRANDPA’S").text  # its own name is no other's
    page = Page(mine.post(reverse("games:delete_rules", args=[kept.pk]), follow=True))
    assert "None yet." in page.text
    assert names() == []


@pytest.mark.parametrize(
    ("name", "told"),
    [("", "Give these house rules a name."), ("mine", "You already have house rules with this name.")],
)
def test_a_name_that_will_not_do_is_told_beside_its_set(mine: Client, ann: Person, name: str, told: str) -> None:
    kept, _ = kept_by(ann), kept_by(ann, "Mine")
    page = rename(mine, kept, name)
    assert page.text.count(told) == 1
    assert page.text.index("Grandma’s") < page.text.index(told) < page.text.index("Mine")
    assert names() == ["Grandma’s", "Mine"]


def test_nobody_touches_anothers(ann: Person) -> None:
    kept = kept_by(ann)
    for client in (browser_of(person("Bob")), Client()):
        assert client.post(reverse("games:rename_rules", args=[kept.pk]), {"set_name": "X"}).status_code == 404
        assert client.post(reverse("games:delete_rules", args=[kept.pk])).status_code == 404
        assert "Grandma’s" not in listed(client).text
    assert names() == ["Grandma’s"]


def test_what_a_guest_kept_goes_to_the_account_under_names_of_its_own(ann: Person) -> None:
    guest = create_guest()
    mine, same, other = kept_by(ann), kept_by(guest), kept_by(guest, "Other")
    services.move_games(guest, ann)
    assert {each.pk: each.name for each in HouseRules.objects.filter(owner=ann)} == {
        mine.pk: "Grandma’s",
        same.pk: "Grandma’s 2",
        other.pk: "Other",
    }


def test_a_name_is_only_text(mine: Client, ann: Person) -> None:
    kept_by(ann, "<b>x</b>")
    assert "<b>x</b>" not in listed(mine).html


# --- what can be combined --------------------------------------------------------------------------------------------


def shut(**changes: Any) -> Iterator[tuple[str, str, str]]:
    """Yield field, value and reason of each choice that these changes to the default rules exclude."""
    for group in field_groups(RULES, changes):
        for field in group.fields:
            yield from ((field.key, offered.text, offered.conflict) for offered in field.choices if offered.conflict)


def test_what_clashes_with_the_choice_is_shut_with_its_reason() -> None:
    found = {(key, value): why for key, value, why in shut()}
    assert found["orange", "true"] == "Oranges need the Rook deck or the deck without face cards (8.6)."
    assert ("hand_cards", "pair") in found
    assert ("ending", "rounds") in found
    without_builds = {(key, value) for key, value, _ in shut(building=False)}
    assert ("hand_cards", "pair") not in without_builds
    assert ("orange", "true") not in {(key, value) for key, value, _ in shut(deck="no_faces")}


def test_what_is_chosen_is_never_shut_and_a_clash_shuts_nothing() -> None:
    assert ("building", "true") in {(key, value) for key, value, _ in shut(building=False, hand_cards="pair")}
    assert ("building", "false") not in {(key, value) for key, value, _ in shut(building=False, hand_cards="pair")}
    assert list(shut(hand_cards="pair")) == []


def fit(**sent: Any) -> Page:
    return Page(Client().post(reverse("games:check_combination", args=["casino"]), FRIENDS | sent, headers=HTMX))


def offers(page: Page, key: str) -> str:
    """Return the choices of the field."""
    found = re.search(rf'<select id="o-{key}".*?</select>', page.html, re.DOTALL)
    assert found
    return found[0]


def test_the_form_says_so_on_the_page_and_shuts_it_as_soon_as_htmx_asks() -> None:
    whole = Client().get(reverse("games:set_up", args=["casino"])).content.decode()
    assert "Unavailable: yes. Oranges need the Rook deck" in whole
    assert "disabled" not in whole
    assert '<option value="true" disabled>' in offers(fit(), "orange")
    assert "Oranges need" not in fit(deck="no_faces").html


def test_what_was_shut_comes_back_open() -> None:
    page = fit(deck="no_faces", shut=["orange"])
    assert re.search(r'id="c-orange" class="choice" hx-swap-oob="true"', page.html)
    assert '<option value="true">' in offers(page, "orange")
    assert 'id="c-orange"' not in fit(deck="no_faces").html


def test_a_list_gets_more_rows_once_all_are_filled() -> None:
    rows = re.compile(r'name="hand_values.of"')
    page = fit(**{"hand_values.of": ["A", "2S"], "hand_values": ["14", "15"]})
    assert re.search(r'id="c-hand_values" class="choice" hx-swap-oob="true"', page.html)
    assert len(rows.findall(page.html)) > 2
    for names in (["A", ""], []):
        page = fit(**{"hand_values.of": names, "hand_values": ["14", ""][: len(names)]})
        assert 'id="c-hand_values"' not in page.html


def test_a_row_is_told_what_is_wrong_with_it() -> None:
    page = fit(**{"hand_values.of": ["", "10♦"], "hand_values": ["", ""]})
    assert '<small id="p-hand_values-1" class="error later" hx-swap-oob="true"></small>' in page.html
    told = "Write the number for 10♦, too."
    assert f'<small id="p-hand_values-2" class="error later" hx-swap-oob="true">{told}</small>' in page.html
    assert page.text.count(told) == 1


def test_a_clash_is_told_at_once_and_who_can_play_changes() -> None:
    assert "Playing two hand cards at once can’t be combined with builds." in fit(hand_cards="pair").text
    assert fit().offered("seating") == ["2", "3", "4", "4p"]
    assert fit(partnership="required").offered("seating") == ["2", "3", "4p"]


# --- searching, explaining, summing up ------------------------------------------------------------------------------


def find(words: str, headers: dict[str, str] = HTMX, **sent: Any) -> Page:
    sent = FRIENDS | {"find": words} | sent
    return Page(Client().post(reverse("games:find_options", args=["casino"]), sent, headers=headers))


def found(page: Page) -> set[str]:
    return set(re.findall(r'id="w-(\w+)" class="option"(?! hidden)', page.html))


def test_a_search_finds_options_by_title_key_rule_and_value() -> None:
    everything = found(find(""))
    assert len(everything) > 60
    assert found(find("two cards")) != everything
    assert "duty" in found(find("5.10"))
    for words in ("ten of diamonds", "10", "16"):
        assert found(find(words)) >= {"hand_values", "extra_values"}
    assert found(find("jack takes all")) == {"jack_takes_all"}
    assert found(find("STEAL")) == {"steal"}


@pytest.mark.parametrize(
    ("key", "searches"),
    [
        ("hand_values", ["Swedish", "ten or 16", "10 or 16", "sixteen", "10d", "storan"]),
        ("hand_values!", ["from the hand", "played from the hand"]),
        ("one_sum!", ["only one sum at a time", "two sums", "multiple sums"]),
    ],
)
def test_a_search_finds_options_by_what_players_call_them(key: str, searches: list[str]) -> None:
    for words in searches:
        order = re.findall(r'id="w-(\w+)" class="option"(?! hidden)', find(words).html)
        assert key.rstrip("!") in (order[:1] if key.endswith("!") else order)


def test_a_search_keeps_what_is_chosen_with_and_without_scripts() -> None:
    assert '<option value="free" selected>' in offers(find("sweep", duty="free"), "duty")
    whole = find("sweep", headers={}, duty="free")
    assert '<option value="free" selected>' in offers(whole, "duty")
    assert whole.html.count("<h1") == 1


def test_a_search_without_a_match_says_so_and_a_long_one_is_cut() -> None:
    assert "No option matches “xyzzy”." in find("xyzzy").text
    assert "x" * 61 not in find("x" * 60_000).html


def test_the_summary_follows_the_options() -> None:
    assert "Standard rules, with no changes." in fit().text
    page = fit(duty="free", jack_takes_all="true")
    assert "While you own a build, you may still trail" in page.text
    assert "jack_takes_all=true" in page.html
    assert "While you own" not in fit(duty="free", orange="true").text.partition("Your game")[2]


def explained(key: str, query: str = "", preset: str = "casino") -> Page:
    return Page(Client().get(f"{reverse('games:option', args=[preset, key])}?{query}", headers=HTMX))


def test_an_option_is_explained_with_a_position_that_the_engine_judges() -> None:
    page = explained("table_sums")
    assert "A sum is taken" in page.text or "add up" in page.text
    assert 'class="may"' in page.html
    assert 'class="may-not"' in page.html
    assert 'data-card="' in page.html


def test_a_value_that_other_rules_exclude_says_why() -> None:
    assert "Oranges need the Rook deck" in explained("orange").text
    assert "Oranges need the Rook deck" not in explained("orange", "deck=no_faces").text


@pytest.mark.parametrize("address", ["new/poker/options/duty/", "new/casino/options/nothing/"])
def test_an_unknown_option_is_not_there(address: str) -> None:
    assert Client().get(f"/{address}").status_code == 404
