"""As long as others may play the same cards, no one reads of cards of a shared deal that they have not seen, nor of its
seed: not after resigning, not in another's game, not on the moderation pages."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from accounts.models import Person
from casino.rate_limits import limiter
from games import services
from games.analysis import tasks
from games.analysis.models import GameAnalysis
from games.bots.strong import Budget
from games.deals import reveal
from games.deals import services as deal_services
from games.deals.models import SharedDeal
from games.domain.disputes import KINDS
from games.domain.move_generation import legal_moves
from games.domain.notation import write_move
from games.domain.perspective import perspective_of
from games.log.store import load
from games.models import Game, Seat
from games.moderation import case_file
from games.rulings.disputes import open_dispute
from games.rulings.models import Dispute
from games.tasks import turns
from tests.examples import exhaustive, some
from tests.games.tables import past_the_triggers
from tests.leaks.finding import named
from tests.leaks.reading import Read, Reader, addresses_of, told
from tests.leaks.worlds import OTHER_SEED, Onlooker, as_it_is, exchange, unseen

pytestmark = pytest.mark.django_db

HASTY = Budget(30, 2, 2, (1,), 0.0, 0.1)
MOVES = 3


class Played(NamedTuple):
    """A deal, of which one guest has resigned a game and another played one to its end."""

    deal: SharedDeal
    resigned: Game
    finished: Game


def turn(game: Game) -> Game:
    """Play one turn: the person's first move, or the computer's."""
    if game.turn == game.attempt.seat:
        moves = map(write_move, legal_moves(perspective_of(load(game)[0], game.turn).position()))
        services.play(Seat.objects.get(game=game, number=game.turn), min(moves), game.seq)
    else:
        turns.play_bot_turn.call(game.public_id, game.seq)
    return Game.objects.get(pk=game.pk)


def some_turns(game: Game, most: int) -> Game:
    game = Game.objects.get(pk=game.pk)
    for _ in range(most):
        if game.status != Game.Status.PLAYING:
            break
        game = turn(game)
    return game


def in_a_browser() -> Game:
    """Return today's deal as a stranger's browser begins it."""
    table = Client().post(reverse("games:play_daily"))["Location"]
    return Game.objects.get(public_id=table.split("/")[2])


def resign(game: Game) -> Game:
    """Resign in the first round, with cards in hand and in the stock; and dispute the first move."""
    game = some_turns(game, MOVES)
    seat = game.taken_seats.get(bot="")
    services.resign(seat, game.seq)
    game.refresh_from_db()
    at = game.events.filter(type__in=("card_trailed", "cards_captured", "build_made")).earliest("seq").seq
    assert isinstance(open_dispute(seat, at, "Was that right?"), Dispute)
    return Game.objects.get(pk=game.pk)


def played(deal: SharedDeal, first: Game, second: Game, turns: int = 500) -> Played:
    return Played(deal, resign(first), some_turns(second, turns))


@pytest.fixture
def day() -> Played:
    found = played(deal_services.todays_deal(), in_a_browser(), in_a_browser())
    assert found.finished.status == Game.Status.OVER
    return found


@pytest.fixture(autouse=True)
def hasty(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    settings.COMPUTER_PAUSE = 0
    monkeypatch.setattr(tasks, "BUDGET", HASTY)


@pytest.fixture(autouse=True)
def no_audit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the check of the log: the page of the dispute would say that the twin game's is forged, as it is."""
    monkeypatch.setattr(case_file, "verify_game", lambda _game: [])


# --- who looks ------------------------------------------------------------------------------------------------------


def player_of(game: Game) -> Person:
    person = game.taken_seats.get(bot="").person
    assert person
    return person


def everybody(found: Played) -> Iterator[tuple[Onlooker, tuple[str, ...]]]:
    """Yield the readers, each with the cards of the first deck that they have not seen: all, for readers without a
    game. A player who has finished has seen them all, but not the seed."""
    mine, theirs = found.resigned, found.finished
    deck = tuple(map(str, mine.events.get(type="round_started").payload["pack"]))
    yield Onlooker("resigned", player_of(mine), mine.attempt.seat), unseen(mine, mine.attempt.seat)
    yield Onlooker("finished", player_of(theirs)), ()
    yield Onlooker("stranger", AnonymousUser()), deck
    yield Onlooker("member", Person.objects.create_user("mara", password="nine of diamonds")), deck
    table = tuple(mine.events.get(type="cards_dealt", payload__deal=1).payload["table"])
    root = Person.objects.create_superuser("root", "root@mail.example", "nine of diamonds")
    yield Onlooker("director", root), tuple(card for card in unseen(mine, 0) if card not in table)


# --- what they read -------------------------------------------------------------------------------------------------


