"""The same cards for several people: the daily deal, and two friends."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
import time_machine
from cryptography.fernet import Fernet
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Person
from accounts.services import create_guest, sign_up
from games import services
from games.bots import DEFAULT_LEVEL
from games.deals import ranking
from games.deals import services as deal_services
from games.deals.models import Attempt, SharedDeal
from games.domain.commands import CallOrange, Claim
from games.domain.events import RoundStarted
from games.domain.move_generation import legal_moves
from games.domain.notation import write_move
from games.domain.perspective import perspective_of
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.provably_fair import commitment_v1
from games.log.encryption import MissingKeyError
from games.log.store import events_after, load
from games.models import Game, Seat
from games.presenters.deals import AttemptRow, lead_words, together_words, versus_words
from games.services import Refused
from games.tasks import turns
from tests.examples import exhaustive
from tests.games.tables import person
from tests.games.viewers import Page, browser_of
from tests.leaks.searching import named_in

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def at_noon() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as clock:
        yield clock


@pytest.fixture
def deal() -> SharedDeal:
    return deal_services.todays_deal()


@pytest.fixture
def for_two(ann: Person) -> SharedDeal:
    return deal_services.create_for_friends(ann, DEFAULT_PRESET, DEFAULT_LEVEL)


def test_with_keys_the_seed_of_a_deal_is_sealed_and_can_be_sealed_anew(settings: Settings) -> None:
    old, new = (Fernet.generate_key().decode() for _ in range(2))
    open_to_all = deal_services.create_for_friends(person("Ann"), "casino", DEFAULT_LEVEL)
    settings.SECRETS_KEYS = [old]
    sealed = deal_services.create_for_friends(person("Bob"), "casino", DEFAULT_LEVEL)
    seeds = [deal_services.seed_of(deal) for deal in (open_to_all, sealed)]
    assert commitment_v1(seeds[1]) == sealed.commitment
    assert seeds[1] not in bytes(sealed.seed)
    settings.SECRETS_KEYS = [new, old]
    assert deal_services.rotate_keys() == 2
    settings.SECRETS_KEYS = [new]
    anew = [SharedDeal.objects.get(pk=deal.pk) for deal in (open_to_all, sealed)]
    assert [deal_services.seed_of(deal) for deal in anew] == seeds
    assert all(seed not in bytes(deal.seed) for deal, seed in zip(anew, seeds, strict=True))
    for keys in ([], [old]):
        settings.SECRETS_KEYS = keys
        with pytest.raises(MissingKeyError):
            deal_services.seed_of(anew[0])


def begin(deal: SharedDeal, who: Person) -> Game:
    game = deal_services.join(deal, who)
    assert isinstance(game, Game)
    return game


def moves(game: Game) -> Iterator[str]:
    return map(write_move, legal_moves(perspective_of(load(game)[0], game.turn).position()))


def first_move(game: Game) -> str:
    return min(moves(game))


def last_move(game: Game) -> str:
    return max(moves(game))


def computers_choice(game: Game) -> str:
    """Return the move that the computer on the other seat would make here."""
    level = Seat.objects.exclude(bot="").get(game=game).bot
    seat = Seat(game=game, number=game.turn, bot=level)
    decision = turns.choose_bot_move(seat, perspective_of(load(game)[0], game.turn), game.seq)
    assert not isinstance(decision, CallOrange | Claim)
    return write_move(decision)


def play_out(game: Game, choose: Callable[[Game], str] = first_move) -> Game:
    """Play the game out: the person's moves are chosen by the function, the computer answers as in the worker."""
    while (game := Game.objects.get(pk=game.pk)).status == Game.Status.PLAYING:
        if game.turn == game.attempt.seat:
            services.play(Seat.objects.get(game=game, number=game.turn), choose(game), game.seq)
        else:
            turns.play_bot_turn.call(game.public_id, game.seq)
    return game


def played(game: Game) -> list[tuple[str, str]]:
    return list(game.events.exclude(action_text="").order_by("seq").values_list("actor", "action_text"))


