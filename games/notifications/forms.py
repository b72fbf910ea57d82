"""Forms for notification settings."""

import base64
import binascii
from collections.abc import Collection
from functools import cache
from typing import Any
from urllib.parse import urlsplit
from zoneinfo import available_timezones

from cryptography.hazmat.primitives.asymmetric import ec
from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from casino.outgoing import ForbiddenAddress, Unreachable, check_address
from games.models import Game
from games.notifications.happenings import CHOSEN, OF_A_GAME, Happening, Way
from games.notifications.keeping import Subscription, Wanted, WantedOfGame
from games.notifications.models import ADDRESS_LENGTH, GameWishes, Webhook, Wishes
from games.notifications.wishes import ways_for, ways_said

HOURS = (1, 2, 3, 6, 12, 24)
AUTH_BYTES = 16

ADDRESS_TROUBLES = {
    "unreadable": _("This is no web address. It begins with https://."),
    "insecure": _("The address must begin with https://."),
    "private": _("This address leads into a private network. The site does not send anything there."),
}
OWN_ADDRESSES = {
    Webhook.Kind.DISCORD: (
        {"discord.com", "discordapp.com", "canary.discord.com", "ptb.discord.com"},
        "/api/webhooks/",
    ),
    Webhook.Kind.SLACK: ({"hooks.slack.com"}, "/services/"),
}
OWN_ADDRESS_TROUBLES = {
    Webhook.Kind.DISCORD: _("A Discord address begins with https://discord.com/api/webhooks/."),
    Webhook.Kind.SLACK: _("A Slack address begins with https://hooks.slack.com/services/."),
}


@cache
def time_zones() -> list[tuple[str, str]]:
    """Return time zone names of the form area/place, without abbreviations."""
    areas = "Africa America Antarctica Arctic Asia Atlantic Australia Europe Indian Pacific".split()
    named = sorted(name for name in available_timezones() if name.partition("/")[0] in areas)
    return [("UTC", "UTC"), *((name, name.replace("_", " ")) for name in named)]


def hours_before() -> list[tuple[int, str]]:
    return [(n, ngettext("%(n)d hour before", "%(n)d hours before", n) % {"n": n}) for n in HOURS]


class WaysForm(forms.Form):
    """A table of checkboxes: the ways for each kind of notification."""

    happenings: tuple[Happening, ...] = CHOSEN

    def offer_ways(self) -> None:
        for happening in self.happenings:
            self.fields[happening.value] = forms.MultipleChoiceField(
                label=happening.label, choices=Way.choices, required=False, widget=forms.CheckboxSelectMultiple
            )

    @property
    def rows(self) -> list[forms.BoundField]:
        return [self[happening.value] for happening in self.happenings]

    @property
    def columns(self) -> list[str]:
        return [gettext("Devices"), gettext("E-mail"), gettext("Web address")]

    @property
    def ways(self) -> dict[str, list[str]]:
        return {each.value: self.cleaned_data[each.value] for each in self.happenings}


