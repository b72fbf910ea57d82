"""The form of a ruling: fields common to all kinds, and those of each kind."""

from datetime import datetime, time
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import Person
from games.desk.reading import Papers
from games.domain.notation import read_move, write_move
from games.domain.perspective import perspective
from games.domain.ruling import Ruling
from games.presenters.judged import alternatives
from games.presenters.moves import MoveWords
from games.presenters.rulebook.page import NUMBERS
from games.rulings.conduct import may_give
from games.rulings.models import Notice

REASON_LENGTH = 1000
BY_RULE = ("stands", "back", "replaced", "score", "awarded")
"""The kinds that must cite a rule; the others are about conduct and time, hardly covered by the rulebook."""

ENDING = "7.8"
"""The rule by which a ruling ends a game."""

BEFORE_THE_RULING = 0
"""The rollback target that undoes only the overruled ruling."""

RULES = sorted(NUMBERS | {ENDING}, key=lambda number: [int(part) for part in number.split(".")])


class RulingForm(forms.Form):
    """A ruling of one `kind`, which is one of KINDS and determines the fields."""

    def __init__(self, kind: str, papers: Papers, data: QueryDict | None = None, **more: Any) -> None:
        super().__init__(data, label_suffix="", **more)
        self.kind, self.papers = kind, papers
        self.fields |= _wanted(kind, papers)
        self.fields["rule"] = _rule(kind, papers)
        self.fields["reason"] = forms.CharField(
            label=_("Reason, for the players to read"), max_length=REASON_LENGTH, widget=forms.Textarea({"rows": 4})
        )
        earlier = [(line.number, line.text) for line in papers.rulings() if line.holds]
        self.earlier = {str(number): text for number, text in earlier}
        if "overrules" in self.initial:
            self.initial["at"] = BEFORE_THE_RULING
        if earlier:
            self.fields["overrules"] = forms.TypedChoiceField(
                label=_("This overrules"), choices=[(0, str(_("no ruling"))), *earlier], coerce=int, required=False
            )

    @property
    def overruled(self) -> str:
        """The text of the ruling chosen to be overruled; empty if there is none."""
        return self.earlier.get(str(self["overrules"].value()), "") if self.earlier else ""

    def ruling(self) -> Ruling:
        """Return the ruling of a valid form."""
        told = self.cleaned_data
        totals = [told[f"total_{side}"] for side in range(self.papers.state.sides) if f"total_{side}" in told]
        return Ruling(
            self.kind,
            told["reason"],
            told["rule"],
            at=told.get("at") or 0,
            overrules=told.get("overrules") or 0,
            move=read_move(told["move"]) if "move" in told else None,
            totals=tuple(totals),
            winners=tuple(told.get("winners", ())),
            seat=told.get("seat") or 0,
            seconds=60 * told.get("minutes", 0),
            until=_end_of(told["until"]) if "until" in told else "",
        )


def _end_of(day: Any) -> str:
    return end_of(day).isoformat()


def end_of(day: Any) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.max))


class NoticeForm(forms.Form):
    """A notice to a person, outside of any game."""

    name = forms.CharField(label=_("The name with which the person has signed up"), max_length=150)
    kind = forms.ChoiceField(label=_("What is told"), choices=Notice.Kind.choices)
    until = forms.DateField(
        label=_("Last day of the suspension or mute"), required=False, widget=forms.DateInput({"type": "date"})
    )
    reason = forms.CharField(
        label=_("Reason, for the person to read"), max_length=REASON_LENGTH, widget=forms.Textarea({"rows": 4})
    )

    def __init__(self, giver: Person, data: QueryDict | None = None, **more: Any) -> None:
        super().__init__(data, label_suffix="", **more)
        self.fields["kind"].choices = [  # type: ignore[attr-defined]  # of a choice field
            (kind, words) for kind, words in Notice.Kind.choices if may_give(giver, kind)
        ]

    def clean_name(self) -> Person:
        person = Person.objects.filter(username__iexact=self.cleaned_data["name"]).first()
        if person is None:
            raise forms.ValidationError(_("There is nobody here who is called so."))
        return person


