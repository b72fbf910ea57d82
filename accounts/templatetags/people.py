"""Template tags that show the current person on pages of all apps."""

from typing import Any

from django import template
from django.template.context import RequestContext

from accounts import mfa
from accounts.models import Person
from accounts.next_page import page_to_return_to, with_next
from accounts.person_names import isolate
from accounts.views import recovery_url

register = template.Library()
register.filter(isolate)


@register.inclusion_tag("account/_recovery_link.html", takes_context=True)
def guest_recovery_link(context: RequestContext) -> dict[str, Any]:
    """Give guests their secret link back, and all others nothing."""
    request = context["request"]
    guest = request.user if isinstance(request.user, Person) and request.user.is_guest else None
    at_table = request.path.startswith("/g/")
    return {"guest": guest, "link": recovery_url(request, guest) if guest else "", "at_table": at_table}


@register.simple_tag(takes_context=True)
def next_query(context: RequestContext) -> str:
    """The query string that names the page to return to, to be appended to a URL."""
    return with_next("", page_to_return_to(context["request"]))


@register.filter
def passkeys_work(request: Any) -> bool:
    """Whether browsers offer passkeys here: on encrypted pages, and on this machine as localhost."""
    return bool(request.is_secure() or request.get_host().partition(":")[0] == "localhost")


@register.filter
def has_codes(person: Person) -> bool:
    return mfa.has_totp(person)