class WishesForm(WaysForm):
    """The ways for each kind of notification, and quiet hours."""

    mail_stopped = forms.BooleanField(label=_("No e-mail at all"), required=False)
    mail_always = forms.BooleanField(label=_("E-mail for games without days to think, too"), required=False)
    quiet_from = forms.TimeField(
        label=_("from"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    quiet_until = forms.TimeField(
        label=_("until"), required=False, widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M")
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), choices=time_zones)
    remind_before = forms.TypedChoiceField(
        label=_("Remind me before my time runs out"),
        coerce=int,
        choices=hours_before,
    )

    def __init__(self, wishes: Wishes, data: QueryDict | None = None) -> None:
        kept = {name: getattr(wishes, name) for name in self.base_fields}
        said: dict[str, list[Way]] = {each: sorted(ways_said(wishes, each)) for each in CHOSEN}
        super().__init__(data, initial=kept | said)
        if wishes._state.adding:
            self.fields["time_zone"].widget.attrs["data-unset"] = ""
        self.offer_ways()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if {"quiet_from", "quiet_until"} <= set(cleaned):
            begin, end = cleaned["quiet_from"], cleaned["quiet_until"]
            if (begin is None) != (end is None):
                raise ValidationError(gettext("Quiet hours need both times. Leave both empty to have none."))
            if begin is not None and begin == end:
                raise ValidationError(gettext("Quiet hours cannot begin and end at the same time."))
        return cleaned

    @property
    def wanted(self) -> Wanted:
        plain = {name: self.cleaned_data[name] for name in self.base_fields}
        return Wanted(ways=self.ways, **plain)


class GameWishesForm(WaysForm):
    """Notification settings for a single game."""

    happenings = OF_A_GAME

    kind = forms.ChoiceField(
        label=_("Calls for this game"),
        choices=[
            ("usual", _("as in my settings")),
            ("silent", _("none")),
            ("own", _("as I choose here")),
        ],
        widget=forms.RadioSelect,
    )

    def __init__(self, wishes: Wishes, own: GameWishes | None, game: Game, data: QueryDict | None = None) -> None:
        said: dict[str, list[Way]] = {each: sorted(own_ways(wishes, each, game, own)) for each in OF_A_GAME}
        super().__init__(data, initial={"kind": kind_of(own), **said})
        self.offer_ways()

    @property
    def wanted(self) -> WantedOfGame | None:
        match self.cleaned_data["kind"]:
            case "silent":
                return WantedOfGame(silent=True)
            case "own":
                return WantedOfGame(ways=self.ways)
            case _:
                return None


def kind_of(own: GameWishes | None) -> str:
    if own is None:
        return "usual"
    return "silent" if own.silent else "own"


def own_ways(wishes: Wishes, happening: Happening, game: Game, own: GameWishes | None) -> Collection[Way]:
    """Return the ways to check in the table: those chosen before, else the general settings."""
    return ways_for(wishes, happening, game, None if own and own.silent else own)


class HookForm(forms.Form):
    """A webhook URL to post to."""

    kind = forms.ChoiceField(label=_("Kind"), choices=Webhook.Kind.choices)
    address = forms.CharField(
        label=_("Address"),
        max_length=ADDRESS_LENGTH,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "placeholder": "https://"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if {"kind", "address"} <= set(cleaned):
            kind, parts = Webhook.Kind(cleaned["kind"]), cleaned["address"]
            if kind in OWN_ADDRESSES and not stands_at(parts, *OWN_ADDRESSES[kind]):
                self.add_error("address", OWN_ADDRESS_TROUBLES[kind])
            elif trouble := address_trouble(cleaned["address"]):
                self.add_error("address", trouble)
        return cleaned


def stands_at(address: str, hosts: set[str], path: str) -> bool:
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    return parts.scheme == "https" and parts.netloc in hosts and parts.path.startswith(path)


def address_trouble(address: str) -> str:
    """Return the reason why nothing can be sent there, in words; empty if it can."""
    try:
        check_address(address)
    except ForbiddenAddress as forbidden:
        return str(ADDRESS_TROUBLES[forbidden.reason])
    except Unreachable:
        return gettext("Nothing can be found at this address. Is it written correctly?")
    return ""


class DeviceForm(forms.Form):
    """A push subscription, as the browser's push manager returns it."""

    endpoint = forms.CharField(max_length=ADDRESS_LENGTH)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)

    def clean_endpoint(self) -> str:
        endpoint: str = self.cleaned_data["endpoint"]
        if trouble := address_trouble(endpoint):
            raise ValidationError(trouble)
        return endpoint

    def clean_p256dh(self) -> str:
        """Validate a point on the curve P-256, used for encryption."""
        key: str = self.cleaned_data["p256dh"]
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(key))
        except ValueError as error:
            raise ValidationError(gettext("The key of this browser cannot be read.")) from error
        return key

    def clean_auth(self) -> str:
        secret: str = self.cleaned_data["auth"]
        if len(decoded(secret)) != AUTH_BYTES:
            raise ValidationError(gettext("The key of this browser cannot be read."))
        return secret

    @property
    def subscription(self) -> Subscription:
        return Subscription(**{name: self.cleaned_data[name] for name in ("endpoint", "p256dh", "auth")})


def decoded(text: str) -> bytes:
    """Decode base64url without padding; empty if it is not valid."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return b""


class PlaceForm(forms.Form):
    """One of the places where notifications go."""

    way = forms.ChoiceField(choices=Way.choices)
    place = forms.IntegerField(min_value=0)
