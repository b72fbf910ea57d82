"""Ratings of people in rated games: one for each family of games, by openskill's Plackett-Luce model.

A game counts when it is over, once, in the transaction that ended it: sides are teams, those who did not win lost
equally, a player who left the seat to a computer lost whatever its result, a draw is a draw. A game with a guest or a
computer player, or one that was aborted or annulled, is not rated.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from openskill.models import PlackettLuce

from casino.transactions import write_transaction
from games.domain.presets import FAMILY_OF
from games.domain.state import GameState
from games.log.store import load
from games.models import Game, Rating, RatingChange

MODEL = PlackettLuce()
WON, LOST, GONE = 1, 2, 3
UNCOUNTED = ("aborted", "annulled")


class Skill(NamedTuple):
    mu: float
    sigma: float


BEGINNING = Skill(MODEL.mu, MODEL.sigma)


class Player(NamedTuple):
    """A player of a rated game: the seat, the person, the side, and the result."""

    number: int
    person: int | None
    side: int
    place: int


def rate_finished_game(game: Game) -> None:
    """Rate a game that is over, unless it is rated already or does not count."""
    if game.status != Game.Status.OVER or not game.table_settings.get("rated"):
        return
    with write_transaction():
        if RatingChange.objects.filter(game=game).exists():
            return
        players = players_of(game, load(game)[0])
        if not players:
            return
        family = FAMILY_OF[game.preset]
        ratings = _locked(family, [player.person for player in players if player.person])
        before = [_skill(ratings[player.person]) for player in players if player.person]
        after = skills_after(before, players)
        changes = zip(players, before, after, strict=True)
        RatingChange.objects.bulk_create(_change(game, family, *change) for change in changes)
        _write(ratings, players, after, games=1)


def revert_rating(game: Game) -> None:
    """Revert a game's rating changes; later ones of its family are recomputed without it."""
    with write_transaction():
        family = FAMILY_OF.get(game.preset, "")
        list(Rating.objects.select_for_update().filter(family=family).order_by("person_id"))  # none changes meanwhile
        first = RatingChange.objects.filter(game=game).order_by("pk").first()
        if first is None:
            return
        later = list(RatingChange.objects.filter(family=family, pk__gte=first.pk).order_by("pk"))
        ratings = _locked(family, {change.person_id for change in later if change.person_id})
        skills = _before(later)
        for number, changes in groupby(later, lambda change: change.game_id):
            if number != game.pk:
                _again(list(changes), skills)
        _restore(ratings, skills, [change for change in later if change.game_id == game.pk])
        RatingChange.objects.filter(game=game).delete()


def skills_after(before: Sequence[Skill], players: Sequence[Player]) -> list[Skill]:
    """The skills of the players, in the same order, after a game with these results.

    A partner of a player who has gone is rated by the side's result; the player who has gone, as if the side were last.
    """
    after = _rated(before, players, min)
    if any(player.place == GONE for player in players):
        last = _rated(before, players, max)
        after = [last[at] if player.place == GONE else after[at] for at, player in enumerate(players)]
    return after


def _rated(before: Sequence[Skill], players: Sequence[Player], of: Callable[[Iterable[int]], int]) -> list[Skill]:
    """The skills with each side placed by the least or the greatest of its players' places."""
    sides = sorted({player.side for player in players})
    teams = [[at for at, player in enumerate(players) if player.side == side] for side in sides]
    ranks: list[float] = [of(players[at].place for at in team) for team in teams]
    rated = MODEL.rate([[MODEL.rating(*before[at]) for at in team] for team in teams], ranks=ranks)
    after = {at: new for team, news in zip(teams, rated, strict=True) for at, new in zip(team, news, strict=True)}
    return [Skill(after[at].mu, after[at].sigma) for at in range(len(players))]


def ratings_in(families: Iterable[str], people: Iterable[int]) -> dict[tuple[int | None, str], int]:
    """The ratings of these people who have played rated games, by person and family."""
    rows = Rating.objects.filter(person__in=people, family__in=families, games__gt=0)
    return {(row.person_id, row.family): row.points for row in rows}


