"""The director's moderation: access, contents, secrets, and rulings step by step."""

from datetime import timedelta
from typing import Any

import pytest
from cryptography.fernet import Fernet
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Person
from games import services
from games.clubs.models import ClubGame
from games.domain.disputes import KINDS
from games.log.store import load
from games.log.verification import verify_game
from games.models import Game, Suspension
from games.moderation.urls import urlpatterns
from games.presenters.cards import card_name, card_short
from games.rulings import ruling_service
from games.rulings.disputes import open_dispute
from games.rulings.models import Dispute, RulingRecord
from tests.browser import scenes
from tests.examples import exhaustive, some
from tests.games.clubs.test_members import club_of
from tests.games.disputed import WHY, Case, director, open_case
from tests.games.finished import finished_game
from tests.games.moderation.test_reports import ABOUT_A_MESSAGE
from tests.games.tables import past_the_triggers
from tests.games.viewers import Page, Viewer, browser_of, friend, held

pytestmark = pytest.mark.django_db

ADDRESSES = [
    str(each.name)
    for each in urlpatterns
    if each.pattern.converters and not str(each.pattern).startswith(ABOUT_A_MESSAGE)
]
"""Pages of one dispute; the page about people is tested with notices, those about a message with the reports."""

POSTED = {"stop", "go_on"}
QUEUE = "admin:rulings_dispute_changelist"


KEY = Fernet.generate_key().decode()


@pytest.fixture(autouse=True, params=some([True, False], 1), ids=["sealed", "open"])
def keys(request: pytest.FixtureRequest, settings: Settings) -> None:
    """Run every test with and without encryption: the pages show and hide the same."""
    settings.SECRETS_KEYS = [KEY] if request.param else []


@pytest.fixture
def at() -> Case:
    return open_case()


def addresses(at: Case) -> dict[str, str]:
    return {name: at.address(name, *(["upheld"] if name == "rule" else [])) for name in ADDRESSES}


def looked(at: Case, /, **sent: Any) -> Page:
    return Page(at.client.get(at.address(), sent))


def form_of(at: Case, kind: str, /, **sent: Any) -> Page:
    """Return the page that the form of this ruling leads to."""
    return Page(at.client.post(at.address("rule", kind), sent, follow=True))


def ruled(at: Case, kind: str, /, **sent: Any) -> Page:
    """Preview the ruling and confirm it, as the preview's own form does."""
    told = {"reason": "As the rulebook has it.", "rule": "5.2", **sent}
    shown = form_of(at, kind, step="preview", **told)
    assert "Confirm ruling" in shown.buttons, shown.text
    kept: dict[str, Any] = {}
    for each in shown.inputs:
        if each.get("type") == "hidden" and "name" in each:
            kept.setdefault(each["name"], []).append(each.get("value", ""))
    return form_of(at, kind, **{**kept, "step": "confirm"})


# --- who -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ADDRESSES)
@pytest.mark.parametrize("method", ["get", "post"])
def test_nobody_but_a_director_gets_to_a_dispute(at: Case, name: str, method: str) -> None:
    ann = Person.objects.get(seats__game=at.game, seats__number=1)
    sam = Person.objects.create_user("sam", password="x", is_staff=True)
    lapsed = director("lapsed")
    Person.objects.filter(pk=lapsed.pk).update(is_staff=False)
    before = at.game.seq
    answers = {
        who: getattr(browser_of(person), method)(addresses(at)[name]).status_code
        for who, person in {"stranger": None, "player": ann, "staff": sam, "no longer staff": lapsed}.items()
    }
    assert answers == {"stranger": 302, "player": 302, "staff": 403, "no longer staff": 302}
    assert at.game.seq == before


def test_the_way_to_the_table_is_shown_to_directors_who_may_watch_it(at: Case) -> None:
    there = f'href="/g/{at.game.public_id}/"'
    assert there in looked(at).html
    olga, game = Person.objects.create_user("olga", password=None), at.game
    ClubGame.objects.create(game=game, club=club_of(olga))
    for settings in (game.table_settings | {"spectators": False}, game.table_settings):
        Game.objects.filter(pk=game.pk).update(table_settings=settings)
        assert at.client.get(f"/g/{game.public_id}/").status_code == (200 if settings["spectators"] else 404)
        assert (there in looked(at).html) == settings["spectators"]


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_director_who_sits_in_the_game_is_not_let_near_it(at: Case, name: str) -> None:
    bob = Person.objects.get(seats__game=at.game, seats__number=2)
    Person.objects.filter(pk=bob.pk).update(is_staff=True)
    bob.groups.set(at.director.groups.all())
    client = browser_of(Person.objects.get(pk=bob.pk))
    for answer in (client.get(addresses(at)[name]), client.post(addresses(at)[name])):
        assert answer.status_code == 403
        assert "another director" in answer.content.decode()
    assert at.game.public_id not in client.get(reverse(QUEUE)).content.decode()


