"""Forms for notification settings."""

import base64
import binascii
from typing import Any
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from casino.safe_http import ForbiddenAddress, check_url
from games.models import Game
from games.notifications.kinds import CONFIGURABLE, PER_GAME, DeliveryMethod, NotificationKind
from games.notifications.models import MAX_URL_LENGTH, GameNotificationPreferences, NotificationPreferences, Webhook
from games.notifications.preferences import configured_methods, methods_for
from games.notifications.services import GamePreferenceValues, PreferenceValues, PushSubscription

HOURS = (1, 2, 3, 6, 12, 24)
AUTH_BYTES = 16

URL_ERRORS = {
    "unreadable": _("This isn’t a web address. It must begin with https://."),
    "insecure": _("The address must begin with https://."),
    "private": _("This address is on a private network. The site doesn’t send anything there."),
}
SERVICE_URLS = {
    Webhook.Kind.DISCORD: (
        {"discord.com", "discordapp.com", "canary.discord.com", "ptb.discord.com"},
        "/api/webhooks/",
    ),
    Webhook.Kind.SLACK: ({"hooks.slack.com"}, "/services/"),
}
SERVICE_URL_ERRORS = {
    Webhook.Kind.DISCORD: _("A Discord address begins with https://discord.com/api/webhooks/."),
    Webhook.Kind.SLACK: _("A Slack address begins with https://hooks.slack.com/services/."),
}


def hours_before() -> list[tuple[int, str]]:
    return [(n, ngettext("%(n)d hour before", "%(n)d hours before", n) % {"n": n}) for n in HOURS]


class MethodsForm(forms.Form):
    """A table of checkboxes: the delivery methods for each kind of notification."""

    kinds: tuple[NotificationKind, ...] = CONFIGURABLE

    def add_method_fields(self) -> None:
        for kind in self.kinds:
            self.fields[kind.value] = forms.MultipleChoiceField(
                label=kind.label, choices=DeliveryMethod.choices, required=False, widget=forms.CheckboxSelectMultiple
            )

    @property
    def rows(self) -> list[forms.BoundField]:
        return [self[kind.value] for kind in self.kinds]

    @property
    def columns(self) -> list[str]:
        return [gettext("Devices"), gettext("Email"), gettext("Webhook")]

    @property
    def methods(self) -> dict[str, list[str]]:
        return {kind.value: self.cleaned_data[kind.value] for kind in self.kinds}


clock_input = forms.TimeInput(attrs={"type": "time"}, format="%H:%M")


class NotificationPreferencesForm(MethodsForm):
    """The delivery methods for each kind of notification, and quiet hours."""

    email_stopped = forms.BooleanField(label=_("No email"), required=False)
    email_always = forms.BooleanField(label=_("Also email me about live games"), required=False)
    while_open = forms.BooleanField(label=_("Also notify me while I have the table open"), required=False)
    digest_at = forms.TimeField(
        label=_("Instead, one email a day about all games that wait for me, at"), required=False, widget=clock_input
    )
    quiet_from = forms.TimeField(label=_("from"), required=False, widget=clock_input)
    quiet_until = forms.TimeField(label=_("until"), required=False, widget=clock_input)
    remind_before = forms.TypedChoiceField(
        label=_("Remind me before my time runs out"),
        coerce=int,
        choices=hours_before,
    )

    def __init__(self, preferences: NotificationPreferences, data: QueryDict | None = None) -> None:
        initial = {name: getattr(preferences, name) for name in self.base_fields}
        initial |= {kind: sorted(configured_methods(preferences, kind)) for kind in CONFIGURABLE}
        super().__init__(data, initial=initial)
        self.add_method_fields()

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if {"quiet_from", "quiet_until"} <= set(cleaned):
            begin, end = cleaned["quiet_from"], cleaned["quiet_until"]
            if (begin is None) != (end is None):
                raise ValidationError(gettext("Quiet hours need a start and an end. Leave both empty for none."))
            if begin is not None and begin == end:
                raise ValidationError(gettext("Quiet hours can’t start and end at the same time."))
        return cleaned

    @property
    def values(self) -> PreferenceValues:
        return PreferenceValues(self.methods, **{name: self.cleaned_data[name] for name in self.base_fields})


