"""Every page of the site, and the way to it: a row for each URL, so that a page added without one fails
`tests/casino/test_pages.py`. Rules for every page are tested over these rows."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

from games.domain.ruling import KINDS


class Look(NamedTuple):
    """A page as a person sees it: `address` with names of the world in braces, `who` a session of the world."""

    address: str
    who: str = "stranger"


PAGES: dict[str, list[Look]] = {
    "games:home": [Look("/"), Look("/", "anna")],
    "games:lesson": [
        Look("/learn/1/"),
        Look("/learn/3/?hand=2D&item=5H"),
        Look("/learn/4/?line=3D%2B[2H4S]%3D9"),
        Look("/learn/5/?line=QH"),
        Look("/learn/6/?line=7Cx2S,5H,7D"),
    ],
    "games:new": [Look("/new/")],
    "games:lobby": [Look("/lobby/"), Look("/lobby/", "anna")],
    "games:mine": [Look("/games/", "anna"), Look("/games/", "host")],
    "games:holidays": [Look("/account/holidays/", "anna"), Look("/account/holidays/", "member")],
    "games:set_up": [
        Look("/new/casino/"),
        Look("/new/casino/?duty=free&orange=true", "host"),
        Look("/new/tuxedo/", "anna"),
    ],
    "games:house_rules": [Look("/house-rules/"), Look("/house-rules/", "host")],
    "games:calls": [Look("/settings/calls/"), Look("/settings/calls/", "anna"), Look("/settings/calls/", "member")],
    "games:game_calls": [Look("/g/{open}/calls/", "host"), Look("/g/{crowded}/calls/", "anna")],
    "games:stop_mail": [Look("/calls/stop/{stop}/"), Look("/calls/stop/{stop}/", "member")],
    "games:offline": [Look("/offline/")],
    "games:rules": [Look("/rules/")],
    "games:preset_rules": [Look("/rules/casino/"), Look("/rules/dominican/"), Look("/rules/tuxedo/")],
    "games:table": [
        Look("/g/{crowded}/", "anna"),
        Look("/g/{crowded}/?hand=9S&item=9H", "anna"),
        Look("/g/{crowded}/", "ben"),
        Look("/g/{crowded}/"),
        Look("/g/{orange}/", "carla"),
        Look("/g/{open}/", "host"),
        Look("/g/{open}/"),
        Look("/g/{over}/", "winner"),
        Look("/g/{over}/"),
    ],
    "games:game_rules": [Look("/g/{crowded}/rules/")],
    "games:disputes": [Look("/g/{crowded}/disputes/", "anna"), Look("/g/{over}/disputes/?at=9", "winner")],
    "games:replay": [Look("/g/{over}/replay/?at=9"), Look("/g/{crowded}/replay/", "anna")],
    "games:look_back": [Look("/g/{over}/look-back/", "winner"), Look("/g/{over}/look-back/", "loser")],
    "games:daily": [Look("/daily/"), Look("/daily/", "anna")],
    "games:past_day": [Look("/daily/{yesterday}/"), Look("/daily/{yesterday}/", "winner")],
    "games:same_cards": [Look("/same-cards/"), Look("/same-cards/", "anna")],
    "games:shared_deal": [Look("/same-cards/{shared}/"), Look("/same-cards/{shared}/", "host")],
    "games:fair": [Look("/g/{over}/fair/"), Look("/g/{crowded}/fair/")],
    "games:records": [Look("/records/"), Look("/records/", "anna")],
    "games:record": [Look("/records/{record}/?at=5")],
    "games:ladder": [Look("/ladder/{family}/"), Look("/ladder/{family}/", "member")],
    "games:profile": [Look("/people/mara/"), Look("/people/mara/", "member")],
    "games:what_if": [Look("/g/{over}/what-if/?at=9"), Look("/g/{over}/what-if/?at=9&line=4C%2BAH=5")],
    "games:record_what_if": [Look("/records/{record}/what-if/?at=5")],
    "games:bring": [Look("/people/bring/", "bringer")],
    "accounts:account": [Look("/account/", "anna"), Look("/account/", "member")],
    "accounts:delete": [Look("/account/delete/", "anna"), Look("/account/delete/", "member")],
    "accounts:sessions": [Look("/account/sessions/", "member"), Look("/account/sessions/", "coded")],
    "accounts:back": [Look("/back/{token}/"), Look("/back/{token}/", "ben")],
    "account_login": [Look("/account/login/"), Look("/account/login/", "anna")],
    "account_signup": [Look("/account/signup/"), Look("/account/signup/", "anna")],
    "account_logout": [Look("/account/logout/", "member")],
    "account_inactive": [Look("/account/inactive/")],
    "account_reauthenticate": [Look("/account/check/", "member")],
    "account_email": [Look("/account/email/", "member")],
    "account_email_verification_sent": [Look("/account/email/sent/")],
    "account_confirm_email": [Look("/account/email/no-such-key/")],
    "account_change_password": [Look("/account/password/", "member")],
    "account_set_password": [Look("/account/password/set/", "keyless")],
    "account_reset_password": [Look("/account/forgotten/")],
    "account_reset_password_done": [Look("/account/forgotten/sent/")],
    "account_reset_password_from_key": [Look("/account/forgotten/1-none/")],
    "account_reset_password_from_key_done": [Look("/account/forgotten/done/")],
    "mfa_list_webauthn": [Look("/account/passkeys/", "member"), Look("/account/passkeys/", "holder")],
    "mfa_add_webauthn": [Look("/account/passkeys/add/", "member")],
    "mfa_edit_webauthn": [Look("/account/passkeys/{passkey}/", "holder")],
    "mfa_remove_webauthn": [Look("/account/passkeys/{passkey}/remove/", "holder")],
    "mfa_activate_totp": [Look("/account/codes/", "keeper")],
    "mfa_deactivate_totp": [Look("/account/codes/remove/", "coded")],
    "mfa_reauthenticate": [Look("/account/codes/check/", "coded")],
    "desk:dispute": [Look("/admin/desk/{dispute}/", "director"), Look("/admin/desk/{dispute}/?at=3", "director")],
    "desk:hands": [Look("/admin/desk/{dispute}/hands/", "director")],
    "desk:rule": [Look(f"/admin/desk/{{dispute}}/rule/{kind}/", "director") for kind in KINDS],
    "desk:person": [Look("/admin/desk/person/", "director")],
    "desk:message": [Look("/admin/desk/message/{reported}/", "director")],
    "settings": [Look("/settings/"), Look("/settings/?next=/rules/", "anna")],
}
"""Pages by the name of their URL."""

NO_PAGE = {
    "games:play_now": "only posted to",
    "games:learn": "leads to the lesson",
    "games:ladders": "leads to the first ladder",
    "games:options": "a fragment of the table",
    "games:seat": "only posted to",
    "games:client_seed": "only posted to",
    "games:play": "only posted to",
    "games:hint": "only posted to",
    "games:ask_look_back": "only posted to",
    "games:play_daily": "only posted to",
    "games:play_shared": "only posted to",
    "games:claim": "only posted to",
    "games:orange": "only posted to",
    "games:resign": "only posted to",
    "games:offer": "only posted to",
    "games:answer": "only posted to",
    "games:again": "only posted to",
    "games:dispute": "only posted to",
    "games:withdraw_dispute": "only posted to",
    "games:want_stop": "only posted to",
    "games:gone": "only posted to",
    "games:say": "only posted to",
    "games:mute": "only posted to",
    "games:report": "only posted to",
    "games:note": "only posted to",
    "games:people": "a fragment of the table",
    "games:cancel_holiday": "only posted to",
    "games:come_back": "only posted to",
    "games:export": "data to save",
    "games:icon": "a picture",
    "games:fit_rules": "fragments of the form that opens a table",
    "games:keep_rules": "only posted to",
    "games:rename_rules": "only posted to",
    "games:delete_rules": "only posted to",
    "games:play_friend": "only posted to",
    "games:leave": "only posted to",
    "games:invite": "only posted to",
    "games:decline": "only posted to",
    "games:block": "only posted to",
    "games:refuse_invitations": "only posted to",
    "games:remove": "only posted to",
    "games:computers": "only posted to",
    "games:swap": "only posted to",
    "games:cancel": "only posted to",
    "games:choose_calls": "only posted to",
    "games:try_call": "only posted to",
    "games:add_device": "only posted to",
    "games:remove_device": "only posted to",
    "games:add_hook": "only posted to",
    "games:remove_hook": "only posted to",
    "games:switch_hook_on": "only posted to",
    "games:service_worker": "a script",
    "games:manifest": "data for the browser",
    "accounts:new_way_back": "only posted to",
    "accounts:end_sessions": "only posted to",
    "mfa_index": "leads to the passkeys",
    "mfa_login_webauthn": "data for a script",
    "mfa_reauthenticate_webauthn": "needs a passkey in the device; the tests of passkeys have one",
    "games:record_text": "text to save",
    "games:record_json": "data to save",
    "set_language": "only posted to",
    "desk:stop": "only posted to",
    "desk:go_on": "only posted to",
}
"""URLs that show no page, with the reason."""

DJANGOS_OWN = ("admin:",)  # whose pages tests/casino/test_staff.py walks


def addresses() -> set[str]:
    """Return the names of all URLs of the site but Django's own pages."""
    return {name for name in named(get_resolver().url_patterns) if not name.startswith(DJANGOS_OWN)}


def named(patterns: list[Any], namespace: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield f"{namespace}{pattern.name}"
        elif isinstance(pattern, URLResolver):
            yield from named(
                pattern.url_patterns, f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            )


def routes() -> list[str]:
    """Return the patterns of all URLs; two that are the same would hide one another."""
    return list(patterns_in(get_resolver().url_patterns))


def every_address() -> list[tuple[str, str]]:
    """Return all URLs, Django's own too, by name and pattern."""
    return list(zip(named(get_resolver().url_patterns), routes(), strict=True))


def patterns_in(patterns: list[Any], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from patterns_in(pattern.url_patterns, f"{before}{pattern.pattern}")
        else:
            yield f"{before}{pattern.pattern}"


def looks() -> list[Look]:
    return [look for rows in PAGES.values() for look in rows]
