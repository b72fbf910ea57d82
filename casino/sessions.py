"""Django's sessions in the database, which tell when SECRET_KEY is not the one that has signed them."""

import logging
from typing import Any

from django.contrib.sessions.backends import db
from django.core import signing
from django.utils import timezone

logger = logging.getLogger(__name__)

_told: set[str] = set()
"""What this process has logged once."""


class SessionStore(db.SessionStore):
    """A session. One of another key is empty, so that its person has to log in again; it stays as it is in the
    database, and is theirs again if the key comes back."""

    _of_another_key = False

    def load(self) -> dict[str, Any]:
        """Read the session in plain SQL: every request does, and Django takes several times as long."""
        sql = f"SELECT * FROM {self.model._meta.db_table} WHERE session_key = %s"  # noqa: S608  our own name
        stored = next(iter(self.model.objects.raw(sql, [self.session_key])), None)
        if stored and stored.expire_date > timezone.now():
            return self.decode(stored.session_data)
        self._session_key = None
        return {}

    def decode(self, session_data: str | bytes) -> dict[str, Any]:
        try:
            decoded: dict[str, Any] = signing.loads(str(session_data), salt=self.key_salt, serializer=self.serializer)
        except signing.BadSignature:
            self._of_another_key = True
            if not _told:
                _told.add("SECRET_KEY")
                logger.error(
                    "SECRET_KEY is not the one that people's sessions were signed with: all of them have to log in "
                    "again. If it was lost, put it back: docs/operations.md, “Keys”."
                )
            return {}
        return decoded

    def is_of_another_key(self) -> bool:
        return not self.keys() and self._of_another_key  # the first reads the session
