"""How people are known by their sessions: with what they prefer, which every page asks for, in the same query."""

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.backends import ModelBackend

from accounts.models import Person


class Guests(ModelBackend):
    """Who comes in without a password."""

    def get_user(self, user_id: int) -> Person | None:
        try:
            person = Person.objects.select_related("preferences").get(pk=user_id)
        except Person.DoesNotExist:
            return None
        return person if self.user_can_authenticate(person) else None


class Accounts(Guests, AuthenticationBackend):  # type: ignore[misc]  # allauth ships no types
    """Who has signed up, by name and password."""
