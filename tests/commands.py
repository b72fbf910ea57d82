"""Commands of `manage.py`, and what they say."""

from io import StringIO

from django.core.management import CommandError, call_command


def run(command: str, *arguments: str) -> tuple[str, str, str]:
    """Return the output, the complaints and the failure of a command."""
    out, err, failure = StringIO(), StringIO(), ""
    try:
        call_command(command, *arguments, stdout=out, stderr=err)
    except CommandError as failed:
        failure = str(failed)
    return out.getvalue(), err.getvalue(), failure
