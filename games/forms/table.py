"""Forms of the pages of a table and its players."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games import bots
from games.domain.moves import Move
from games.domain.perspective import Perspective
from games.forms.seeds import SeedForm
from games.models import ACTION_TEXT_LENGTH
from games.presenters.choices import Choice, plucks
from games.presenters.table import hand_and_items
from games.rulings.models import TEXT_LENGTH

MAX_KEY = 2**63 - 1
"""The greatest key of a row."""


def sent_choice(data: QueryDict) -> dict[str, list[str]]:
    """The fields of a choice of cards, as they were sent."""
    return {name: data.getlist(name) for name in ("hand", "item", "pluck", "orange", "asked")}


def read_choice(data: QueryDict, perspective: Perspective, moves: Sequence[Move]) -> Choice:
    """The choice of cards in a query. Cards that are not there (any more) are ignored."""
    hand = perspective.round.hand if perspective.round else ()
    sent = sent_choice(data)
    return Choice(
        hand=frozenset(card for card in hand if card in sent["hand"]),
        items=frozenset(key for key in hand_and_items(perspective) if key in sent["item"] and key not in hand),
        pluck=next((pluck for pluck in plucks(moves) if pluck.key in sent["pluck"][-1:]), None),
        orange=bool(sent["orange"]) and perspective.rules.specials.orange,
        to_confirm="".join(sent["asked"][-1:]),
    )


def sent_seq(data: QueryDict) -> int | None:
    """The sequence number of the table that a request was made at, where no form reads it."""
    seq = data.get("seq", "")
    return int(seq) if len(seq) < 10 and seq.isdecimal() else None


def query_of(choice: Choice) -> str:
    data = QueryDict(mutable=True)
    data.setlist("hand", sorted(choice.hand))
    data.setlist("item", sorted(choice.items))
    if choice.pluck:
        data["pluck"] = choice.pluck.key
    if choice.orange:
        data["orange"] = "1"
    if choice.to_confirm:
        data["asked"] = choice.to_confirm
    query = data.urlencode()
    return f"?{query}" if query else ""


class SequencedForm(forms.Form):
    """A request to a game in progress, with the sequence number of the table it was made at."""

    seq = forms.IntegerField(min_value=0)


class RoundForm(SequencedForm):
    """A player who goes on after a round."""

    round = forms.IntegerField(min_value=1, max_value=32_000)


class RulingForm(SequencedForm):
    """A player who has read a ruling."""

    ruling = forms.IntegerField(min_value=1, max_value=32_000)


class MoveForm(SequencedForm):
    """A move in the text of RULEBOOK 12.5; `sure` when the player has confirmed it."""

    move = forms.CharField(max_length=ACTION_TEXT_LENGTH)
    sure = forms.BooleanField(required=False)


class OfferForm(SequencedForm):
    """An offer to the other players."""

    kind = forms.ChoiceField(choices=[(kind, kind) for kind in ("drawn", "abort", "takeback", "resign")])


class AnswerForm(SequencedForm):
    """Yes or no to another player's offer."""

    agreed = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class ChatForm(forms.Form):
    """A chat message: a ready phrase, or free text; to the table, or to the other spectators."""

    audience = forms.ChoiceField(choices=[("spectators", "spectators")], required=False)
    phrase = forms.CharField(max_length=20, required=False)
    text = forms.CharField(max_length=20_000, required=False)  # the service enforces the real limit


class MuteForm(forms.Form):
    """A player to mute or unmute, by the seat; or a spectator, by a message."""

    seat = forms.IntegerField(min_value=1, required=False)
    message = forms.IntegerField(min_value=1, max_value=MAX_KEY, required=False)
    muted = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if (cleaned.get("seat") is None) == (cleaned.get("message") is None):
            raise forms.ValidationError("one of them")
        return cleaned


class ReportForm(forms.Form):
    """A message to report."""

    message = forms.IntegerField(min_value=1, max_value=MAX_KEY)


class NoteForm(forms.Form):
    """A private note about a game."""

    text = forms.CharField(max_length=100_000, required=False, strip=False)


class AbsentPlayerForm(forms.Form):
    """The choice for a seat whose player lets the others wait."""

    seat = forms.IntegerField(min_value=1)
    action = forms.ChoiceField(choices=[(action, action) for action in ("win", "computer", "end", "remind")])


class TakeoverAnswerForm(forms.Form):
    """Yes or no to a request to take over a seat."""

    seat = forms.IntegerField(min_value=1, max_value=6)
    agreed = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class InviteForm(forms.Form):
    """A person to invite, by the name they signed up with."""

    name = forms.CharField(max_length=150, required=False)


class BlockForm(forms.Form):
    """A person to block or unblock; `table`: the address of the game to return to."""

    blocked = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])
    table = forms.SlugField(required=False, max_length=16)


class SeatForm(SeedForm):
    """A seat to take; without one, any free one."""

    seat = forms.IntegerField(min_value=1, max_value=6, required=False)


class DisputeForm(forms.Form):
    """The disputed move, by the number of its event; the reason; and the wish to stop the game meanwhile."""

    at = forms.IntegerField(min_value=1, error_messages={"required": _("Choose the move.")})
    text = forms.CharField(
        max_length=TEXT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 4}),
        error_messages={"required": _("Say why you think the move was wrong. A director will read it.")},
    )
    stop = forms.BooleanField(required=False)


class DisputeNumberForm(forms.Form):
    """One of the disputes of a game."""

    dispute_no = forms.IntegerField(min_value=1, max_value=32_000)


class ComputersForm(forms.Form):
    """Computer players for one free seat, or for all."""

    seat = forms.IntegerField(min_value=1, max_value=6, required=False)
    level = forms.ChoiceField(choices=[(level, level) for level in bots.LEVELS])


class SwapForm(forms.Form):
    """Two seats to swap."""

    seat = forms.IntegerField(min_value=1, max_value=6)
    other = forms.IntegerField(min_value=1, max_value=6)


class VacationForm(forms.Form):
    """The first and the last day of a holiday."""

    first = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}))
    last = forms.DateField(label=_("Last day"), widget=forms.DateInput(attrs={"type": "date"}))


class CancelVacationForm(forms.Form):
    """A holiday to cancel."""

    pk = forms.IntegerField(min_value=1)
