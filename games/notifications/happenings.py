"""The kinds of notification, the ways to send them, and the defaults."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Happening(models.TextChoices):
    MY_TURN = "my_turn", _("It is my turn")
    INVITATION = "invitation", _("Somebody invites me")
    STARTED = "started", _("A game begins")
    TIME_SHORT = "time_short", _("My time is running out")
    OVER = "over", _("A game is over")
    CHAT = "chat", _("Somebody says something")
    DISPUTE = "dispute", _("A move is disputed")
    RULING = "ruling", _("A ruling was made")
    TEST = "test", _("A try")
    HOOK_OFF = "hook_off", _("A web address was switched off")


class Way(models.TextChoices):
    PUSH = "push", _("On my devices")
    MAIL = "mail", _("E-mail")
    HOOK = "hook", _("Web address")


CHOSEN = tuple(each for each in Happening if each not in {Happening.TEST, Happening.HOOK_OFF})
"""Notifications that can be switched on and off."""

OF_A_GAME = tuple(each for each in CHOSEN if each is not Happening.INVITATION)
"""Notifications that can be chosen for a single game; an invited person has no seat in it yet."""

USUAL: dict[Happening, frozenset[Way]] = {
    each: frozenset({Way.PUSH, Way.HOOK}) if each is Happening.CHAT else frozenset(Way) for each in CHOSEN
}
"""The default ways: all notifications by every available way, except chat by e-mail."""

OF_THE_TURN = frozenset({Happening.MY_TURN, Happening.TIME_SHORT})
"""Notifications that are useless once the turn has been played."""