@pytest.mark.parametrize("name", ADDRESSES)
def test_of_a_dispute_that_there_is_not_a_director_finds_nothing(at: Case, name: str) -> None:
    more = ["upheld"] if name == "rule" else []
    nowhere = reverse(f"moderation:{name}", args=[at.dispute.pk + 1, *more])
    assert {at.client.get(nowhere).status_code, at.client.post(nowhere).status_code} == {404}


def test_another_site_can_have_nothing_done(at: Case) -> None:
    client = Client(enforce_csrf_checks=True)
    client.cookies = at.client.cookies
    answers = {client.post(address).status_code for address in addresses(at).values() if "hands" not in address}
    assert answers <= {403, 405}
    assert client.post(at.address("hands"), {"sure": "1"}).status_code == 403


def test_the_queue_is_for_directors(at: Case) -> None:
    sam = Person.objects.create_user("sam", password="x", is_staff=True)
    assert browser_of(sam).get(reverse(QUEUE)).status_code == 403
    listed = at.client.get(reverse(QUEUE))
    assert at.address() in listed.content.decode()


def test_the_queue_is_filtered(at: Case) -> None:
    def numbers(**wanted: str) -> list[int]:
        return [row.pk for row in at.client.get(reverse(QUEUE), wanted).context["cl"].result_list]

    this = [at.dispute.pk]
    assert numbers(state__exact="open") == this
    assert numbers(state__exact="ruled") == []
    assert (numbers(game__preset="casino"), numbers(game__preset="tuxedo")) == (this, [])
    assert (numbers(rated="no"), numbers(rated="yes")) == (this, [])
    assert (numbers(pace="none"), numbers(pace="days"), numbers(pace="live")) == (this, [], [])
    assert numbers(days="1") == []
    Dispute.objects.update(opened=timezone.now() - timedelta(days=2))
    assert (numbers(days="1"), numbers(days="3")) == (this, [])
    assert numbers(q=at.game.public_id) == this
    assert numbers(q="nothing") == []


# --- what lies on it -------------------------------------------------------------------------------------------------


def test_the_move_is_judged_rule_by_rule(at: Case) -> None:
    page = looked(at)
    assert page.status == 200
    assert "Bob disputes a move" in page.text
    assert WHY in page.text
    for told in ("would record the same", "The cards played are in the hand. (4.1)", "stays in the hand. (5.2)"):
        assert told in page.text
    assert "Failed:" not in page.text


@exhaustive
def test_a_score_sheet_is_reckoned_again_line_by_line() -> None:
    game = finished_game()
    scored = game.events.filter(type="round_scored").earliest("seq")
    dispute = open_dispute(game.taken_seats.get(number=1), scored.seq, WHY)
    assert isinstance(dispute, Dispute)
    dora = director()
    page = Page(browser_of(dora).get(reverse("moderation:dispute", args=[dispute.pk])))
    assert "The current engine calculates the same score sheet." in page.text
    assert "Most cards (6.2)" in page.text
    assert "there is nothing to judge" not in page.text
    with past_the_triggers():
        sheets = [{**side, "most_cards": 0} for side in scored.payload["points"]]
        game.events.filter(pk=scored.pk).update(payload={**scored.payload, "points": sheets})
    page = Page(browser_of(dora).get(reverse("moderation:dispute", args=[dispute.pk])))
    assert "The current engine calculates a different score sheet." in page.text


def test_the_table_is_shown_before_the_move_and_stepped_through(at: Case) -> None:
    before, after = looked(at), looked(at, at="1")
    assert "40 left" in before.text
    assert "six of diamonds" in before.html
    assert "Build of 9" not in before.html
    assert "Build of 9" in after.html
    assert "Step by step" in before.html


def test_hidden_hands_are_not_on_the_page(at: Case) -> None:
    hidden = [card for _, card in held(at.game)]
    assert len(hidden) == 6
    for page in (looked(at), looked(at, at="1"), *(form_of(at, kind) for kind in KINDS)):
        assert page.status == 200
        assert [card for card in hidden if card_name(card) in page.html or card_short(card) in page.html] == []


def test_looking_is_asked_once_more_and_told_to_the_players(at: Case) -> None:
    assert "Look at the hidden hands?" in Page(at.client.get(at.address("hands"))).text
    assert "Look at the hidden hands?" in Page(at.client.post(at.address("hands"))).text
    assert not ruling_service.has_revealed_hands(at.dispute, at.director)
    page = Page(at.client.post(at.address("hands"), {"sure": "1"}, follow=True))
    assert [card for _, card in held(at.game) if card_name(card) not in page.html] == []
    assert "nine of spades" in page.html
    assert "dora has looked at the hidden hands" in at.players[0].look().text
    assert LogEntry.objects.latest("pk").get_change_message() == "Looked at the hidden hands."


