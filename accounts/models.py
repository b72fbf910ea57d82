"""Whoever plays: a person who signed up, or a guest known by a cookie alone."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.utils.translation import gettext_lazy as _


class Person(AbstractUser):
    display_name = models.CharField(_("name shown at the table"), max_length=40, blank=True)
    is_guest = models.BooleanField(_("guest"), default=False)

    class Meta:
        verbose_name = _("person")
        verbose_name_plural = _("people")

    def __str__(self) -> str:
        return self.display_name or self.get_full_name() or self.username
