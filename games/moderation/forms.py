"""The form of a ruling: fields common to all kinds, and those of each kind."""

from datetime import datetime, time
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.forms import USERNAME_ATTRIBUTES
from accounts.models import Person
from games.domain.dispute_events import RulingKind
from games.domain.disputes import Ruling
from games.domain.notation import read_move, write_move
from games.domain.perspective import perspective_of
from games.models.social import ChatMessage, MessageReport
from games.moderation.audited import NOTICES
from games.moderation.case_file import DisputeCase
from games.presenters.disputes import alternatives
from games.presenters.moves import MoveWords
from games.presenters.rulebook.page import NUMBERS
from games.rulings.models import Sanction
from games.rulings.sanctions import may_give

REASON_LENGTH = 1000
BY_RULE = ("upheld", "rolled_back", "move_replaced", "score_corrected", "win_awarded")
"""The kinds that must cite a rule; the others are about conduct and time, hardly covered by the rulebook."""

ENDING = "7.8"
"""The rule by which a ruling ends a game."""

BEFORE_THE_RULING = 0
"""The rollback target that undoes only the overruled ruling."""

Outcome = MessageReport.Outcome
DECISIONS = {
    Outcome.DISMISSED: _("Dismiss the report"),
    Outcome.REMOVED: _("Remove the message"),
    Outcome.WARNED: _("Warn the author"),
    Outcome.MUTED: _("Mute the author"),
    Outcome.SUSPENDED: _("Suspend the author"),
}

RULES = sorted(NUMBERS | {ENDING}, key=lambda number: [int(part) for part in number.split(".")])


class RulingForm(forms.Form):
    """A ruling of one `kind`, which is one of KINDS and determines the fields."""

    def __init__(self, kind: RulingKind, case: DisputeCase, data: QueryDict | None = None, **options: Any) -> None:
        super().__init__(data, label_suffix="", **options)
        self.kind, self.case = kind, case
        self.fields |= _fields_of_kind(kind, case)
        self.fields["rule"] = _rule(kind, case)
        self.fields["reason"] = forms.CharField(
            label=_("Reason, for the players to read"), max_length=REASON_LENGTH, widget=forms.Textarea({"rows": 4})
        )
        earlier = [(line.number, line.text) for line in case.rulings() if line.in_force]
        self.earlier = {str(number): text for number, text in earlier}
        if "overrules" in self.initial:
            self.initial["event_seq"] = BEFORE_THE_RULING
        if earlier:
            self.fields["overrules"] = forms.TypedChoiceField(
                label=_("This overrules"), choices=[(0, str(_("no ruling"))), *earlier], coerce=int, required=False
            )

    @property
    def overruled(self) -> str:
        """The text of the ruling chosen to be overruled; empty if there is none."""
        return self.earlier.get(str(self["overrules"].value()), "") if self.earlier else ""

    def ruling(self) -> Ruling:
        """The ruling of a valid form."""
        values = self.cleaned_data
        totals = [values[f"total_{side}"] for side in range(self.case.state.sides) if f"total_{side}" in values]
        return Ruling(
            self.kind,
            values["reason"],
            values["rule"],
            event_seq=values.get("event_seq") or 0,
            overrules=values.get("overrules") or 0,
            move=read_move(values["move"]) if "move" in values else None,
            totals=tuple(totals),
            winners=tuple(values.get("winners", ())),
            seat=values.get("seat") or 0,
            seconds=60 * values.get("minutes", 0),
            until=end_of(values["until"]).isoformat() if "until" in values else "",
        )


def end_of(day: Any) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.max))


class SanctionForm(forms.Form):
    """A notice to a person, outside of any game."""

    name = forms.CharField(
        label=_("The person’s username"), max_length=150, widget=forms.TextInput(attrs=USERNAME_ATTRIBUTES)
    )
    kind = forms.ChoiceField(label=_("Kind of notice"), choices=Sanction.Kind.choices)
    until = forms.DateField(
        label=_("Last day of the suspension or mute"), required=False, widget=forms.DateInput({"type": "date"})
    )
    reason = forms.CharField(
        label=_("Reason, for the person to read"), max_length=REASON_LENGTH, widget=forms.Textarea({"rows": 4})
    )

    def __init__(self, giver: Person, data: QueryDict | None = None, **options: Any) -> None:
        super().__init__(data, label_suffix="", **options)
        self.fields["kind"].choices = [  # type: ignore[attr-defined]  # of a choice field
            (kind, words) for kind, words in Sanction.Kind.choices if may_give(giver, kind)
        ]

    def clean_name(self) -> Person:
        person = Person.named(self.cleaned_data["name"])
        if person is None:
            raise forms.ValidationError(_("No player has this name."))
        return person