def test_one_director_s_look_shows_another_nothing(at: Case) -> None:
    at.client.post(at.address("hands"), {"sure": "1"})
    other = browser_of(director("otto")).get(at.address()).content.decode()
    assert [card for _, card in held(at.game) if card_name(card) in other] == []


def test_what_else_could_be_played_shows_no_more_of_the_hand_than_the_card_played(at: Case) -> None:
    hidden = looked(at)
    assert "Trail 3♣" in hidden.text
    assert "Build" not in hidden.text.partition("Other legal moves")[2].partition("With the hand hidden")[0]
    at.client.post(at.address("hands"), {"sure": "1"})
    assert "Trail 2♣" in looked(at).text


def test_whether_the_log_is_whole_is_told() -> None:
    game = scenes.begun_by([scenes.guest(name) for name in ("Anna", "Ben")], "casino", False)
    game.refresh_from_db()
    Viewer(game, game.taken_seats.get(number=game.turn).person).trail()
    moved = game.events.get(type="card_trailed").seq
    dispute = open_dispute(game.taken_seats.get(number=1), moved, "Was that so?")
    assert isinstance(dispute, Dispute)
    at = Case(browser_of(dora := director()), dora, dispute, [])
    assert "The log is intact" in looked(at).text
    Game.objects.filter(pk=game.pk).update(totals=[3, 0])
    assert "The log is intact" not in looked(at).text
    assert "the game&#x27;s row has totals [3, 0]" in looked(at).html


def test_what_was_said_and_other_disputes_lie_beside_it(at: Case) -> None:
    seat = at.game.taken_seats.get(number=1)
    services.post_text(seat, "I did keep it.")
    other = Dispute.objects.create(
        game=at.game, number=2, seat=1, person=seat.person, event_seq=at.dispute.event_seq, text="Me too."
    )
    page = looked(at)
    assert "I did keep it." in page.text
    assert reverse("moderation:dispute", args=[other.pk]) in page.html


def test_a_dispute_asks_few_questions_however_much_there_is(at: Case) -> None:
    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            looked(at)
        return len(queries)

    few = asked()
    seat = at.game.taken_seats.get(number=1)
    for number in range(2, 12):
        Dispute.objects.create(
            game=at.game, number=number, seat=1, person=seat.person, event_seq=at.dispute.event_seq, text="More."
        )
        services.post_text(seat, f"Word {number}")
    assert asked() <= few + 2


@pytest.mark.parametrize("place", ["x", "-1", "9" * 9, "é"])
def test_a_moment_that_makes_no_sense_is_not_there(at: Case, place: str) -> None:
    assert at.client.get(at.address(), {"at": place}).status_code == 404


# --- stopping and going on -------------------------------------------------------------------------------------------


def test_a_director_stops_the_game_and_lets_it_go_on(at: Case) -> None:
    at.client.post(at.address("stop"))
    assert "the game is paused" in looked(at).text
    again = Page(at.client.post(at.address("stop"), follow=True))
    assert "is already paused" in again.text
    at.client.post(at.address("go_on"))
    assert "the game continues" in looked(at).text
    told = [entry.get_change_message() for entry in LogEntry.objects.order_by("pk")]
    assert told == ["Paused the game.", "Resumed the game."]


# --- ruling ----------------------------------------------------------------------------------------------------------

RULINGS: dict[str, dict[str, Any]] = {
    "upheld": {},
    "rolled_back": {},
    "move_replaced": {"move": "3C"},
    "score_corrected": {"total_0": 2, "total_1": 0},
    "win_awarded": {"winners": [2]},
    "drawn": {},
    "annulled": {},
    "warned": {"seat": 1},
    "suspended": {"seat": 1, "until": (timezone.now() + timedelta(days=9)).date().isoformat()},
}


def test_every_kind_is_tried_here() -> None:
    assert {*RULINGS, "clock_adjusted"} == set(KINDS)


@pytest.mark.parametrize("kind", RULINGS)
def test_a_ruling_is_previewed_then_made_then_on_record(at: Case, kind: str) -> None:
    more = RULINGS[kind] | ({"event_seq": at.dispute.event_seq} if kind == "rolled_back" else {})
    before, laid = at.game.seq, verify_game(at.game)
    shown = form_of(at, kind, step="preview", reason="So it is.", rule="5.2", **more)
    assert "The table after the ruling" in shown.text
    assert at.game.seq == before
    page = ruled(at, kind, **more)
    assert "Ruling made" in page.text
    made = RulingRecord.objects.get()
    assert (made.kind, made.director, made.dispute) == (kind, at.director, at.dispute)
    assert Dispute.objects.get().state == Dispute.State.RULED
    assert f"Ruled ({kind}, rule 5.2): As the rulebook has it." == LogEntry.objects.latest("pk").get_change_message()
    assert verify_game(at.game) == laid
    assert "As the rulebook has it." in at.players[0].look().text