def packs(game: Game) -> list[tuple[str, ...]]:
    return [event.pack for _number, event in events_after(game, 0) if isinstance(event, RoundStarted)]


# --- the same cards -------------------------------------------------------------------------------------------------


def test_everybody_gets_the_same_cards_and_equal_play_equal_answers(deal: SharedDeal) -> None:
    ann, bob = (play_out(begin(deal, person(name))) for name in ("Ann", "Bob"))
    assert packs(ann) == packs(bob)
    assert len(packs(ann)) == 2
    assert played(ann) == played(bob)
    first, second = Attempt.objects.order_by("pk")
    assert (first.margin, first.sweeps) == (second.margin, second.sweeps)


def test_other_play_leads_elsewhere_with_the_same_cards(deal: SharedDeal) -> None:
    ann, bob = play_out(begin(deal, person("Ann"))), play_out(begin(deal, person("Bob")), last_move)
    assert packs(ann) == packs(bob)
    assert played(ann) != played(bob)


def test_the_deal_of_another_day_is_another() -> None:
    today = deal_services.todays_deal()
    tomorrow = deal_services.next_deal(today)
    assert tomorrow
    assert bytes(today.seed) != bytes(tomorrow.seed)


def test_nothing_at_such_a_table_helps_one_more_than_another() -> None:
    game = begin(deal_services.todays_deal(), person("Ann"))
    table_settings = {
        name: game.table_settings[name] for name in ("hints", "takebacks", "spectators", "rated", "public")
    }
    assert not any(table_settings.values())
    assert [seat.bot for seat in game.taken_seats.order_by("number")] == ["", DEFAULT_LEVEL]


def test_the_seed_is_what_was_promised_the_day_before(at_noon: Any) -> None:
    promised = deal_services.next_deal(deal_services.todays_deal())
    assert promised
    at_noon.shift(timedelta(days=1))
    deal = deal_services.todays_deal()
    assert deal.pk == promised.pk
    assert deal.commitment == promised.commitment == commitment_v1(bytes(deal.seed))
    game = play_out(begin(deal, person("Ann")))
    at_noon.shift(timedelta(days=1))
    fair = browser_of(Person.objects.get()).get(reverse("games:deal_verification", args=[game.public_id]))
    assert "Yes: everything was dealt as promised." in Page(fair).text


# --- one try each ---------------------------------------------------------------------------------------------------


def test_one_try_a_day_for_guests_too() -> None:
    client = Client()
    tables = {client.post(reverse("games:play_daily"))["Location"] for _ in range(2)}
    assert len(tables) == 1
    assert Attempt.objects.count() == 1
    assert "Continue" in Page(client.get(reverse("games:daily"))).text


def test_whoever_would_give_up_is_told_that_there_is_one_try(deal: SharedDeal, ann: Person) -> None:
    said = "This uses up your one attempt at this deal."
    table = reverse("games:table", args=[begin(deal, ann).public_id])
    assert Page(browser_of(ann).get(table)).text.count(said) == 2  # to abort and to resign
    other = services.start_game(ann, resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, 2, False, "computer")
    assert said not in Page(browser_of(ann).get(reverse("games:table", args=[other.public_id]))).text


def test_a_try_brought_along_by_signing_in_stays_the_one_try() -> None:
    guest, member = person("Guest"), person("Ann")
    game = begin(deal_services.todays_deal(), guest)
    Seat.objects.filter(game=game, number=1).update(person=member)
    assert begin(deal_services.todays_deal(), member) == game


def test_a_day_that_is_over_is_not_played_any_more(at_noon: Any, deal: SharedDeal) -> None:
    at_noon.shift(timedelta(days=1))
    assert isinstance(deal_services.join(deal, person("Ann")), Refused)


