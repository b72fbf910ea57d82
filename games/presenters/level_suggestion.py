"""The suggested level of computer players in words."""

from django.utils.translation import gettext as _

from .table_settings import LEVELS


def suggestion_sentence(level: str, name: str, rating: int) -> str:
    """“Your rating against the computers is 1165. We suggest Kit (casual).”"""
    return _("Your rating against the computers is %(rating)s. We suggest %(name)s (%(level)s).") % {
        "rating": rating,
        "name": name,
        "level": LEVELS[level],
    }