def test_the_preview_of_going_back_shows_that_table_and_what_was_seen(at: Case) -> None:
    shown = form_of(at, "rolled_back", step="preview", reason="It falls.", rule="5.2", event_seq=at.dispute.event_seq)
    assert "Everyone has since seen: 3♣ 9♥" in shown.text
    assert "six of diamonds" in shown.html
    assert "Build of 9" not in shown.html


def test_a_suspension_lasts_to_the_end_of_its_day(at: Case) -> None:
    day = (timezone.now() + timedelta(days=9)).date()
    ruled(at, "suspended", seat=1, until=day.isoformat())
    assert Suspension.objects.get().until.date() == day
    listed = at.client.get(reverse("admin:games_suspension_changelist")).content.decode()
    assert "Ann" in listed


def test_a_ruling_is_overruled_by_a_later_one(at: Case) -> None:
    before, _ = load(at.game)
    ruled(at, "rolled_back", event_seq=at.dispute.event_seq)
    assert load(at.game)[0].round != before.round
    assert "Overrule: back to before it" in looked(at).text
    offered = Page(at.client.get(at.address("rule", "rolled_back"), {"overrules": "1"}))
    assert {each["value"] for each in offered.inputs if "selected" in each} == {"", "0", "1"}
    ruled(at, "rolled_back", overrules=1, event_seq=0)
    assert load(at.game)[0].round == before.round
    first, second = RulingRecord.objects.order_by("number")
    assert first.overruled_by == second
    assert "overruled" in looked(at).text


@pytest.mark.parametrize(
    ("kind", "sent", "told"),
    [
        ("upheld", {"rule": "5.2"}, "This field is required."),
        ("upheld", {"reason": "So."}, "This field is required."),
        ("upheld", {"reason": "So.", "rule": "99.9"}, "99.9 is not one of the available choices"),
        ("rolled_back", {"reason": "So.", "rule": "5.2", "event_seq": "1"}, "1 is not one of the available choices"),
        ("move_replaced", {"reason": "So.", "rule": "5.2", "move": "2C"}, "2C is not one of the available choices"),
        ("score_corrected", {"reason": "So.", "rule": "5.2", "total_0": "x", "total_1": "0"}, "Enter a whole number."),
        (
            "score_corrected",
            {"reason": "So.", "rule": "5.2", "total_0": "0", "total_1": "0"},
            "The score hasn’t changed.",
        ),
        ("win_awarded", {"reason": "So.", "rule": "7.8"}, "This field is required."),
        ("clock_adjusted", {"reason": "So.", "seat": "1", "minutes": "5"}, "There is no clock in this game."),
        ("suspended", {"reason": "So.", "seat": "1", "until": "2020-01-01"}, "Give the last day of the suspension"),
        ("suspended", {"reason": "So.", "seat": "1", "until": "soon"}, "Enter a valid date."),
        ("suspended", {"reason": "So.", "seat": "7", "until": "2030-01-01"}, "7 is not one of the available choices"),
    ],
)
def test_what_makes_no_sense_is_said_in_words_and_loses_nothing(
    at: Case, kind: str, sent: dict[str, str], told: str
) -> None:
    before = at.game.seq
    page = form_of(at, kind, step="preview", **sent)
    assert told in page.text
    assert "Confirm ruling" not in page.buttons
    assert sent.get("reason", "") in page.html
    assert at.game.seq == before


def test_the_form_keeps_what_was_written_when_it_is_changed_once_more(at: Case) -> None:
    page = form_of(at, "score_corrected", step="edit", reason="Miscounted.", rule="6.2", total_0="7", total_1="0")
    assert "Miscounted." in page.html
    assert [each for each in page.inputs if each.get("name") == "total_0" and each["value"] == "7"]
    assert "Preview" in page.buttons


def test_a_table_that_has_moved_on_is_shown_once_more_before_the_ruling(at: Case) -> None:
    told = {"reason": "So.", "rule": "5.2", "seq": at.game.seq}
    services.post_phrase(at.game.taken_seats.get(number=1), "hello")
    at.players[0].trail()
    page = form_of(at, "upheld", step="confirm", **told)
    assert "Something has happened in the game in the meantime" in page.text
    assert not RulingRecord.objects.exists()


def test_there_is_no_ruling_of_another_kind(at: Case) -> None:
    assert at.client.get(at.address("rule", "burnt")).status_code == 404


def test_nobody_sees_a_dispute_in_another_s_name(at: Case) -> None:
    assert browser_of(friend("Eve")).get(at.address(), follow=False).status_code == 302