def test_who_gives_up_has_had_their_try(deal: SharedDeal, ann: Person) -> None:
    game = begin(deal, ann)
    services.resign(Seat.objects.get(game=game, number=1), Game.objects.get(pk=game.pk).seq)
    attempt = Attempt.objects.get()
    assert (attempt.margin, attempt.finished) == (None, NOON)
    assert ranking.ranking_of(deal) == []
    assert "Your result: given up." in Page(browser_of(ann).get(reverse("games:daily"))).text


# --- the table of the day -------------------------------------------------------------------------------------------


def finished(
    deal: SharedDeal, name: str, margin: int | None, sweeps: int, at: datetime = NOON, *, guest: bool = False
) -> Attempt:
    """Return a finished try with this result, whichever cards were played."""
    who = create_guest() if guest else person(name)
    game = begin(deal, who)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    Attempt.objects.filter(game=game).update(margin=margin, sweeps=sweeps, finished=at)
    return Attempt.objects.get(game=game)


def test_the_best_come_first_by_points_then_by_sweeps(deal: SharedDeal) -> None:
    tries = [finished(deal, *row) for row in (("Ann", 3, 0), ("Bob", 5, 1), ("Cleo", 3, 2), ("Dan", 3, 0))]
    finished(deal, "Eve", None, 4)
    ranked = [(place, attempt.pk) for place, attempt in ranking.ranking_of(deal)]
    assert ranked == [(1, tries[1].pk), (2, tries[2].pk), (3, tries[0].pk), (3, tries[3].pk)]


@pytest.mark.parametrize("sweep", [0, 1])
def test_the_page_says_that_sweeps_only_break_ties_where_they_do_not_score(deal: SharedDeal, sweep: int) -> None:
    deal.options["sweep"] = sweep
    deal.save()
    text = Page(Client().get(reverse("games:daily"))).text
    assert ("Ranked by margin over the computer, then by sweeps." in text) is bool(sweep)
    assert ("Sweeps don’t score in this game, but they break ties." in text) is not bool(sweep)


def test_the_page_names_the_computer_player_and_its_level(deal: SharedDeal) -> None:
    text = Page(Client().get(reverse("games:daily"))).text
    assert "Casino, two rounds against Otto (computer, steady)." in text
    assert "Otto always responds to the same play the same way." in text


def test_guests_are_listed_by_themselves_and_push_nobody_down(deal: SharedDeal) -> None:
    for margin in (9, 11):
        finished(deal, "", margin, 0, guest=True)
    ann = finished(deal, "Ann", 3, 1)
    assert [(place, attempt.pk) for place, attempt in ranking.ranking_of(deal)] == [(1, ann.pk)]
    assert [(place, attempt.margin) for place, attempt in ranking.guest_results_of(deal)] == [(0, 11), (0, 9)]
    text = Page(Client().get(reverse("games:daily"))).text
    assert text.index("1 Ann +3 1") < text.index("Guests") < text.index("+11") < text.index("+9")
    assert "Only games started with an account are ranked" in text


@exhaustive
def test_the_best_of_many_guests_is_not_ranked_by_signing_up_or_in_afterwards(deal: SharedDeal, ann: Person) -> None:
    guest = create_guest()
    play_out(begin(deal, guest))
    services.move_games(guest, ann)
    other = create_guest()
    play_out(begin(deal, other), last_move)
    sign_up(other)
    assert ranking.ranking_of(deal) == []
    assert len(ranking.guest_results_of(deal)) == 2


@exhaustive
def test_of_a_member_the_game_begun_as_a_member_counts_whatever_is_brought_along(deal: SharedDeal, ann: Person) -> None:
    guest = create_guest()
    play_out(begin(deal, guest))
    own = begin(deal, ann)
    services.move_games(guest, ann)
    assert begin(deal, ann) == own
    play_out(own, last_move)
    assert [attempt.game for _, attempt in ranking.ranking_of(deal)] == [own]


def test_the_page_of_the_day_asks_the_database_no_more_often_with_more_results(
    django_assert_max_num_queries: Any, deal: SharedDeal
) -> None:
    for number in range(12):
        finished(deal, f"Ann{number}", number, 0, guest=number % 2 == 0)
    client = browser_of(person("Bob"))
    client.get(reverse("games:daily"))
    with django_assert_max_num_queries(16):
        client.get(reverse("games:daily"))


