"""People who may not play, or not write in chats, for some time."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Suspension(models.Model):
    """A person who may not play until then, by a ruling or a sanction.

    It is deleted when its ruling is overruled (the log records both) or a director ends it (the sanctions record it).
    """

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="suspensions", verbose_name=_("person")
    )
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("suspension")
        verbose_name_plural = _("suspensions")
        ordering = ["-until"]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.until}"


class ChatBan(models.Model):
    """A person whose messages no chat accepts until then. The sanctions give the reason."""

    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, related_name="chat_bans", verbose_name=_("person")
    )
    until = models.DateTimeField(_("until"))

    class Meta:
        verbose_name = _("mute")
        verbose_name_plural = _("mutes")
        ordering = ["-until"]

    def __str__(self) -> str:
        return f"{self.person_id}: {self.until}"
