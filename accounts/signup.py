"""The sign-up view, prepared for another person taking the name at the same moment."""

from allauth.account import views as account
from django.forms import BaseForm
from django.http import HttpResponse

from accounts.person_names import TAKEN
from accounts.services import NameTakenError


class SignupView(account.SignupView):  # type: ignore[misc]  # allauth ships no types
    """django-allauth's view; handles a name that was free when the form was checked and is taken when it is saved."""

    def form_valid(self, form: BaseForm) -> HttpResponse:
        try:
            response: HttpResponse = super().form_valid(form)
        except NameTakenError:
            form.add_error("username", TAKEN)
            response = self.form_invalid(form)
        return response
