"""What is done for people without their waiting for it."""

from django.core.mail import EmailMessage
from django.tasks import task


@task
def deliver(subject: str, body: str, to: list[str]) -> None:
    """Send a mail. Whether the mail server takes it is seen where tasks are looked at, not by who asked."""
    EmailMessage(subject, body, to=to).send()