def test_the_page_of_the_day_says_since_when_the_fingerprint_is_known(at_noon: Any, deal: SharedDeal) -> None:
    at_noon.shift(timedelta(days=1))
    text = Page(Client().get(reverse("games:daily"))).text
    assert "has been published here since March 14, 2026, 12:00 PM (UTC)" in text


def test_what_is_finished_after_midnight_does_not_count(deal: SharedDeal) -> None:
    finished(deal, "Ann", 3, 0, NOON.replace(hour=23, minute=59))
    finished(deal, "Bob", 9, 0, NOON + timedelta(hours=13))
    assert [attempt.margin for _, attempt in ranking.ranking_of(deal)] == [3]


def test_the_result_is_written_down_with_the_last_move_and_shown_with_its_count() -> None:
    ann = person("Ann")
    game = play_out(begin(deal_services.todays_deal(), ann))
    attempt = Attempt.objects.get()
    assert attempt.finished == NOON
    margin = game.totals[0] - game.totals[1]
    assert attempt.margin == margin
    assert attempt.sweeps == game.events.filter(type="sweep_made", payload__seat=1).count()
    page = Page(browser_of(ann).get(reverse("games:daily"))).text
    assert lead_words(margin) in page
    assert "place 1 ·" in page
    assert f"{game.totals[0]} Game {game.totals[1]}" in page
    assert "Today’s puzzle" in page


def test_the_page_shows_how_all_stand(deal: SharedDeal) -> None:
    finished(deal, "Ann", 3, 1)
    page = Page(browser_of(person("Zoe")).get(reverse("games:daily")))
    assert "1 Ann +3 1" in page.text
    assert "/replay/" not in page.html
    assert "Play today’s deal" in page.buttons
    assert deal.commitment in page.html
    assert bytes(deal.seed).hex() not in page.html


# --- no one sees another's moves before ----------------------------------------------------------------------------


def replay(game: Game) -> str:
    return reverse("games:replay", args=[game.public_id])


def test_the_moves_of_others_are_seen_when_the_day_is_over(at_noon: Any, deal: SharedDeal, bob: Person) -> None:
    ann, mine = finished(deal, "Ann", 3, 1), begin(deal, bob)
    Game.objects.filter(pk=mine.pk).update(status=Game.Status.OVER)
    Attempt.objects.filter(game=mine).update(margin=1, finished=NOON)
    for client in (Client(), browser_of(bob), browser_of(person("Cleo"))):
        for name in ("table", "replay", "deal_verification", "record_text"):
            assert client.get(reverse(f"games:{name}", args=[ann.game.public_id])).status_code == 403
        assert replay(ann.game) not in Page(client.get(reverse("games:daily"))).html
    at_noon.move_to(NOON.replace(hour=23, minute=59))
    assert browser_of(bob).get(replay(ann.game)).status_code == 403
    at_noon.shift(timedelta(minutes=1))
    assert browser_of(bob).get(replay(ann.game)).status_code == 200


SHOWN = ("record_text", "record_json", "variation")


def addresses_of(game: Game) -> dict[str, str]:
    return {
        name: reverse(f"games:{name}", args=[game.public_id])
        for name in ("table", "replay", "deal_verification", *SHOWN)
    }


def resigned(deal: SharedDeal, who: Person) -> Game:
    game = begin(deal, who)
    services.resign(game.taken_seats.get(person=who), game.seq)
    return Game.objects.get(pk=game.pk)


def shows_nothing(client: Client, game: Game, words: str) -> bool:
    """Check that the finished game is closed to its own player; return whether every page says when it opens."""
    there, deck = addresses_of(game), packs(game)[0]
    assert [client.get(there[name]).status_code for name in SHOWN] == [403, 403, 302]
    texts = [Page(client.get(there[name])) for name in ("table", "replay", "deal_verification", "record_text")]
    untold = (bytes(game.seed).hex(), f'href="{there["record_text"]}"')
    assert not any(word in page.html for page in texts for word in untold)
    assert client.post(reverse("games:export_data")).json()["games"][0]["record"] is None
    assert not named_in("".join(page.html for page in texts), deck[-20:])
    return all(words in page.text for page in texts)