# --- players and results ----------------------------------------------------------------------------------------------


def players_of(game: Game, state: GameState) -> list[Player]:
    """The players; empty if the game does not count."""
    result = state.result
    if result is None or result.reason in UNCOUNTED or game.preset not in FAMILY_OF:
        return []
    seats = list(game.taken_seats.select_related("person"))
    if any(seat.person is None or seat.person.is_guest for seat in seats):
        return []
    return [Player(seat.number, seat.person_id, *side_and_place(state, seat.number)) for seat in seats]


def side_and_place(state: GameState, seat: int) -> tuple[int, int]:
    """The side of a seat in a finished game, and its result."""
    winners = state.result.winners if state.result else ()
    won = {state.side_of(winner) for winner in winners} or set(range(state.sides))
    return state.side_of(seat), _place(state, seat, won)


def _place(state: GameState, seat: int, won: set[int]) -> int:
    if seat in state.bot_seats or seat in state.forfeited_seats:
        return GONE
    return WON if state.side_of(seat) in won else LOST


# --- rows -------------------------------------------------------------------------------------------------------------


def _locked(family: str, people: Iterable[int]) -> dict[int | None, Rating]:
    """Lock and return the ratings of these people, created if missing; always in the same order."""
    wanted = sorted(people)
    fresh = (Rating(person_id=person, family=family, **BEGINNING._asdict()) for person in wanted)
    Rating.objects.bulk_create(fresh, ignore_conflicts=True)
    rows = Rating.objects.select_for_update().filter(family=family, person__in=wanted).order_by("person_id")
    return {row.person_id: row for row in rows}


def _skill(rating: Rating) -> Skill:
    return Skill(rating.mu, rating.sigma)


def _change(game: Game, family: str, player: Player, before: Skill, after: Skill) -> RatingChange:
    return RatingChange(
        game=game,
        number=player.number,
        person_id=player.person,
        family=family,
        side=player.side,
        place=player.place,
        mu_before=before.mu,
        sigma_before=before.sigma,
        mu_after=after.mu,
        sigma_after=after.sigma,
    )


def _write(ratings: dict[int | None, Rating], players: Sequence[Player], skills: Sequence[Skill], games: int) -> None:
    for player, skill in zip(players, skills, strict=True):
        rating = ratings[player.person]
        rating.mu, rating.sigma = skill
        rating.games += games
    Rating.objects.bulk_update(ratings.values(), ["mu", "sigma", "games"])


def _before(later: Sequence[RatingChange]) -> dict[int | None, Skill]:
    """Each person's skill before the first of these changes that concerns them."""
    skills: dict[int | None, Skill] = {}
    for change in later:
        skills.setdefault(change.person_id, Skill(change.mu_before, change.sigma_before))
    return skills


def _again(changes: list[RatingChange], skills: dict[int | None, Skill]) -> None:
    """Recompute one game from these skills, and update them. Deleted accounts keep the recorded ones."""
    before = [
        skills[change.person_id] if change.person_id else Skill(change.mu_before, change.sigma_before)
        for change in changes
    ]
    players = [Player(change.number, change.person_id, change.side, change.place) for change in changes]
    for change, old, new in zip(changes, before, skills_after(before, players), strict=True):
        change.mu_before, change.sigma_before = old
        change.mu_after, change.sigma_after = skills[change.person_id] = new
    RatingChange.objects.bulk_update(changes, ["mu_before", "sigma_before", "mu_after", "sigma_after"])


def _restore(
    ratings: dict[int | None, Rating], skills: dict[int | None, Skill], undone: Sequence[RatingChange]
) -> None:
    for person, rating in ratings.items():
        rating.mu, rating.sigma = skills[person]
        rating.games -= sum(change.person_id == person for change in undone)
    Rating.objects.bulk_update(ratings.values(), ["mu", "sigma", "games"])
