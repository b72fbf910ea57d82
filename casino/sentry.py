"""Reports of unexpected errors to a service, if ERROR_REPORTS names one: the error, the place in the code, the page.

Nothing else leaves the site: no values of variables, which may be cards or seeds, no addresses, cookies, forms or names
of people.
"""

from typing import TYPE_CHECKING

from casino.version import release

if TYPE_CHECKING:
    from sentry_sdk.types import Event, Hint

ALLOWED_FIELDS = ("event_id", "timestamp", "platform", "level", "logger", "exception", "transaction", "release", "sdk")


def init_sentry(dsn: str) -> None:
    """Start reporting, if a service is set."""
    if dsn:
        import sentry_sdk  # noqa: PLC0415  a twelfth of the time that a command takes to start

        sentry_sdk.init(
            dsn=dsn,
            release=f"casino@{release()}",
            before_send=strip_event,
            include_local_variables=False,
            max_request_body_size="never",
            max_breadcrumbs=0,
            send_default_pii=False,
            server_name="",
            auto_session_tracking=False,
            _experiments={"transport_compression_level": 9},  # of gzip: not every service reads brotli
        )


def strip_event(event: "Event", _hint: "Hint") -> "Event | None":
    """The parts of an event that are kept: everything not named here is dropped."""
    stripped: Event = {}
    for name in ALLOWED_FIELDS:
        if name in event:
            stripped[name] = event[name]  # type: ignore[literal-required]  # the names of the library's own mapping
    for exception in stripped.get("exception", {}).get("values", []):
        exception["value"] = ""  # a message may quote what was typed
    return stripped
