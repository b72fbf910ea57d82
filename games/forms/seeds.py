"""Form fields for a player's client seed."""

from functools import cached_property

from django import forms
from django.utils.translation import gettext_lazy as _

from games.log.shuffling import ServerSeed, from_token
from games.models import CLIENT_SEED_LENGTH, HASH_LENGTH
from games.services.players import ClientSeed

SHA_256 = r"^[0-9a-f]{64}$"


def seed_field() -> forms.CharField:
    too_long = _("Your seed is too long. It can have up to %(limit_value)d characters.")
    return forms.CharField(max_length=CLIENT_SEED_LENGTH, required=False, error_messages={"max_length": too_long})


class SeedForm(forms.Form):
    """A client seed, or its hash, given for the `commitment`.

    On pages that open a game, the `token` holds the server seed of that commitment. Without scripts in the browser, the
    seed is typed. The tag `seed_fields` renders the fields.
    """

    token = forms.CharField(max_length=500, required=False)
    commitment = forms.CharField(max_length=HASH_LENGTH, required=False)
    seed_hash = forms.RegexField(SHA_256, required=False)
    client_seed = seed_field()
    typed_seed = seed_field()

    @property
    def seed(self) -> ClientSeed:
        data = self.cleaned_data
        return ClientSeed(data["client_seed"] or data["typed_seed"], data["seed_hash"], data["commitment"])

    @cached_property
    def server_seed(self) -> ServerSeed | None:
        """The server seed that the page had committed to; None without a valid token."""
        return from_token(self.cleaned_data["token"])


def form_problem(form: forms.BaseForm) -> str:
    """The errors of a form without other user input."""
    return " ".join(str(error) for errors in form.errors.values() for error in errors)