class GamePreferencesForm(MethodsForm):
    """Notification settings for a single game."""

    kinds = PER_GAME

    mode = forms.ChoiceField(
        label=_("Notifications for this game"),
        choices=[
            ("default", _("same as in my settings")),
            ("silent", _("none")),
            ("custom", _("custom")),
        ],
        widget=forms.RadioSelect,
    )

    def __init__(
        self,
        preferences: NotificationPreferences,
        game_preferences: GameNotificationPreferences | None,
        game: Game,
        data: QueryDict | None = None,
    ) -> None:
        chosen = None if game_preferences and game_preferences.silent else game_preferences
        methods = {kind.value: sorted(methods_for(preferences, kind, game, chosen)) for kind in PER_GAME}
        super().__init__(data, initial={"mode": mode_of(game_preferences), **methods})
        self.add_method_fields()

    @property
    def values(self) -> GamePreferenceValues | None:
        match self.cleaned_data["mode"]:
            case "silent":
                return GamePreferenceValues(silent=True)
            case "custom":
                return GamePreferenceValues(methods=self.methods)
            case _:
                return None


def mode_of(game_preferences: GameNotificationPreferences | None) -> str:
    if game_preferences is None:
        return "default"
    return "silent" if game_preferences.silent else "custom"


class WebhookForm(forms.Form):
    """A webhook URL to post to."""

    kind = forms.ChoiceField(label=_("Kind"), choices=Webhook.Kind.choices)
    url = forms.CharField(
        label=_("Address"),
        max_length=MAX_URL_LENGTH,
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off", "placeholder": "https://"}),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if {"kind", "url"} <= set(cleaned):
            kind, url = Webhook.Kind(cleaned["kind"]), cleaned["url"]
            if kind in SERVICE_URLS and not is_url_at(url, *SERVICE_URLS[kind]):
                self.add_error("url", SERVICE_URL_ERRORS[kind])
            elif error := url_error(url):
                self.add_error("url", error)
        return cleaned


def is_url_at(url: str, hosts: set[str], path: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme == "https" and parts.netloc in hosts and parts.path.startswith(path)


def url_error(url: str) -> str:
    """The reason why nothing can be sent there, in words; empty as far as the address itself says."""
    try:
        check_url(url)
    except ForbiddenAddress as forbidden:
        return str(URL_ERRORS[forbidden.reason])
    return ""


class DeviceForm(forms.Form):
    """A push subscription, as the browser's push manager returns it."""

    endpoint = forms.CharField(max_length=MAX_URL_LENGTH)
    p256dh = forms.CharField(max_length=100)
    auth = forms.CharField(max_length=40)

    def clean_endpoint(self) -> str:
        endpoint: str = self.cleaned_data["endpoint"]
        if error := url_error(endpoint):
            raise ValidationError(error)
        return endpoint

    def clean_p256dh(self) -> str:
        """Validate a point on the curve P-256, used for encryption."""
        key: str = self.cleaned_data["p256dh"]
        try:
            ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decode_base64url(key))
        except ValueError as error:
            raise ValidationError(gettext("This browser’s key can’t be read.")) from error
        return key

    def clean_auth(self) -> str:
        secret: str = self.cleaned_data["auth"]
        if len(decode_base64url(secret)) != AUTH_BYTES:
            raise ValidationError(gettext("This browser’s key can’t be read."))
        return secret

    @property
    def subscription(self) -> PushSubscription:
        return PushSubscription(**{name: self.cleaned_data[name] for name in ("endpoint", "p256dh", "auth")})


def decode_base64url(text: str) -> bytes:
    """Decode base64url without padding; empty if it is not valid."""
    try:
        return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except (binascii.Error, ValueError):
        return b""


class DestinationForm(forms.Form):
    """One of the destinations of notifications."""

    method = forms.ChoiceField(choices=DeliveryMethod.choices)
    destination = forms.IntegerField(min_value=0)
