"""Authentication backends. They load the person of a session together with the preferences, which every page needs, in
one query."""

from allauth.account.auth_backends import AuthenticationBackend
from django.contrib.auth.backends import ModelBackend

from accounts.models import Person
from accounts.person_preferences import people_with_preferences


class GuestBackend(ModelBackend):
    """Backend of sessions that begin without a password."""

    def get_user(self, user_id: int) -> Person | None:
        return next(filter(self.user_can_authenticate, people_with_preferences(user_id)), None)


class MemberBackend(GuestBackend, AuthenticationBackend):  # type: ignore[misc]  # allauth ships no types
    """Backend of members, who log in by name and password."""

    def _authenticate_by_username(self, username: str, password: str) -> Person | None:
        person: Person | None = self._check_password(Person.named(username), password)
        return person