class RemovalForm(forms.Form):
    """The reason for removing a message, for the staff log."""

    reason = forms.CharField(
        label=_("Reason, for the record"), max_length=REASON_LENGTH, widget=forms.Textarea({"rows": 3})
    )


class DecisionForm(forms.Form):
    """A decision about the reports of a message: the outcomes that this moderator may choose."""

    outcome = forms.ChoiceField(label=_("Decision"))
    remove = forms.BooleanField(label=_("Also remove the message"), required=False)
    until = forms.DateField(
        label=_("Last day of the suspension or mute"), required=False, widget=forms.DateInput({"type": "date"})
    )
    reason = forms.CharField(
        label=_("Reason, for the record (shown to the person if warned, muted, or suspended)"),
        max_length=REASON_LENGTH,
        widget=forms.Textarea({"rows": 3}),
    )

    def __init__(self, moderator: Person, message: ChatMessage, data: QueryDict | None = None, **options: Any) -> None:
        super().__init__(data, label_suffix="", **options)
        notices = [outcome for outcome in NOTICES if message.person_id and may_give(moderator, NOTICES[outcome])]
        offered = [Outcome.DISMISSED, Outcome.REMOVED, *notices]
        self.fields["outcome"].choices = [  # type: ignore[attr-defined]  # of a choice field
            (outcome.value, DECISIONS[outcome]) for outcome in offered
        ]


def _rule(kind: RulingKind, case: DisputeCase) -> forms.Field:
    refusal = case.revalidation.refusal if case.revalidation else None
    cited = refusal.rule if refusal and refusal.rule in RULES else ""
    named = [(number, f"{number}: {words}") for number, words in case.named_rules().items() if number in RULES]
    by_number = (_("All rules, by number"), [(number, number) for number in RULES])
    return forms.ChoiceField(
        label=_("Rule"),
        choices=[("", _("choose")), *([(_("Cited in the engine’s verdict"), named)] if named else []), by_number],
        required=kind in BY_RULE,
        initial=ENDING if kind in ("win_awarded", "drawn", "annulled") else cited,
    )


def _fields_of_kind(kind: RulingKind, case: DisputeCase) -> dict[str, forms.Field]:
    match kind:
        case "rolled_back":
            return {"event_seq": _target(case)}
        case "move_replaced":
            return {"move": _other_move(case)}
        case "score_corrected":
            return _totals(case)
        case "win_awarded":
            return {"winners": _seats(case, _("Winner"))}
        case "clock_adjusted":
            minutes = forms.IntegerField(
                label=_("Minutes to add (negative to subtract)"), min_value=-10_000, max_value=10_000
            )
            return {"seat": _seat(case, _("Player whose clock changes")), "minutes": minutes}
        case "warned":
            return {"seat": _seat(case, _("Player to warn"))}
        case "suspended":
            day = forms.DateField(label=_("Last day of the suspension"), widget=forms.DateInput({"type": "date"}))
            return {"seat": _seat(case, _("Player to suspend")), "until": day}
        case _:
            return {}


def _target(case: DisputeCase) -> forms.Field:
    """The field for the move before which the game should resume."""
    targets = [
        (entry.start + 1, f"{number}. {case.position_text(number)}")
        for number, entry in enumerate(case.entries)
        if entry.kind in ("move", "end")
    ]
    if case.rulings():
        targets.append((BEFORE_THE_RULING, str(_("the ruling that is overruled"))))
    return forms.TypedChoiceField(
        label=_("Take the game back to before"), choices=targets, coerce=int, initial=case.dispute.event_seq
    )


def _other_move(case: DisputeCase) -> forms.Field:
    """The field for the replacement move, limited to the cards of the hand that the director can see."""
    revalidation = case.revalidation
    if revalidation is None or not revalidation.checks:
        return forms.ChoiceField(label=_("Replacement move"), choices=[])
    words = MoveWords(perspective_of(revalidation.state, revalidation.seat).position())
    offered = alternatives(revalidation, open_hands=case.open_hands)
    return forms.ChoiceField(
        label=_("Replacement move"), choices=[(write_move(move), words.label(move)) for move in offered]
    )


def _totals(case: DisputeCase) -> dict[str, forms.Field]:
    return {
        f"total_{side}": forms.IntegerField(
            label=case.names.side(side), min_value=-1000, max_value=10_000, initial=case.state.totals[side]
        )
        for side in range(case.state.sides)
    }


def _seat(case: DisputeCase, label: object) -> forms.Field:
    return forms.TypedChoiceField(label=str(label), choices=_names(case), coerce=int)


def _seats(case: DisputeCase, label: object) -> forms.Field:
    several = forms.CheckboxSelectMultiple
    return forms.TypedMultipleChoiceField(label=str(label), choices=_names(case), coerce=int, widget=several)


def _names(case: DisputeCase) -> list[tuple[int, str]]:
    return [(number, case.names.seat(number)) for number in range(1, case.state.seats + 1)]
