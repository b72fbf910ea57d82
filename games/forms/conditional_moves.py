"""The form of a conditional move."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from games.domain.cards import Card
from games.domain.conditional_moves import ConditionalMove
from games.domain.notation import read_move
from games.domain.perspective import Perspective
from games.presenters.conditional_moves import Labels, move_labels, new_card_labels, table_labels


class ConditionalMoveForm(forms.Form):
    """Conditions, and a move from those that the rules allow if the conditions come true."""

    present = forms.MultipleChoiceField(
        label=lazy("Only if these are still on the table"), required=False, widget=forms.CheckboxSelectMultiple
    )
    absent = forms.MultipleChoiceField(
        label=lazy("Only if these are gone"), required=False, widget=forms.CheckboxSelectMultiple
    )
    new = forms.ChoiceField(label=lazy("Only if this card has come to the table"), required=False)
    move = forms.ChoiceField(label=lazy("Then play"))

    def __init__(self, perspective: Perspective, data: QueryDict, adding: bool) -> None:
        """Without `adding`, `data` are only the conditions chosen so far."""
        chosen = {"present": data.getlist("present"), "absent": data.getlist("absent"), "new": data.get("new")}
        super().__init__(data if adding else None, initial=chosen)
        table = table_labels(perspective)
        self._offer("present", table)
        self._offer("absent", table)
        self._offer("new", [("", _("Any")), *new_card_labels(perspective)])
        present, absent = self._conditions()
        self._offer("move", move_labels(perspective, present, absent))

    def _offer(self, name: str, labels: Labels) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = labels

    def _conditions(self) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
        """The cards that must be on the table, and those that must be gone; unknown ones are left out."""
        chosen = {name: self[name].value() or () for name in ("present", "absent", "new")}
        offered = dict(self.fields["new"].choices)  # type: ignore[attr-defined]  # a field with choices
        table = [card for card, _label in self.fields["present"].choices]  # type: ignore[attr-defined]  # so is this
        absent = tuple(card for card in table if card in chosen["absent"])
        new = (Card(chosen["new"]),) if chosen["new"] and chosen["new"] in offered else ()
        return tuple(card for card in table if card in chosen["present"]) + new, absent

    def clean(self) -> dict[str, Any]:
        if set(self.cleaned_data.get("present", ())) & set(self.cleaned_data.get("absent", ())):
            raise forms.ValidationError(_("A card can’t be on the table and gone."))
        return self.cleaned_data

    @property
    def planned(self) -> ConditionalMove:
        present, absent = self._conditions()
        return ConditionalMove(read_move(self.cleaned_data["move"]), present, absent)


class RemoveForm(forms.Form):
    """The number of a planned move, from 1, of so many: a second tap must not remove the next one."""

    number = forms.IntegerField(min_value=1, max_value=1000)
    of = forms.IntegerField(min_value=1, max_value=1000)
