"""What happens to people, for the layers above (`casino/hooks.py`)."""

from typing import TYPE_CHECKING

from casino.hooks import Hook

if TYPE_CHECKING:
    from accounts.models import Person

user_renamed: "Hook[[Person], None]" = Hook()
"""Called inside the transaction in which the name that is shown has changed."""

user_deleting: "Hook[[Person], None]" = Hook()
"""Called before an account is deleted, inside the transaction in which it is."""

preferences_saved: "Hook[[Person], None]" = Hook()
"""Called inside the transaction in which something else is preferred."""

session_revoked: Hook[[int], None] = Hook()
"""Called with the person's key when a session of theirs is over, or may be: logged out, new password, inactive,
deleted."""