def shows_all(client: Client, game: Game) -> bool:
    there = addresses_of(game)
    assert [client.get(there[name]).status_code for name in ("record_text", "record_json")] == [200, 200]
    assert client.post(reverse("games:export_data")).json()["games"][0]["record"]
    return bytes(game.seed).hex() in client.get(there["deal_verification"]).content.decode()


def test_who_gives_up_todays_deal_is_shown_no_more_of_it_until_midnight(at_noon: Any, ann: Person) -> None:
    game = resigned(deal_services.todays_deal(), ann)
    words = "The deal and everyone’s cards are shown after midnight (UTC)."
    assert shows_nothing(browser_of(ann), game, words)
    assert words in Page(browser_of(ann).get(reverse("games:daily"))).text
    at_noon.move_to(NOON.replace(hour=23, minute=59, second=59))
    assert shows_nothing(browser_of(ann), game, words)
    at_noon.shift(timedelta(seconds=1))
    assert shows_all(browser_of(ann), game)


@exhaustive
def test_who_gives_up_a_deal_for_two_is_shown_no_more_until_the_other_has_finished(
    ann: Person, bob: Person, for_two: SharedDeal
) -> None:
    game, words = resigned(for_two, bob), "The deal and everyone’s cards are shown when both of you have finished."
    assert shows_nothing(browser_of(bob), game, words)
    hosts = begin(for_two, ann)
    assert shows_nothing(browser_of(bob), game, words)
    play_out(hosts)
    assert shows_all(browser_of(bob), game)
    assert browser_of(ann).get(replay(game)).status_code == 200


def test_ones_own_game_can_be_looked_at_from_ones_own_seat_at_any_time(ann: Person) -> None:
    game = resigned(deal_services.todays_deal(), ann)
    state = load(game)[0]
    assert state.round
    page = browser_of(ann).get(replay(game) + f"?at={game.seq}").content.decode()
    mine, others = state.round.hands
    assert named_in(page, mine) == sorted(mine)
    assert not named_in(page, (*others, *state.round.stock))


def test_nobody_looks_on_while_a_try_is_played(deal: SharedDeal) -> None:
    finished(deal, "Ann", 3, 1)
    running = begin(deal, person("Bob"))
    ann = Person.objects.get(display_name="Ann")
    assert browser_of(ann).get(replay(running)).status_code == 403


def test_yesterdays_deal_is_open_to_everybody(at_noon: Any, deal: SharedDeal) -> None:
    ann = finished(deal, "Ann", 3, 1)
    address = reverse("games:past_day", args=["2026-03-14"])
    assert Client().get(address).status_code == 404
    at_noon.shift(timedelta(days=1))
    page = Page(Client().get(address))
    assert replay(ann.game) in page.html
    assert bytes(deal.seed).hex() in page.html
    assert Client().get(replay(ann.game)).status_code == 200
    assert address in Page(Client().get(reverse("games:daily"))).html


@pytest.mark.parametrize("day", ["2026-03-15", "2026-03-13", "yesterday", "2026-13-40"])
def test_there_is_no_page_of_other_days(day: str, deal: SharedDeal) -> None:
    assert Client().get(reverse("games:past_day", args=[day])).status_code == 404


# --- two friends ----------------------------------------------------------------------------------------------------


