"""Everything the site stores about a person, as one JSON object.

Rows of any model that point to the person are included as they are, so that later additions to the site are covered.
For rows that point to two people, or concern someone else, EXPORT_OVERRIDES says if they are included. Credentials,
such as a password hash, are left out.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from django.db.models import BinaryField, ForeignKey, ForeignObjectRel, Model, Q

from accounts.models import Person
from games.clubs.selectors import own_clubs
from games.deals.reveal import hidden_games
from games.domain.codec import decode
from games.domain.record import write_record
from games.log.encryption import decrypt_payload, decrypt_state
from games.log.player_names import current_names, log_with_current_names
from games.models import Game, Seat, StoredEvent
from games.tournaments.models import Player

SECRET = re.compile(r"password|secret|token|seed|key|auth|p256dh|endpoint|hash|head$|^data$|recovery_link")
EXPORT_OVERRIDES: dict[str, bool] = {
    "games.Mute.person": True,
    "games.Mute.muted": False,  # another's business
    "invitations.Invitation.person": True,
    "invitations.Invitation.host": True,
    "community.Block.person": True,
    "community.Block.blocked": False,  # another's business
    "community.Follow.person": True,
    "community.Follow.followed": False,  # another's business
    "clubs.Membership.person": False,  # included as clubs, with their names
    "tournaments.Player.person": False,  # included as entries, with the names of their tournaments
    "rulings.Sanction.person": True,
    "rulings.Sanction.director": False,  # another's business
    "games.Seat.person": False,  # included as games, with their records
}
"""True for each field, as `app.Model.field`, by which rows are included."""


def export_personal_data(person: Person) -> dict[str, Any]:
    """All data of the person, ready to be serialized as JSON."""
    rows = {name_of(relation): list(_rows(relation, person)) for relation in relations() if is_exported(relation)}
    own = {"games": list(_games(person)), "clubs": _clubs(person), "entries": _entries(person)}
    return {"person": _plain(person), **own, **rows}


def _clubs(person: Person) -> list[dict[str, Any]]:
    return [
        {"club": row.club.name, "address": row.club.address, "role": row.role, "since": row.since}
        for row in own_clubs(person)
    ]


def _entries(person: Person) -> list[dict[str, Any]]:
    rows = Player.objects.filter(person=person).select_related("tournament", "entry").order_by("pk")
    return [
        {
            "tournament": row.tournament.name,
            "address": row.tournament.public_id,
            "team": row.entry.name,
            "state": row.entry.state,
            "since": row.entry.since,
        }
        for row in rows
    ]


def relations() -> list[ForeignObjectRel]:
    """The relations from rows of all models to a person."""
    found = [relation for relation in Person._meta.get_fields(include_hidden=True) if relation.auto_created]
    return [relation for relation in found if isinstance(relation, ForeignObjectRel) and not relation.many_to_many]


def name_of(relation: ForeignObjectRel) -> str:
    field = relation.remote_field
    return f"{relation.related_model._meta.label}.{field.name}"


def is_exported(relation: ForeignObjectRel) -> bool:
    """The decision in EXPORT_OVERRIDES, else True if the row belongs to this person alone."""
    name = name_of(relation)
    return EXPORT_OVERRIDES[name] if name in EXPORT_OVERRIDES else not concerns_two_people(relation)


def concerns_two_people(relation: ForeignObjectRel) -> bool:
    """True if the rows point to two people."""
    fields = relation.related_model._meta.concrete_fields
    return sum(isinstance(field, ForeignKey) and field.related_model is Person for field in fields) > 1


def _rows(relation: ForeignObjectRel, person: Person) -> Iterator[dict[str, Any]]:
    manager = relation.related_model._default_manager
    for row in manager.filter(**{relation.remote_field.name: person}).order_by("pk"):
        yield _plain(row)


def _plain(row: Model) -> dict[str, Any]:
    """The columns of a row, without secrets."""
    fields = [field for field in row._meta.concrete_fields if not isinstance(field, BinaryField)]
    return {field.name: field.value_from_object(row) for field in fields if not SECRET.search(field.name)}


def _games(person: Person) -> Iterator[dict[str, Any]]:
    """Yield the games in which the person has a seat, or that were played on their device; finished ones with their
    record, if their cards are revealed."""
    mine = Q(person=person) | Q(game__host=person, game__pass_and_play=True)
    seats = Seat.objects.filter(mine).select_related("game", "plan").order_by("game_id", "-number")
    by_game = {seat.game_id: seat for seat in seats.prefetch_related("game__taken_seats")}
    hidden = hidden_games(person)
    over = [seat.game for seat in by_game.values() if seat.game.status == Game.Status.OVER]
    records = dict(_records([game for game in over if game.pk not in hidden]))
    for number, seat in by_game.items():
        game = seat.game
        yield {
            "game": game.public_id,
            "preset": game.preset,
            "status": game.status,
            "seat": seat.number,
            "players": [seat.display_name for seat in game.taken_seats.all()],
            "begun": game.created,
            "table_settings": game.table_settings,
            "conditional_moves": list(_planned(seat)),
            "record": records.get(number),
        }


def _planned(seat: Seat) -> Iterator[dict[str, str]]:
    """Yield the conditional moves of the seat, with the cards that must be on the table and those that must not."""
    plan = getattr(seat, "plan", None)
    for move, present, absent in decrypt_state(seat.game, plan.secrets)["moves"] if plan else ():
        yield {"move": move, "present": present, "absent": absent}


def _records(games: list[Game]) -> Iterator[tuple[int, str]]:
    """Yield the records of finished games, all logs read in one query."""
    known = {game.pk: game for game in games}
    events = StoredEvent.objects.filter(game__in=known).order_by("game_id", "seq")
    rows = events.values_list("game_id", "type", "version", "payload").iterator()
    for number, log in groupby(rows, lambda row: row[0]):
        game = known[number]
        facts_told = [decode(kind, version, decrypt_payload(game, kept)) for _, kind, version, kept in log]
        yield number, write_record(log_with_current_names(facts_told, game, current_names(game)))
