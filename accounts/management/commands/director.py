"""`manage.py director`: makes someone an administrator, who may do everything, also name directors. It needs no
password: who opens the link that it prints chooses one."""

from argparse import ArgumentParser
from smtplib import SMTPException
from typing import Any

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import send_mail
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from accounts.models import Person


class Command(BaseCommand):
    help = "Makes someone an administrator, and prints the link by which they choose a password. Without a name, asks."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", nargs="?", help="The user name; a new account is made if there is none.")
        parser.add_argument("--email", default="", help="Where the site's warnings are sent.")

    def handle(self, *, name: str | None, email: str, **_: Any) -> None:
        if name is None:
            there = Person.objects.filter(is_superuser=True, is_active=True).first()
            if there and there.has_usable_password():
                self.stdout.write(f"{there.username} is an administrator. Another one: deploy/manage director NAME")
                return
            if there:  # the link was lost: here is another
                name = there.username
            else:
                name = ask("Your user name on the site [director]: ") or "director"
                email = email or ask("Your mail address, for warnings of the site (may be empty): ")
        person = administrator(name, email)
        if person.has_usable_password():
            self.stdout.write(f"{person.username} is an administrator now, and logs in as before.")
        else:
            hours = settings.PASSWORD_RESET_TIMEOUT // 3600
            self.stdout.write(f"Open this link within {hours} hours, and choose a password:\n")
            self.stdout.write(f"{password_link(person)}\n")
        if person.email and not settings.MAIL_OFF:
            self.try_mail(person)

    def try_mail(self, person: Person) -> None:
        try:
            send_mail("Casino", f"{settings.SITE_URL} can send mail.", None, [person.email])
        except (OSError, SMTPException) as error:
            raise CommandError(f"No mail can be sent ({error}). Correct EMAIL_URL in the settings.") from error
        self.stdout.write(f"A first mail is on its way to {person.email}.")


def ask(question: str) -> str:
    try:
        return input(question).strip()
    except EOFError:
        return ""


def administrator(name: str, email: str) -> Person:
    """The member of this name, or a new one, who has no password yet."""
    person = Person.named(name) or Person(username=name)
    person.is_staff = person.is_superuser = True
    person.email = email or person.email
    if not person.password:
        person.set_unusable_password()
    try:
        person.full_clean()
    except ValidationError as error:
        raise CommandError("\n".join(error.messages)) from error
    person.save()
    return person


def password_link(person: Person) -> str:
    """The link of a mail after "forgotten password": it works once."""
    uid, key = user_pk_to_url_str(person), default_token_generator.make_token(person)
    path = reverse("account_reset_password_from_key", kwargs={"uidb36": uid, "key": key})
    return f"{settings.SITE_URL}{path}"
