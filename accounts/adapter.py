"""How django-allauth goes about people here: guests who sign up stay who they are, mail goes by the task worker, and a
passkey opens the door instead of the password, not behind it."""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as current
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.contrib.sites.shortcuts import get_current_site
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from accounts import services
from accounts.models import Person
from accounts.tasks import deliver

GUEST_BEFORE = "guest_before"
"""In the session: who this browser was before somebody with an account logged in."""

SECOND_FACTOR = "allauth.mfa.stages.AuthenticateStage"


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth ships no types
    def new_user(self, request: HttpRequest) -> Person:
        """A guest who signs up keeps the row, and with it every seat."""
        user = request.user
        return Person.objects.get(pk=user.pk) if isinstance(user, Person) and user.is_guest else Person()

    def save_user(self, request: HttpRequest, user: Person, form: BaseForm, commit: bool = True) -> Person:
        super().save_user(request, user, form, commit=False)
        if commit:
            services.sign_up(user)
        return user

    def login(self, request: HttpRequest, user: Person) -> None:
        before = request.user
        super().login(request, user)
        if isinstance(before, Person) and before.is_guest and before.pk != user.pk:
            request.session[GUEST_BEFORE] = before.pk

    def post_login(self, request: HttpRequest, user: Person, **options: Any) -> HttpResponse:
        """Who has played as a guest just before is asked what becomes of those games."""
        response: HttpResponse = super().post_login(request, user, **options)
        if GUEST_BEFORE in request.session:
            return redirect("games:bring")
        return response

    def get_login_stages(self) -> list[str]:
        return [stage for stage in super().get_login_stages() if stage != SECOND_FACTOR]

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:  # noqa: ARG002  Django's way of asking
        return reverse("accounts:account")

    def get_email_verification_redirect_url(self, email_address: object) -> str:  # noqa: ARG002  Django's way of asking
        return reverse("accounts:account")

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write the mail now; no page waits for a mail server."""
        request = current.request
        known = {"request": request, "email": email, "current_site": get_current_site(request)}
        message = self.render_mail(template_prefix, email, known | context)
        deliver.enqueue(message.subject, str(message.body), message.to)


class PasskeyAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth ships no types
    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": lazy("This passkey could not be checked. Please try again.")
    }

    def generate_authenticator_name(self, user: Person, type: Authenticator.Type) -> str:  # noqa: A002  allauth's name
        number = Authenticator.objects.filter(user=user, type=type).count() + 1
        return _("Passkey %(number)d") % {"number": number}
