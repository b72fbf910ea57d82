"""What people can be called for, by which ways, and what is usual."""

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
"""What can be switched on and off."""

OF_A_GAME = tuple(each for each in CHOSEN if each is not Happening.INVITATION)
"""What can be chosen for a single game: who is invited does not sit there yet."""

USUAL: dict[Happening, frozenset[Way]] = {
    each: frozenset({Way.PUSH, Way.HOOK}) if each is Happening.CHAT else frozenset(Way) for each in CHOSEN
}
"""What holds for somebody who has never said otherwise: everything by every way there is, but talk not by e-mail."""

OF_THE_TURN = frozenset({Happening.MY_TURN, Happening.TIME_SHORT})
"""What is no longer worth a call once the turn has been played."""
