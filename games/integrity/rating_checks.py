"""Verification of ratings: each change follows from the result of its game, and from the previous change."""

from collections.abc import Iterator
from math import isclose

from django.db.models import Exists, OuterRef

from games.domain.state import GameState
from games.log.attestations import Kind
from games.models import Game, Rating, RatingChange
from games.results.ratings import BEGINNING, UNCOUNTED, Player, Skill, players_of, side_and_place, skills_after

MAX_READINGS = 3
CLOSE = 1e-9
"""Tolerance for rounding on another machine."""


def rated_problems(game: Game, state: GameState) -> Iterator[str]:
    """Yield the problems of a game's rating changes, in words."""
    changes = list(game.rated.order_by("number"))
    if not changes:
        yield from _left_out(game, state)
        return
    if state.result is None or state.result.reason in UNCOUNTED or not state.table_settings.rated:
        yield "it changed ratings, and does not count"
        return
    seats = dict(game.taken_seats.values_list("number", "person_id"))
    if {change.number: change.person_id for change in changes} != seats:
        yield "it changed the ratings of others than sit in it"
        return
    players = [Player(change.number, change.person_id, change.side, change.place) for change in changes]
    if any((player.side, player.place) != side_and_place(state, player.number) for player in players):
        yield "it was rated with another result than it has"
        return
    before = [Skill(change.mu_before, change.sigma_before) for change in changes]
    after = [Skill(change.mu_after, change.sigma_after) for change in changes]
    if not all(map(_same, skills_after(before, players), after)):
        yield "it changed ratings by other amounts than its result does"


def _left_out(game: Game, state: GameState) -> Iterator[str]:
    """Yield a problem if a rated game changed no ratings; an imported game counts on its own server."""
    counts = state.table_settings.rated and state.latest_round and players_of(game, state)
    if counts and not game.attestations.filter(kind=Kind.IMPORTED).exists():
        yield "it counts for ratings, and changed none"


def ladder_problems() -> Iterator[str]:
    """Yield the ratings that do not follow from their changes."""
    for pk, family, person in Rating.objects.order_by("pk").values_list("pk", "family", "person_id").iterator():
        if not any(_is_consistent(pk) for _ in range(MAX_READINGS)):
            yield f"the rating of account {person} in {family} is not what its games lead to"
    rated = Rating.objects.filter(person=OuterRef("person"), family=OuterRef("family"))
    lost = RatingChange.objects.exclude(person=None).exclude(Exists(rated))
    for family, person in lost.order_by().values_list("family", "person_id").distinct().iterator():
        yield f"the rating of account {person} in {family} is missing"


def _is_consistent(pk: int) -> bool:
    """True if a rating follows from its changes. One that changes meanwhile is read again."""
    rating = Rating.objects.get(pk=pk)
    skill, count = BEGINNING, 0
    for change in RatingChange.objects.filter(person=rating.person_id, family=rating.family).order_by("pk").iterator():
        if not _same(skill, Skill(change.mu_before, change.sigma_before)):
            return False
        skill, count = Skill(change.mu_after, change.sigma_after), count + 1
    return _same(skill, Skill(rating.mu, rating.sigma)) and rating.games == count


def _same(one: Skill, other: Skill) -> bool:
    return all(isclose(this, that, rel_tol=CLOSE) for this, that in zip(one, other, strict=True))
