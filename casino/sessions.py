"""Django's sessions in the database, which tell when SECRET_KEY is not the one that has signed them."""

import logging
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.core import signing
from django.utils import timezone

from casino.prepared_queries import PreparedQuery

logger = logging.getLogger(__name__)

stored_sessions = PreparedQuery(lambda key: Session.objects.filter(session_key=key), str)
"""The session with a key, also if it has expired."""

_told: set[str] = set()
"""What this process has logged once."""


class SessionStore(db.SessionStore):
    """A session. One of another key is empty, so that its person has to log in again; it stays as it is in the
    database, and is theirs again if the key comes back."""

    _of_another_key = False

    def _get_session_from_db(self) -> Any:
        stored = next(iter(stored_sessions(self.session_key or "")), None)
        if stored and stored.expire_date > timezone.now():
            return stored
        self._session_key = None
        return None

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
