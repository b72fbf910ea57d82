"""Forms of tournaments: entering one, and organizing one."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundWidget
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts.models import Person
from accounts.person_names import isolate
from games import bots
from games.clubs.models import Club, ClubFavorite
from games.domain.options import OPTIONS, read_recorded_rules, write_options
from games.domain.presets import DEFAULT_PRESET, PRESETS, preset_of, resolve_rules
from games.domain.rules import InvalidRules, Rules
from games.domain.table_settings import DAY, TableSettings
from games.forms.clubs import MAX_NUMBER, UNPRINTABLE
from games.forms.table_settings import ClockForm, optional_choice
from games.forms.time_control import CUSTOM_CLOCKS, CUSTOM_FIELDS
from games.models import NAME_LENGTH, HouseRules
from games.presenters.refusals import refusal_words
from games.presenters.rulebook.house_rules import conflict_words
from games.presenters.rules import game_name, stored_name
from games.presenters.table_settings import CLOCKS, HOUR, LEVELS, MINUTE, ClockSettings, clock_words, span_words
from games.presenters.tournament_plans import FORMATS, plan_sentence
from games.tournaments.estimate import estimate
from games.tournaments.models import ABOUT_LENGTH, REASON_LENGTH, TOURNAMENT_NAME_LENGTH, Tournament
from games.tournaments.outcomes import TEMPLATES
from games.tournaments.services import (
    MAX_ARENA,
    MAX_FILLED,
    MAX_ROUNDS,
    MIN_ARENA,
    TournamentValues,
    plan_refusal,
    planned,
    played_rules,
)

Format = Tournament.Format

IN_ROUNDS = tuple(kind for kind in FORMATS if kind not in (Format.ARENA, Format.LADDER))
SAME_CARDS = (Format.DUPLICATE, Format.SOLO)
USED = {
    "people": tuple(kind for kind in FORMATS if kind != Format.SOLO),
    "rounds": (Format.SWISS, *SAME_CARDS),
    "scoring": SAME_CARDS,
    "round_time": IN_ROUNDS,
    "pause": IN_ROUNDS,
    "length": (Format.ARENA,),
    "ends": (Format.LADDER,),
    "fill_to": tuple(kind for kind in FORMATS if kind != Format.SOLO),
}
"""The formats that use a field; all others are used by every format."""

USUAL = (Format.SWISS, Format.ROUND_ROBIN, Format.KNOCKOUT, Format.ARENA)
"""The formats for a first tournament."""

ACCESS = {
    Tournament.Access.OPEN.value: lazy("everyone (listed)"),
    Tournament.Access.LINK.value: lazy("whoever has the link"),
}
IN_CLUB = {Tournament.Access.CLUB.value: lazy("members of the club")}
DEFAULT_CLOCK = "live-5"
DEFAULT_LENGTH = 60
DEFAULT_SOLO_ROUNDS = 3
PREVIEWED = (4, 8, 16)
"""Numbers of entries for which the page says what a plan comes to."""

ROUND_TIMES = (0, *(minutes * MINUTE for minutes in (30, 60, 120)), *(DAY * days for days in (1, 2, 3, 7, 14, 30, 60)))
PAUSES = (0, *(minutes * MINUTE for minutes in (1, 2, 5, 10, 15, 30)), HOUR, *(DAY * days for days in (1, 2, 7)))


def spans(values: Iterable[int], none: Any, now: int) -> list[tuple[Any, Any]]:
    """Choices of spans of time in seconds, with the one chosen `now`."""
    return [(str(seconds), span_words(seconds) if seconds else none) for seconds in sorted({*values, now})]


def moment_field(label: Any) -> forms.DateTimeField:
    """A date and a time by the clocks of whoever enters them; or none."""
    return forms.DateTimeField(
        label=label,
        required=False,
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M"],
        widget=forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"}),
        error_messages={"invalid": lazy("Enter a date and a time, like 2026-12-24 20:00.")},
    )


class TournamentForm(ClockForm):
    """The plan of a tournament. Fields that its format does not use may hold anything valid.

    `club`: the one whose tournament it is; `row`: the tournament that is changed.
    """

    name = forms.CharField(
        label=lazy("Name"),
        max_length=TOURNAMENT_NAME_LENGTH,
        error_messages={
            "required": lazy("Give the tournament a name."),
            "max_length": lazy("This name is too long. The limit is %(limit_value)d characters."),
        },
    )
    about = forms.CharField(
        label=lazy("About the tournament (optional)"),
        required=False,
        max_length=ABOUT_LENGTH,
        widget=forms.Textarea(attrs={"rows": 3, "maxlength": ABOUT_LENGTH}),
        error_messages={"max_length": lazy("This text is too long. The limit is %(limit_value)d characters.")},
    )
    format = forms.ChoiceField(
        label=lazy("Format"),
        choices=[(kind, Format(kind).label) for kind in FORMATS],
        initial=Format.SWISS,
        widget=forms.RadioSelect,
        error_messages={"required": lazy("Choose a format.")},
    )
    game = forms.ChoiceField(label=lazy("Game"), initial=DEFAULT_PRESET)
    people = optional_choice(
        lazy("Singles or teams"),
        {"1": lazy("everyone for themselves"), "2": lazy("two partners"), "4": lazy("teams of four (same cards only)")},
        "1",
    )
    rounds = forms.IntegerField(
        label=lazy("Rounds (empty: as many as suit the number of players)"),
        required=False,
        min_value=1,
        max_value=MAX_ROUNDS,
    )
    length = forms.IntegerField(
        label=lazy("Length (minutes)"),
        required=False,
        min_value=MIN_ARENA,
        max_value=MAX_ARENA,
        initial=DEFAULT_LENGTH,
    )
    scoring = optional_choice(
        lazy("Scoring"), dict(Tournament.Scoring.choices), Tournament.Scoring.MATCHPOINTS, forms.Select
    )
    round_time = optional_choice(lazy("Time for a round"), {}, "0")
    pause = optional_choice(lazy("Pause between rounds"), {}, str(2 * MINUTE))
    starts = moment_field(lazy("Start (empty: when you start it)"))
    ends = moment_field(lazy("End of the ladder (empty: when you end it)"))
    access = optional_choice(lazy("Who can enter"), ACCESS, Tournament.Access.OPEN, forms.RadioSelect)
    rated = forms.BooleanField(label=lazy("Rated (standard rules, account required)"), required=False)
    level = optional_choice(lazy("Computer players"), {"": lazy("none"), **LEVELS}, "")
    fill_to = forms.IntegerField(
        label=lazy("Computers fill free places up to (entries)"), required=False, min_value=0, max_value=MAX_FILLED
    )

    def __init__(
        self,
        organizer: Person,
        club: Club | None = None,
        data: QueryDict | None = None,
        row: Tournament | None = None,
    ) -> None:
        super().__init__(data, initial=_chosen(row) if row else {})
        self.club, self.row = club, row
        self.sets = {f"favorite-{row.pk}": row for row in ClubFavorite.objects.filter(club=club)} if club else {}
        self.own = {f"rules-{row.pk}": row for row in HouseRules.objects.filter(owner=organizer)}
        clocks = [(key, clock_words(settings)) for key, settings in CLOCKS.items() if key != "none"]
        self._offer("clock", [*clocks, *CUSTOM_CLOCKS.items()])
        self.fields["clock"].initial = DEFAULT_CLOCK
        self._offer("game", self._games())
        self._offer("round_time", spans(ROUND_TIMES, _("no limit"), row.minutes * MINUTE if row else 0))
        self._offer("pause", spans(PAUSES, _("none"), row.pause if row else 0))
        self.fields["name"].initial = _("%(name)s’s tournament") % {"name": isolate(club.name if club else organizer)}
        if club:
            self._offer("access", list((IN_CLUB if club.private else IN_CLUB | ACCESS).items()))
            self.fields["access"].initial = Tournament.Access.CLUB

    def _offer(self, name: str, choices: list[tuple[Any, Any]]) -> None:
        field = self.fields[name]
        if isinstance(field, forms.ChoiceField):
            field.choices = choices

    def _games(self) -> list[tuple[Any, Any]]:
        """The games and sets of house rules, in groups."""
        named = [
            (key, f"{row.name} ({game_name(row.preset)})" if row.name else game_name(row.preset))
            for key, row in self.sets.items()
        ]
        own = [(key, f"{row.name} ({game_name(row.preset)})") for key, row in self.own.items()]
        games = sorted(((preset, game_name(preset)) for preset in PRESETS), key=lambda choice: choice[1])
        now = [("now", stored_name(self.row.preset, self.row.options))] if self.row else []
        groups = [(_("As it is now"), now), (_("Favorites of the club"), named), (_("Your house rules"), own)]
        return [*((title, choices) for title, choices in groups if choices), (_("Games"), games)]

    # --- what was sent ------------------------------------------------------------------------------------------------

    def clean_name(self) -> str:
        name = " ".join(str(self.cleaned_data["name"]).split())
        if not name.isprintable():
            raise ValidationError(_("This name contains characters that we can’t show."))
        return name

    def clean_game(self) -> tuple[str, Rules]:
        """The preset and its rules, with house rules if some were chosen."""
        key = self.cleaned_data["game"]
        if key == "now" and self.row:
            return self.row.preset, read_recorded_rules(self.row.options)
        saved: Any = self.sets.get(key) or self.own.get(key)
        changes: Mapping[str, Any] = saved.overrides if saved else {}
        preset = saved.preset if saved else key
        try:
            rules = resolve_rules({"preset": preset, **{name: changes[name] for name in changes if name in OPTIONS}})
        except InvalidRules as clash:
            raise ValidationError(conflict_words(clash)) from clash
        return preset_of(rules, preset), rules

    def clean(self) -> dict[str, Any]:
        """Validate the whole plan, with the sentences of the service."""
        cleaned = super().clean() or {}
        if self.wrong:
            return cleaned
        try:
            problem = plan_refusal(self.values, self.club)
        except InvalidRules as clash:
            raise ValidationError(conflict_words(clash)) from clash
        if problem:
            raise ValidationError(refusal_words(problem, TEMPLATES))
        if cleaned["rated"] and not self.plan.table_settings["rated"]:
            same = cleaned["format"] in SAME_CARDS
            words = _("Games with the same cards at every table aren’t rated.")
            raise ValidationError(words if same else _(TEMPLATES["rated-house-rules"]))
        return cleaned

    @property
    def wrong(self) -> list[str]:
        """The fields that say what is wrong with them, but for a name that is still to come."""
        return [name for name in self.errors if name != "name"]

    def _used(self, name: str) -> Any:
        """What was sent, if the format uses it."""
        return self.cleaned_data.get(name) if self.cleaned_data["format"] in USED[name] else None

    @property
    def values(self) -> TournamentValues:
        sent, kind = self.cleaned_data, self.cleaned_data["format"]
        preset, rules = sent["game"]
        length = self._used("length") or DEFAULT_LENGTH
        return TournamentValues(
            name=sent.get("name", "–"),
            format=kind,
            rules=rules,
            preset=preset,
            table_settings=TableSettings(**self.chosen_clock._asdict(), rated=sent["rated"]),
            about=sent["about"].strip(),
            access=self.value_or_default("access"),
            entry_size=int(self._used("people") or 1),
            scoring=self._used("scoring") or Tournament.Scoring.MATCHPOINTS,
            rounds=self._used("rounds") or (DEFAULT_SOLO_ROUNDS if kind == Format.SOLO else 0),
            minutes=length if kind == Format.ARENA else int(self._used("round_time") or 0) // MINUTE,
            pause=int(self._used("pause") or 0),
            level=sent["level"] or (bots.DEFAULT_LEVEL if kind == Format.SOLO else ""),
            fill_to=(self._used("fill_to") or 0) if sent["level"] else 0,
            starts=sent["starts"],
            ends=self._used("ends"),
        )

    # --- what the page shows ------------------------------------------------------------------------------------------

    @property
    def plan(self) -> Tournament:
        return planned(self.values, self.club)

    @property
    def preview(self) -> list[str]:
        """What the plan comes to, a sentence for each number of entries; nothing while it has errors."""
        if not self.is_bound or self.wrong or self.plan.format == Format.LADDER:
            return []
        plan = self.plan
        sizes = PREVIEWED[:1] if plan.format == Format.ARENA else sorted({*PREVIEWED, *filter(None, [plan.fill_to])})
        found = [estimate(plan, size) for size in sizes]
        return [plan_sentence(plan.format, plan.entry_size, *each) for each in found]

    @property
    def usual_formats(self) -> list[tuple[BoundWidget, Any]]:
        """The formats that are in view, each with its sentence."""
        return [each for kind, each in self._formats if kind in USUAL]

    @property
    def other_formats(self) -> list[tuple[BoundWidget, Any]]:
        return [each for kind, each in self._formats if kind not in USUAL]

    @property
    def _formats(self) -> Iterable[tuple[str, tuple[BoundWidget, Any]]]:
        return zip(FORMATS, zip(self["format"], FORMATS.values(), strict=True), strict=True)

    @property
    def is_unusual(self) -> bool:
        return self["format"].value() not in USUAL

    @property
    def more_is_open(self) -> bool:
        """What few choose is in view where it may be what is wrong, and in a plan that is changed."""
        return self.row is not None or bool(self.wrong)

    @property
    def amounts(self) -> list[tuple[str, forms.BoundField]]:
        """The fields that only some formats use, each with these formats."""
        return [(" ".join(USED[name]), self[name]) for name in USED if name not in ("people", "fill_to")]


def _chosen(row: Tournament) -> dict[str, Any]:
    """The values of a form that changes this tournament."""
    plain = ("name", "about", "format", "scoring", "starts", "ends", "access", "level")
    terms = TableSettings(**row.table_settings)
    standard = write_options(played_rules(row.format, resolve_rules(row.preset))) == row.options
    return {name: getattr(row, name) for name in plain} | {
        "game": row.preset if standard else "now",
        "people": str(row.entry_size),
        "pause": str(row.pause),
        "rounds": row.rounds or None,
        "length": row.minutes if row.format == Format.ARENA else DEFAULT_LENGTH,
        "round_time": str(0 if row.format == Format.ARENA else row.minutes * MINUTE),
        "rated": terms.rated,
        "fill_to": row.fill_to or None,
        **_clock(terms),
    }


def _clock(terms: TableSettings) -> dict[str, Any]:
    clock = ClockSettings(terms.clock, terms.time, terms.increment, terms.reserve)
    if known := next((key for key, settings in CLOCKS.items() if settings == clock), ""):
        return {"clock": known}
    fields = CUSTOM_FIELDS[clock.clock].items()
    return {"clock": f"{clock.clock}-own"} | {
        f"{clock.clock}_{name}": getattr(clock, name) // field.unit for name, field in fields
    }


RESULTS = {"2-0": (2, 0), "1-1": (1, 1), "0-2": (0, 2), "0-0": (0, 0), "game": None}
"""The half points of both sides, by their value in a form; None: the game decides."""


class ResultForm(forms.Form):
    """A result that an organizer enters, and why."""

    points = forms.ChoiceField(choices=[(key, key) for key in RESULTS])
    reason = forms.CharField(max_length=REASON_LENGTH, required=False)
    seen = forms.CharField(required=False)

    @property
    def half_points(self) -> tuple[int, int] | None:
        return RESULTS[self.cleaned_data["points"]]


EXTENSIONS = (10, 30, 60, 24 * 60, 3 * 24 * 60, 7 * 24 * 60)
"""Minutes."""


class ExtendForm(forms.Form):
    """More time for the running round."""

    minutes = forms.TypedChoiceField(
        label=lazy("More time for the round"),
        choices=lambda: [(minutes, span_words(minutes * MINUTE)) for minutes in EXTENSIONS],
        coerce=int,
    )


class EntryForm(forms.Form):
    """The name of a new team, if it has one, or the entry that someone joins as a partner."""

    team = forms.CharField(required=False, max_length=NAME_LENGTH)
    partner = forms.IntegerField(min_value=1, max_value=MAX_NUMBER, required=False)

    def clean_team(self) -> str:
        team = " ".join(str(self.cleaned_data["team"]).split())
        if not team.isprintable():
            raise ValidationError(UNPRINTABLE)
        return team
