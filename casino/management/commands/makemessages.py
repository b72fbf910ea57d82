"""`manage.py makemessages`: Django's own, which also knows `lazy`, our short name for `gettext_lazy`."""

from django.core.management.commands import makemessages


class Command(makemessages.Command):
    xgettext_options = [*makemessages.Command.xgettext_options, "--keyword=lazy"]  # noqa: RUF012  as Django declares it