def test_two_friends_by_a_link_and_nobody_else() -> None:
    ann, bob, cleo = (browser_of(person(name)) for name in ("Ann", "Bob", "Cleo"))
    response = ann.post(reverse("games:same_cards"), {"preset": DEFAULT_PRESET, "level": "casual"})
    page_of, deal = response["Location"], SharedDeal.objects.get()
    assert f"http://testserver{page_of}" in ann.get(page_of).content.decode()
    play = reverse("games:play_shared", args=[deal.public_id])
    first, second = ann.post(play)["Location"], bob.post(play)["Location"]
    assert first != second
    assert cleo.post(play)["Location"] == page_of
    assert "This challenge already has two players" in Page(cleo.get(page_of)).text
    one, two = Game.objects.order_by("pk")
    assert packs(one) == packs(two)
    assert {seat.bot for seat in Seat.objects.filter(number=2)} == {"casual"}


def test_what_was_played_is_shown_when_both_have_finished(ann: Person, bob: Person, for_two: SharedDeal) -> None:
    address = reverse("games:shared_deal", args=[for_two.public_id])
    mine, others = begin(for_two, ann), begin(for_two, bob)
    play_out(mine)
    for client in (browser_of(ann), browser_of(bob)):
        page = Page(client.get(address))
        assert "has done better" not in page.text
    assert "has finished" in Page(browser_of(bob).get(address)).text
    assert browser_of(bob).get(replay(mine)).status_code == 403
    play_out(others)
    assert browser_of(bob).get(replay(mine)).status_code == 200
    assert browser_of(ann).get(replay(others)).status_code == 200
    assert browser_of(person("Zoe")).get(replay(others)).status_code == 403
    assert "It’s a tie." in Page(browser_of(ann).get(address)).text
    assert Page(browser_of(ann).get(address)).html.count("/replay/") == 2


def test_two_friends_may_hold_both_sides_of_the_same_deals(ann: Person, bob: Person) -> None:
    chosen = {"preset": DEFAULT_PRESET, "level": "casual", "sides": "both"}
    browser_of(ann).post(reverse("games:same_cards"), chosen)
    deal = SharedDeal.objects.get()
    games = [begin(deal, each) for each in (ann, bob)]
    assert packs(games[0]) == packs(games[1])
    assert (
        games[0].events.get(type="round_started", payload__number=1).payload["dealer"]
        == (games[1].events.get(type="round_started", payload__number=1).payload["dealer"])
    )
    bots = [set(Seat.objects.filter(game=game).exclude(bot="").values_list("number", flat=True)) for game in games]
    assert bots == [{2}, {1}]
    totals = [play_out(game).totals for game in games]
    margins = [totals[0][0] - totals[0][1], totals[1][1] - totals[1][0]]
    assert [attempt.margin for attempt in deal.attempts.order_by("pk")] == margins
    page = Page(browser_of(bob).get(reverse("games:shared_deal", args=[deal.public_id])))
    assert together_words(row("Ann", margins[0]), row("Bob", margins[1])) in page.text
    assert [word for word in ("You", "Ann") if f"<h2>{word}</h2>" in page.html] == ["You", "Ann"]


def test_what_luck_gives_one_of_them_it_takes_from_the_other(ann: Person, bob: Person) -> None:
    """If both play as the computers do, they are level with them together."""
    deal = deal_services.create_for_friends(ann, DEFAULT_PRESET, "casual", both_sides=True)
    for who in (ann, bob):
        play_out(begin(deal, who), computers_choice)
    first, second = (attempt.margin for attempt in deal.attempts.order_by("pk"))
    assert first is not None
    assert second == -first  # both 0 now and then: even cards


def test_only_who_takes_part_is_asked_to_send_the_link_on(ann: Person, bob: Person, for_two: SharedDeal) -> None:
    address = reverse("games:shared_deal", args=[for_two.public_id])
    hosting, invited, stranger = (Page(client.get(address)) for client in (browser_of(ann), browser_of(bob), Client()))
    assert "Send your friend this link" in hosting.text
    assert "invites you" not in hosting.text
    for page in (invited, stranger):
        assert "Ann invites you to play these cards." in page.text
        assert "Send your friend this link" not in page.text
    begin(for_two, bob)
    assert "Send your friend this link" in Page(browser_of(bob).get(address)).text
    begin(for_two, ann)
    assert "Send your friend this link" not in Page(browser_of(ann).get(address)).text


