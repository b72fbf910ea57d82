"""Signals about people, for the other apps."""

from django.dispatch import Signal

user_renamed = Signal()
"""Sent with `person` inside the transaction in which the name that is shown has changed."""

user_deleting = Signal()
"""Sent with `person` before an account is deleted, inside the transaction in which it is."""

preferences_saved = Signal()
"""Sent with the `person` inside the transaction in which something else is preferred."""

session_revoked = Signal()
"""Sent with `person_id` when a session of theirs is over, or may be: logged out, new password, inactive, deleted."""
