"""What a finished game was among all of its player's, and what is said to wait next."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import Person
from casino.clock import today
from games import bots
from games.analysis.evaluation import turns_of
from games.analysis.models import GameAnalysis
from games.community import follows
from games.contexts.after_game import look_ahead, milestones, own_mistake, series_words
from games.deals.models import Attempt, SharedDeal
from games.deals.services import daily_streak
from games.domain.move_generation import legal_moves
from games.domain.notation import write_move
from games.domain.presets import resolve_rules
from games.log.player_names import load_full_log
from games.models import Game, Seat
from games.presenters.analysis import TurnEvaluation
from games.puzzles.services import daily_number, record_try
from games.services import resign, start_game
from tests.games.computers import against_computer
from tests.games.finished import finished_game
from tests.games.tables import person
from tests.games.viewers import Viewer, browser_of
from tests.games.views.test_profiles import played

pytestmark = pytest.mark.django_db


@pytest.fixture
def ann() -> Person:
    return person("Ann")


def test_the_first_win_over_a_level_is_told_with_the_next_one_up(ann: Person) -> None:
    played(ann, "beginner", ago=5)
    played(ann, "easy", outcome="lost", ago=4)
    first, again = (played(ann, "easy", ago=ago) for ago in (3, 2))
    assert milestones(first, ann) == ["Hattie is beaten for the first time.", "Kit is the next one up."]
    assert milestones(again, ann) == []
    assert milestones(played(ann, "steady", ago=2), ann)[1:] == ["Ada is the next one up."]
    assert milestones(played(ann, "casual", outcome="lost"), ann) == []


def test_of_partners_both_are_beaten(ann: Person) -> None:
    game = played(ann, "easy", "easy", "easy")
    Game.objects.filter(pk=game.pk).update(partners=True)
    for seat, name in zip(game.taken_seats.order_by("number")[1:], bots.NAMES["easy"], strict=False):
        Seat.objects.filter(pk=seat.pk).update(name=name)
    first, _ = milestones(Game.objects.get(pk=game.pk), ann)
    assert first == "Hattie and Hazel are beaten for the first time."


def test_rematches_are_counted_as_far_back_as_the_opponent_was_the_same(ann: Person) -> None:
    series = [played(ann, "beginner", ago=4), played(ann, "easy", outcome="lost", ago=3)]
    series += [played(ann, "easy", ago=2), played(ann, "easy", ago=1)]
    for earlier, game in pairwise(series):
        Game.objects.filter(pk=game.pk).update(rematch_of=earlier)
    told = [series_words(Game.objects.get(pk=game.pk), ann) for game in series]
    hattie = "Games so far: you {}, Hattie 1."
    assert told == ["", "", hattie.format(1), hattie.format(2)]


def test_the_last_level_leaves_none(ann: Person) -> None:
    for level in ("beginner", "easy", "casual", "careful", "steady", "strong"):
        played(ann, level, ago=5)
    assert milestones(played(ann, "master"), ann)[1:] == ["Now you have beaten all seven."]


def test_a_record_of_sweeps_needs_a_game_before_and_some_sweeps(ann: Person) -> None:
    bob = person("Bob")
    assert milestones(played(ann, bob, sweeps=4, ago=4), ann) == []
    assert milestones(played(ann, bob, sweeps=4, ago=3), ann) == []
    assert milestones(played(ann, bob, sweeps=5, outcome="lost"), ann) == ["5 sweeps, more than in any game before."]
    assert milestones(played(ann, bob, sweeps=5), None) == []


def daily_game(player: Person, ago: int) -> None:
    game = played(player, "steady")
    deal = SharedDeal.objects.create(day=today() - timedelta(days=ago), seed=b"", preset="casino", options={})
    Attempt.objects.create(deal=deal, game=game, finished=timezone.now())


def test_days_in_a_row_end_today_or_yesterday(ann: Person) -> None:
    assert daily_streak(ann) == (False, 0)
    daily_game(ann, 4)
    assert daily_streak(ann) == (False, 0)
    daily_game(ann, 2)
    daily_game(ann, 1)
    assert daily_streak(ann) == (False, 2)
    daily_game(ann, 0)
    assert daily_streak(ann) == (True, 3)


def told(player: Person | None) -> tuple[str, str] | None:
    ahead = look_ahead(player)
    return ahead and (ahead.title, ahead.text)


def test_the_open_table_of_a_followed_player_comes_first_then_todays_deal_then_the_puzzle(ann: Person) -> None:
    assert told(None) is None
    assert told(ann) == ("Today’s deal", "The same cards for everyone.")
    daily_game(ann, 2)
    daily_game(ann, 1)
    assert told(ann) == ("Today’s deal", "2 days in a row")
    daily_game(ann, 0)
    assert told(ann) == ("Today’s puzzle", "One position, one best move.")
    record_try(ann, daily_number(today()), "")
    assert told(ann) is None
    bob = person("Bob")
    follows.follow(ann, bob)
    table = start_game(bob, resolve_rules("royal"), "royal", 2, False, "friends")
    Game.objects.filter(pk=table.pk).update(public=True)
    assert told(ann) == ("Bob is waiting for players", "Royal Casino")


def test_the_table_tells_it_to_its_players_alone() -> None:
    game = against_computer()
    seat = game.taken_seats.get(person__isnull=False)
    resign(seat, game.seq)
    over = Game.objects.get(pk=game.pk)
    assert "Today’s deal" in Viewer(over, seat.person).look().text
    assert "Today’s deal" not in Viewer(over, person("Eve")).look().text


def analyzed(game: Game, cost: float = 2.0) -> TurnEvaluation:
    """The third turn of the first seat as its only one, stored as an analysis in which another move costs less."""
    turn = list(turns_of(load_full_log(game), 1))[2]
    moves = [write_move(move) for move in legal_moves(turn.perspective.position()) if move != turn.move]
    texts = turn.timeline_index, turn.perspective.latest_round, write_move(turn.move), moves[0]
    evaluation = TurnEvaluation(*texts, 0.0, -cost, 0.0, (), ())
    done = GameAnalysis.Status.DONE
    GameAnalysis.objects.create(game=game, seat=1, status=done, evaluations=[evaluation._asdict()])
    return evaluation


def test_after_the_analysis_the_costliest_mistake_is_a_puzzle_for_its_player_alone() -> None:
    game = finished_game()
    ann, bob = (game.taken_seats.get(number=number).person for number in (1, 2))
    assert "Find the better move" not in Viewer(game, ann).look().text
    turn = analyzed(game)
    page = Viewer(game, ann).look()
    assert f"In round {turn.round}, a move of yours cost 2.0 points." in page.text
    assert all("Find the better move" not in Viewer(game, who).look().text for who in (bob, person("Eve")))
    at = turn.timeline_index - 1
    url = f"{reverse('games:variation', args=[game.public_id])}?at={at}"
    client = browser_of(ann)
    assert f'href="{url}"' in client.get(reverse("games:table", args=[game.public_id])).content.decode()
    assert "Can you find it?" in client.get(url).content.decode()
    assert "Can you find it?" not in browser_of(bob).get(url).content.decode()
    assert "not the best move" in client.get(url, {"at": f"{at}", "line": turn.played}).content.decode()
    assert "That’s the best move." in client.get(url, {"at": f"{at}", "line": turn.best}).content.decode()


def test_a_small_mistake_or_one_with_cards_that_others_still_play_is_no_puzzle() -> None:
    game = finished_game()
    ann = game.taken_seats.get(number=1).person
    analyzed(game, cost=0.9)
    assert own_mistake(game, ann) is None
    GameAnalysis.objects.all().delete()
    analyzed(game)
    assert own_mistake(game, ann)
    deal = SharedDeal.objects.create(day=today(), seed=b"", preset="casino", options={})
    Attempt.objects.create(deal=deal, game=game, finished=timezone.now())
    assert own_mistake(game, ann) is None
