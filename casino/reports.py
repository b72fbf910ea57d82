"""Reports of unexpected errors to a service, if ERROR_REPORTS names one: the error, the place in the code, the page.

Nothing else leaves the site: no values of variables, which may be cards or seeds, no addresses, cookies, forms or names
of people.
"""

from typing import TYPE_CHECKING

import sentry_sdk

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

KEPT = ("event_id", "timestamp", "platform", "level", "logger", "exception", "transaction", "release", "sdk")


def report_errors(to: str) -> None:
    """Start reporting, if a service is set."""
    if to:
        sentry_sdk.init(
            dsn=to,
            before_send=only_the_error,
            include_local_variables=False,
            max_request_body_size="never",
            max_breadcrumbs=0,
            send_default_pii=False,
            server_name="",
            auto_session_tracking=False,
        )


def only_the_error(event: "Event", _hint: "Hint") -> "Event | None":
    """Return the parts of an event that are kept: everything not named here is dropped."""
    told: Event = {}
    for name in KEPT:
        if name in event:
            told[name] = event[name]  # type: ignore[literal-required]  # the names of the library's own mapping
    for exception in told.get("exception", {}).get("values", []):
        exception["value"] = ""  # a message may quote what was typed
    return told