def read(onlooker: Onlooker, found: Played, about: tuple[str, str]) -> Read:
    """Read everything about both games, with the reader's own look back and the moderation pages of the dispute."""
    limiter.cache_clear()
    mine, theirs = Reader(onlooker, found.resigned, about), Reader(onlooker, found.finished, about)
    looked_back = looks_back(mine) | looks_back(theirs)
    moments = [f"/g/{game.public_id}/replay/?at={at}" for game in found[1:] for at in range(MOVES + 4)]
    parts = ("", "?at=1", "?at=5", "hands/", *(f"rule/{kind}/" for kind in KINDS))
    papers = [reverse("moderation:dispute", args=[each.pk]) + part for each in Dispute.objects.all() for part in parts]
    pages = mine.pages([*moments, *papers, *addresses_of(found.finished), found.deal.get_absolute_url()])
    pushed = {f"other {where}": text for where, text in theirs.table_pushed().items()}
    return mine.all_there_is() | pages | looked_back | pushed


def read_of_games(onlooker: Onlooker, found: Played, about: tuple[str, str]) -> Read:
    """Read the pages of both games, the directors' page of the dispute, and the export."""
    mine, theirs = Reader(onlooker, found.resigned, about), Reader(onlooker, found.finished, about)
    replays = [f"/g/{game.public_id}/replay/?at=5" for game in found[1:]]
    tried = f"/g/{found.resigned.public_id}/variation/?at=9&line={about[0]}"
    paper = reverse("moderation:dispute", args=[Dispute.objects.get().pk])
    addresses = [*addresses_of(found.resigned), *addresses_of(found.finished), *replays, tried, paper]
    return mine.pages(addresses) | theirs.exported()


def looks_back(reader: Reader) -> Read:
    """Ask for the look back and compute it, where there is a seat to look back from."""
    there = reverse("games:analysis", args=[reader.game.public_id])
    asked = reader.client.post(reverse("games:request_analysis", args=[reader.game.public_id]))
    for row in GameAnalysis.objects.filter(game=reader.game, status=GameAnalysis.Status.WAITING):
        tasks.analyse_game.call(row.pk)
    return {f"asked for {there}": told(asked), f"looked back {there}": told(reader.client.get(there))}


@contextmanager
def other_deal(found: Played, hidden: tuple[str, ...]) -> Iterator[None]:
    """Until the end of the block, change the hidden cards and the seed; the games stay the same as far as the reader
    knows."""
    with as_it_is(), past_the_triggers():
        SharedDeal.objects.filter(pk=found.deal.pk).update(seed=OTHER_SEED)
        for game in found[1:]:
            exchange(game, game.events.all(), hidden)
        yield


def leaks_to(
    onlooker: Onlooker, found: Played, hidden: tuple[str, ...], read: Callable[..., Read] = read
) -> Iterator[str]:
    """Yield each place where a card appears that the reader has not seen."""
    about = (hidden[0], hidden[-1]) if hidden else ("AS", "KS")
    with as_it_is():
        here = read(onlooker, found, about)
    with other_deal(found, hidden):
        there = read(onlooker, found, about)
    yield from named(here, set(hidden) - set(about))
    yield from (f"{where} reads otherwise" for where in here if here[where] != there[where])


# --- the searches ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", some(["resigned", "finished", "stranger", "member", "director"], 1))
def test_nobody_reads_of_todays_deal_what_they_have_not_seen(day: Played, who: str) -> None:
    onlooker, hidden = next(each for each in everybody(day) if each[0].who == who)
    assert list(leaks_to(onlooker, day, hidden)) == []


@exhaustive
def test_nor_of_a_deal_for_two_while_one_of_them_plays() -> None:
    """The first has resigned, and the host is still in the first round."""
    deal_services.todays_deal()  # else the first look at its page makes it, by chance
    host, friend = (Person.objects.create_user(name, password="ten of hearts") for name in ("hanna", "frida"))
    deal = deal_services.create_for_friends(host, "casino", "casual")
    friends, hosts = (deal_services.join(deal, who) for who in (friend, host))
    assert isinstance(friends, Game)
    assert isinstance(hosts, Game)
    found = played(deal, friends, hosts, turns=2)
    assert found.finished.status == Game.Status.PLAYING
    onlooker, hidden = next(everybody(found))
    assert list(leaks_to(onlooker, found, hidden)) == []


@exhaustive
def test_a_deal_shown_too_early_is_found(day: Played, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reveal, "hidden_deals", SharedDeal.objects.none)
    looking = list(everybody(day))
    resigned, director_ = (list(leaks_to(who, day, hidden, read_of_games)) for who, hidden in (looking[0], looking[-1]))
    mine, theirs = (f"GET /g/{game.public_id}/" for game in day[1:])
    for place in ("fair/", "record.txt", "record.json"):
        assert f"{mine}{place} reads otherwise" in resigned
        assert f"{theirs}{place} reads otherwise" in resigned
    assert f"{mine}replay/?at=5 reads otherwise" in resigned
    assert "export reads otherwise" in resigned
    assert any(leak.startswith(f"{mine}variation/") for leak in resigned)
    assert any(leak.startswith("GET /moderation/") for leak in director_)


def test_most_of_the_deck_has_not_been_seen(day: Played) -> None:
    """Otherwise the search would have little to find."""
    (_, hidden), *_ = everybody(day)
    assert len(hidden) > 36
    assert day.finished.events.filter(type="round_started").count() == 2
