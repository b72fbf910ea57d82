"""Background tasks about people."""

from django.core.mail import EmailMessage
from django.tasks import task


@task
def send_mail(subject: str, body: str, to: list[str]) -> None:
    """Send a mail. A failure shows in the list of tasks, not to the person who caused the mail."""
    EmailMessage(subject, body, to=to).send()
