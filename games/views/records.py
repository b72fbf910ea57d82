"""Export and import of records: a finished game as text or JSON, and the page for imports."""

import math
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import Person
from accounts.services import ensure_person
from accounts.views import member_of
from casino.rate_limits import RateLimitExceeded, hit_client, rate_limited, wait_text
from games import services
from games.contexts.access import get_watchable_game, reveal_notice
from games.deals.reveal import secrets_revealed
from games.domain.events import Event
from games.domain.presets import PRESETS
from games.domain.provably_fair import COMMITTED_BEFORE
from games.domain.record import read_record, write_record
from games.domain.seating import client_seed_sources, protection
from games.domain.setup_events import GameOpened
from games.forms.record_import import RecordForm
from games.log.encryption import decrypt_secret
from games.log.player_names import current_names, load_full_log
from games.log.store import load, recorded_options
from games.models import Game, ImportedRecord
from games.presenters.rules import game_name


def finished_game(request: HttpRequest, public_id: str) -> Game:
    """A game that is over and whose cards no one will play any more; before that, hidden cards stay secret."""
    game = get_watchable_game(request, public_id)
    if game.status != Game.Status.OVER:
        raise Http404
    if not secrets_revealed(game):
        raise PermissionDenied(reveal_notice(game))
    return game


@require_safe
@never_cache
def record_text(request: HttpRequest, public_id: str) -> HttpResponse:
    text = write_record(load_full_log(finished_game(request, public_id)))
    return _download(HttpResponse(text, content_type="text/plain; charset=utf-8"), public_id, "txt")


@require_safe
@never_cache
def record_json(request: HttpRequest, public_id: str) -> HttpResponse:
    data = export(finished_game(request, public_id))
    return _download(JsonResponse(data, json_dumps_params={"indent": 1, "ensure_ascii": False}), public_id, "json")


def export(game: Game) -> dict[str, Any]:
    """The game as a replay request (RULEBOOK 13), with its players and the data to verify its deals."""
    log = load_full_log(game)
    opened = log[0]
    if not isinstance(opened, GameOpened):
        raise Http404
    names = current_names(game)
    return {
        **read_record(write_record(log)),
        "players": [names.get(seat, "") for seat in range(1, game.seats + 1)],
        "game": game.public_id,
        "pack": opened.rules.dealing.deck,
        "commitment": game.commitment,
        "seed": decrypt_secret(game).hex(),
        "dealer_drawn": game.rematch_of_id is None,
        "head": game.head,
        **(_dealt_with_words(game, log) if opened.shuffle_version == COMMITTED_BEFORE else {}),
    }


def _dealt_with_words(game: Game, log: tuple[Event, ...]) -> dict[str, Any]:
    """Further data to verify deals with client seeds: these, their promises, and the game's complete rules."""
    known = {"preset": game.preset} if game.preset in PRESETS else {}
    return {
        "fairness": COMMITTED_BEFORE,
        "rules": {**known, **recorded_options(game)},
        "words": [word for word, _given in client_seed_sources(log)],
        "given": [given for _word, given in client_seed_sources(log)],
        "hashes": list(load(game)[0].seed_hashes or ("",) * game.seats),
        "protection": protection(log),
    }


def _download(response: HttpResponse, public_id: str, kind: str) -> HttpResponse:
    response["Content-Disposition"] = f'inline; filename="casino-{public_id}.{kind}"'
    return response


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@rate_limited("import_record")
def records(request: HttpRequest) -> HttpResponse:
    """Import a record, or list those imported before."""
    if request.method != "POST":
        return _records_page(request, RecordForm())
    form = RecordForm(request.POST, request.FILES)
    if not form.is_valid():
        return _records_page(request, form)
    person, (preset, players, log, size) = ensure_person(request), form.imported
    try:
        hit_client("record_size", request, math.ceil(size / 1000))
    except RateLimitExceeded as full:
        words = _("You or others on your network have imported too many records today.")
        form.add_error(None, f"{words} {wait_text(full.wait)}")
        return _records_page(request, form, status=429)
    record = services.save_imported_record(person, preset, players, log)
    return redirect("games:record", record.public_id)


def _records_page(request: HttpRequest, form: RecordForm, status: int = 200) -> HttpResponse:
    context = {
        "form": form,
        "records": imported_records(request),
        "maximum": services.MAX_RECORDS,
        "days": services.RECORD_RETENTION.days,
        "member": member_of(request),
    }
    return render(request, "games/replay/record_import.html", context, status=status)


def imported_records(request: HttpRequest) -> list[dict[str, Any]]:
    if not isinstance(request.user, Person):
        return []
    rows = ImportedRecord.objects.filter(owner=request.user).values("public_id", "preset", "players", "created")
    return [
        {**row, "game": game_name(row["preset"]) or "Casino", "players": ", ".join(filter(None, row["players"]))}
        for row in rows[: services.MAX_RECORDS]
    ]