class RemovalForm(forms.Form):
    """The reason for removing a message, for the staff log."""

    reason = forms.CharField(
        label=_("Reason, for the record"), max_length=REASON_LENGTH, widget=forms.Textarea({"rows": 3})
    )


def _rule(kind: str, papers: Papers) -> forms.Field:
    refusal = papers.judged.refusal if papers.judged else None
    said = refusal.rule if refusal and refusal.rule in RULES else ""
    named = [(number, f"{number}: {words}") for number, words in papers.named_rules().items() if number in RULES]
    by_number = (_("All rules, by number"), [(number, number) for number in RULES])
    return forms.ChoiceField(
        label=_("Rule"),
        choices=[("", _("choose")), *([(_("Named by the engine’s verdict"), named)] if named else []), by_number],
        required=kind in BY_RULE,
        initial=ENDING if kind in ("awarded", "drawn", "annulled") else said,
    )


def _wanted(kind: str, papers: Papers) -> dict[str, forms.Field]:
    match kind:
        case "back":
            return {"at": _place(papers)}
        case "replaced":
            return {"move": _other_move(papers)}
        case "score":
            return _totals(papers)
        case "awarded":
            return {"winners": _seats(papers, _("Who wins"))}
        case "clock":
            minutes = forms.IntegerField(
                label=_("Minutes to add; with a minus sign, to take off"), min_value=-10_000, max_value=10_000
            )
            return {"seat": _seat(papers, _("Whose clock")), "minutes": minutes}
        case "warned":
            return {"seat": _seat(papers, _("Who is warned"))}
        case "suspended":
            day = forms.DateField(label=_("Last day of the suspension"), widget=forms.DateInput({"type": "date"}))
            return {"seat": _seat(papers, _("Who is suspended")), "until": day}
        case _:
            return {}


def _place(papers: Papers) -> forms.Field:
    """Return the field for the move before which the game should resume."""
    places = [
        (each.start + 1, f"{number}. {papers.words_at(number)}")
        for number, each in enumerate(papers.moments)
        if each.kind in ("move", "end")
    ]
    if papers.rulings():
        places.append((BEFORE_THE_RULING, str(_("the ruling that is overruled"))))
    return forms.TypedChoiceField(
        label=_("The game goes back to before"), choices=places, coerce=int, initial=papers.dispute.at
    )


def _other_move(papers: Papers) -> forms.Field:
    """Return the field for the replacement move, limited to the cards of the hand that the director can see."""
    judged = papers.judged
    if judged is None or not judged.checks:
        return forms.ChoiceField(label=_("The other move"), choices=[])
    words = MoveWords(perspective(judged.before, judged.seat).position())
    offered = alternatives(judged, open_hands=papers.open_hands)
    return forms.ChoiceField(
        label=_("The other move"), choices=[(write_move(move), words.label(move)) for move in offered]
    )


def _totals(papers: Papers) -> dict[str, forms.Field]:
    return {
        f"total_{side}": forms.IntegerField(
            label=papers.names.side(side), min_value=-1000, max_value=10_000, initial=papers.state.totals[side]
        )
        for side in range(papers.state.sides)
    }


def _seat(papers: Papers, label: object) -> forms.Field:
    return forms.TypedChoiceField(label=str(label), choices=_names(papers), coerce=int)


def _seats(papers: Papers, label: object) -> forms.Field:
    several = forms.CheckboxSelectMultiple
    return forms.TypedMultipleChoiceField(label=str(label), choices=_names(papers), coerce=int, widget=several)


def _names(papers: Papers) -> list[tuple[int, str]]:
    return [(number, papers.names.seat(number)) for number in range(1, papers.state.seats + 1)]
