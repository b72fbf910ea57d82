"""What people send about themselves, read and checked."""

from allauth.account import forms as allauth_forms
from allauth.account.models import EmailAddress
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from accounts.models import Person


class DisplayNameForm(forms.ModelForm[Person]):
    """The name shown at the table."""

    class Meta:
        model = Person
        fields = ("display_name",)

    def clean_display_name(self) -> str:
        name = " ".join(self.cleaned_data["display_name"].split())
        taken = Person.objects.filter(username__iexact=name).exclude(pk=self.instance.pk)
        if name and taken.exists():
            raise ValidationError(_("Somebody else has signed up by this name."))
        return name


class ResetPasswordForm(allauth_forms.ResetPasswordForm):  # type: ignore[misc]  # allauth ships no types
    """Only who has confirmed an address can be sent a new password there."""

    def clean_email(self) -> str:
        email: str = super().clean_email()
        confirmed = EmailAddress.objects.filter(email__iexact=email, verified=True).values_list("user_id", flat=True)
        self.users: list[Person] = [user for user in self.users if user.pk in set(confirmed)]
        return email
