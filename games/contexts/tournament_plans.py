"""What the organizers' page of a tournament shows. Of the tables of a duplicate round that still goes on, it tells no
more than any page does: an organizer may play, too."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Count, Exists, OuterRef, Prefetch, Q
from django.utils.translation import gettext, pgettext

from accounts.person_names import isolate
from games.models import StoredEvent
from games.presenters.tournament_plans import (
    EntryRow,
    ResultRow,
    ended_words,
    result_choices,
    shares_words,
)
from games.presenters.tournaments import result_words
from games.rulings.models import Dispute
from games.tournaments import rounds
from games.tournaments.exports import entry_name
from games.tournaments.models import Correction, Entry, Match, MatchGame, Player, Round, Tournament
from games.tournaments.services import returnable, what_has_begun, what_is_seen

State, Format = Tournament.State, Tournament.Format

LATEST = 50
"""Number of matches of an arena or a ladder that are listed."""

FEW = 5
"""Number of entries that an entry is said to share an address or a device with, at most."""

MOVES = ("card_trailed", "cards_captured", "build_made")
ENDS = ("game_won", "game_ended")
"""Events that make a move, and that end a game."""

WITH_PEOPLE = Prefetch("players", Player.objects.select_related("person"))


def organize_context(row: Tournament, number: int | None) -> dict[str, Any]:
    """`number`: of the round whose matches are listed, the latest if there is no such round."""
    entries = {entry.pk: entry for entry in row.entries.prefetch_related(WITH_PEOPLE)}
    names = {pk: isolate(entry_name(entry)) for pk, entry in entries.items()}
    current = rounds.last_round(row)
    begun = list(row.played_rounds.filter(starts__isnull=False))
    shown = next((each for each in begun if each.number == number), current)
    return {
        "tournament": row,
        "name": isolate(row.name),
        "entries": _entry_rows(list(entries.values()), names),
        "shown": shown,
        "begun": begun if row.in_rounds else [],
        "matches": _result_rows(row, shown, names) if shown else [],
        "planned": row.state == State.PLANNED,
        "unfinished": row.state in (State.PLANNED, State.RUNNING),
        "paused": row.state == State.RUNNING and row.in_rounds and current is not None and current.closed is not None,
        "extendable": current is not None and current.ends is not None and current.closed is None,
        "current": current,
        "begun_so_far": what_has_begun(row),
        "disputed": _disputed(row),
    }


def _disputed(row: Tournament) -> list[tuple[int, int]]:
    """The round and the table of each game with an open dispute."""
    found = Match.objects.filter(games__game__disputes__state=Dispute.State.OPEN, round__tournament=row).distinct()
    return list(found.order_by("round__number", "board").values_list("round__number", "board"))


def _entry_rows(entries: Sequence[Entry], names: dict[int, str]) -> list[EntryRow]:
    players = [player for entry in entries for player in entry.players.all()]
    rows = []
    for entry in entries:
        own, shares, known = list(entry.players.all()), [], {entry.pk}
        for field in ("device_mark", "address_mark"):
            marks = {getattr(player, field) for player in own} - {""}
            others = {player.entry_id for player in players if getattr(player, field) in marks} - known
            if others:
                told = sorted(names[pk] for pk in others)
                told = told if len(told) <= FEW else [*told[:FEW], "…"]
                shares.append(shares_words(device=field == "device_mark", names=told))
                known |= others  # one device is one address, too
        people = ", ".join(isolate(player.person) for player in own if player.person) if entry.name else ""
        gone = "" if entry.state == Entry.State.IN else entry.get_state_display()
        out, removed = entry.state == Entry.State.OUT, entry.state == Entry.State.BARRED
        rows.append(EntryRow(entry.pk, entry.number, names[entry.pk], people, gone, out, removed, tuple(shares)))
    return rows


def _result_rows(row: Tournament, shown: Round, names: dict[int, str]) -> list[ResultRow]:
    by_hand = Exists(Correction.objects.filter(match=OuterRef("pk"), match__corrected=True))
    found = shown.matches.annotate(by_hand=by_hand).prefetch_related("games__game")
    matches = list(found if row.in_rounds else found.order_by("-board")[:LATEST])
    secret = row.duplicate and any(not match.decided for match in matches)
    ended = {} if secret else _endings(matches)
    return [_result_row(row, match, names, ended.get(match.pk, ""), secret=secret) for match in matches]


def _endings(matches: Sequence[Match]) -> dict[int, str]:
    """How the games of each match have ended, also those that were called off: so thrown games show."""
    keys = [match.pk for match in matches]
    rows = MatchGame.objects.filter(match__in=keys).order_by("number")
    moves = dict(rows.annotate(n=Count("game__events", Q(game__events__type__in=MOVES))).values_list("game", "n"))
    ends = StoredEvent.objects.filter(game__match_game__match__in=keys, type__in=ENDS).order_by("seq")
    reasons = {game: payload["reason"] for game, payload in ends.values_list("game", "payload")}
    found: dict[int, list[str]] = {}
    for match, game in rows.values_list("match", "game"):
        if game in reasons:
            found.setdefault(match, []).append(ended_words(reasons[game], moves[game]))
    return {match: " · ".join(words) for match, words in found.items()}


def _result_row(row: Tournament, match: Any, names: dict[int, str], ended: str, *, secret: bool) -> ResultRow:
    first, second = names[match.first_id], names[match.second_id] if match.second_id else ""
    result = result_words(f"{match.first_points}-{match.second_points}") if match.decided else ""
    if match.decided and (secret or not second):
        result = pgettext("of a tournament", "finished") if match.opened else gettext("bye")
    adjournable = row.in_rounds and row.format != Format.KNOCKOUT and not rounds.is_last(row, match.round)
    choices = result_choices(first, second, draw=row.format != Format.KNOCKOUT) if second else ()
    return ResultRow(
        match.pk,
        match.board,
        f"{first} – {second}" if second else first,
        result,
        ended,
        adjournable and not match.decided and not match.adjourned,
        match.adjourned,
        (*choices, ("game", gettext("as the game says"))) if choices and returnable(match) else choices,
        what_is_seen(match),
        match.by_hand,
        () if secret else tuple(each.game.public_id for each in match.games.all()),
    )
