"""Adapters of django-allauth for this site: a guest who signs up keeps the same row, mail is sent by the task worker,
and a passkey replaces the password instead of being asked for after it."""

import base64
import hashlib
from typing import Any
from unicodedata import normalize

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as current
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.contrib import messages
from django.contrib.sites.shortcuts import get_current_site
from django.core.exceptions import ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts import services
from accounts.auth_audit import log_refused_login
from accounts.models import Person, TakenName
from accounts.next_page import is_local_url, next_page, with_next
from accounts.person_names import TAKEN, fold, isolate
from accounts.tasks import send_mail

GUEST_BEFORE = "guest_before"
"""Session key: the guest who used this browser before a member logged in."""

MFA_STAGE = "allauth.mfa.stages.AuthenticateStage"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    def new_user(self, request: HttpRequest) -> Person:
        """Let a guest who signs up keep the row, and with it every seat."""
        user = request.user
        return Person.objects.get(pk=user.pk) if isinstance(user, Person) and user.is_guest else Person()

    def save_user(self, request: HttpRequest, user: Person, form: BaseForm, commit: bool = True) -> Person:
        super().save_user(request, user, form, commit=False)
        if commit:
            services.sign_up(user, form.cleaned_data.get("display_name", ""))
        return user

    def clean_username(self, username: str, shallow: bool = False) -> str:
        name: str = super().clean_username(normalize("NFC", username), shallow)
        if TakenName.is_taken(name):
            raise ValidationError(TAKEN)
        return name

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        """Count the attempts on one name together, however it is typed."""
        return fold(super()._get_login_attempts_cache_key(request, **credentials))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        try:
            super().pre_authenticate(request, **credentials)
        except ValidationError:
            log_refused_login("too often", credentials, request)
            raise

    def login(self, request: HttpRequest, user: Person) -> None:
        before = request.user
        super().login(request, user)
        if isinstance(before, Person) and before.is_guest and before.pk != user.pk:
            request.session[GUEST_BEFORE] = before.pk

    def post_login(self, request: HttpRequest, user: Person, **options: Any) -> HttpResponse:
        """Welcome a new member; ask one who has just played here as a guest what should happen to those games."""
        response: HttpResponse = super().post_login(request, user, **options)
        if options["signup"]:
            messages.success(request, _("Welcome, %(name)s. You’re signed up.") % {"name": isolate(user)})
        if GUEST_BEFORE in request.session:
            return redirect(with_next(reverse("games:guest_games"), next_page(request)))
        return response

    def is_safe_url(self, url: str) -> bool:
        return is_local_url(url)

    def get_login_stages(self) -> list[str]:
        return [stage for stage in super().get_login_stages() if stage != MFA_STAGE]

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002  Django's way of asking
        return reverse("accounts:account")

    def get_email_verification_redirect_url(self, email_address: object) -> str:  # noqa: ARG002  Django's way of asking
        return reverse("accounts:account")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write the mail now; no page waits for a mail server. A site without mail keeps no links in its queue."""
        if settings.MAIL_OFF:
            return
        request = current.request
        known = {"request": request, "email": email, "current_site": get_current_site(request)}
        message = self.render_mail(template_prefix, email, known | context)
        send_mail.enqueue(message.subject, str(message.body), message.to)


class MFAAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth ships no types
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": lazy("This couldn’t be checked. Please try again.")
    }

    def encrypt(self, text: str) -> str:
        """Encrypt a secret from which codes are computed: a copy of the database alone lets no one compute them."""
        return _fernet().encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        return _fernet().decrypt(encrypted_text.encode()).decode()

    def build_totp_svg(self, url: str) -> SafeString:
        """The QR code as a data URL for the page."""
        drawn = str(super().build_totp_svg(url))
        return mark_safe(drawn[drawn.index("<svg") :])  # noqa: S308  squares, drawn by the library

    def generate_authenticator_name(self, user: Person, type: Authenticator.Type) -> str:  # noqa: A002  allauth's name
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return _("Passkey %(number)d") % {"number": number}


def _fernet() -> MultiFernet:
    """Ciphers by the site's key and by older keys that are still accepted."""
    keys = [str(key) for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]
    made = [hashlib.sha256(f"codes of staff {key}".encode()).digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in made])