def test_the_table_leads_to_how_the_others_have_done(
    at_noon: Any, ann: Person, deal: SharedDeal, for_two: SharedDeal
) -> None:
    with_friend, of_the_day = begin(for_two, ann), begin(deal, ann)
    table = {game.pk: reverse("games:table", args=[game.public_id]) for game in (with_friend, of_the_day)}
    assert "See everyone’s results" not in Page(browser_of(ann).get(table[of_the_day.pk])).text
    for game in (with_friend, of_the_day):
        play_out(game)
    friends = Page(browser_of(ann).get(table[with_friend.pk]))
    assert f'href="{reverse("games:shared_deal", args=[for_two.public_id])}">Compare with your friend' in friends.html
    days = reverse("games:daily")
    assert f'href="{days}">See everyone’s results' in Page(browser_of(ann).get(table[of_the_day.pk])).html
    at_noon.shift(timedelta(days=1))
    past = reverse("games:past_day", args=["2026-03-14"])
    page = Page(browser_of(ann).get(table[of_the_day.pk]))
    assert f'href="{past}">See everyone’s results' in page.html
    assert browser_of(ann).get(past).status_code == 200


def test_a_game_that_ends_in_a_way_of_its_own_is_played_whole() -> None:
    for preset in deal_services.playable_presets():
        rules = deal_services.rules_for(preset)
        assert 2 in rules.dealing.seats
    assert deal_services.rules_for(DEFAULT_PRESET).winning.ending == "rounds"


def test_the_deal_of_the_day_has_no_page_for_friends(deal: SharedDeal) -> None:
    assert Client().get(reverse("games:shared_deal", args=[deal.public_id])).status_code == 404
    assert Client().post(reverse("games:play_shared", args=[deal.public_id])).status_code == 404


# --- in words -------------------------------------------------------------------------------------------------------


def row(name: str, margin: int | None, sweeps: int = 0, *, finished: bool = True) -> AttemptRow:
    return AttemptRow(0, name, "", margin, sweeps, name == "Ann", finished, "")


@pytest.mark.parametrize(
    ("mine", "other", "words"),
    [
        (row("Ann", 3), row("Bob", 2), "You did better than Bob with these cards."),
        (row("Ann", 2), row("Bob", 3), "Bob did better than you with these cards."),
        (row("Ann", 2, 1), row("Bob", 2), "You did better than Bob with these cards."),
        (row("Ann", None), row("Bob", -9), "Bob did better than you with these cards."),
        (row("Ann", 2), row("Bob", 2), "It’s a tie."),
        (row("Ann", 2), row("Bob", None, finished=False), ""),
    ],
)
def test_who_has_done_better(mine: AttemptRow, other: AttemptRow, words: str) -> None:
    assert versus_words(mine, other) == words


@pytest.mark.parametrize(
    ("one", "other", "words"),
    [
        (row("Ann", 5), row("Bob", -4), "As a team, you are 1 point ahead of the computers."),
        (row("Ann", 5), row("Bob", 4), "As a team, you are 9 points ahead of the computers."),
        (row("Ann", -5), row("Bob", 2), "As a team, you are 3 points behind the computers."),
        (row("Ann", 5), row("Bob", -5), "As a team, you tied with the computers."),
        (row("Ann", 5), row("Bob", None), "One of you didn’t finish, so there is no combined result."),
        (row("Ann", 5), row("Bob", None, finished=False), ""),
    ],
)
def test_what_both_have_done_together(one: AttemptRow, other: AttemptRow, words: str) -> None:
    assert together_words(one, other) == words


def test_leads_in_words() -> None:
    assert [lead_words(margin) for margin in (1, -2, 0)] == ["1 point ahead", "2 points behind", "tied"]


def test_a_day_ends_at_midnight_where_the_site_is(settings: Any) -> None:
    deal = SharedDeal(day=date(2026, 3, 14))
    assert ranking.day_end(deal) == datetime(2026, 3, 15, tzinfo=UTC)
