"""Every page of the site, and the way to it: a row for each URL, so that a page added without one fails
`tests/casino/test_pages.py`. Rules for every page are tested over these rows."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

from games.domain.disputes import KINDS


class Look(NamedTuple):
    """A page as a person sees it: `address` with names of the world in braces, `who` a session of the world."""

    address: str
    who: str = "stranger"


PAGES: dict[str, list[Look]] = {
    "games:home": [Look("/"), Look("/", "anna")],
    "games:exercise": [
        Look("/learn/1/"),
        Look("/learn/4/?hand=2D&item=5H"),
        Look("/learn/5/?line=TSxAC,9H,TD&line=4Dx2S,2H"),
        Look("/learn/6/?line=3D%2B[2H4S]%3D9&line=2S"),
        Look("/learn/7/?line=TDxAS,9H"),
        Look("/learn/7/?line=4C%2BAS,6S,9H%3D10&line=TDx[AS4C6S9H]"),
    ],
    "games:new": [Look("/new/")],
    "games:lobby": [Look("/lobby/"), Look("/lobby/", "anna")],
    "games:watch": [Look("/watch/"), Look("/watch/", "anna")],
    "games:clubs": [Look("/clubs/"), Look("/clubs/?q=quai", "member")],
    "games:new_club": [Look("/clubs/new/", "member")],
    "games:club": [Look("/clubs/{club}/"), Look("/clubs/{club}/", "member"), Look("/clubs/{club}/", "keyless")],
    "games:club_talk": [Look("/clubs/{club}/talk/", "member"), Look("/clubs/{club}/talk/", "keyless")],
    "games:club_news": [Look("/clubs/{club}/news/"), Look("/clubs/{club}/news/", "member")],
    "games:club_calendar": [Look("/clubs/{club}/calendar/"), Look("/clubs/{club}/calendar/", "member")],
    "games:club_favorites": [Look("/clubs/{club}/favorites/", "member")],
    "games:club_games": [Look("/clubs/{club}/games/"), Look("/clubs/{club}/games/?tables", "member")],
    "games:club_members": [Look("/clubs/{club}/members/", "member"), Look("/clubs/{club}/members/", "keyless")],
    "games:edit_club": [Look("/clubs/{club}/edit/", "member")],
    "games:join_club": [Look("/clubs/{club}/join/{code}/"), Look("/clubs/{club}/join/{code}/", "holder")],
    "games:following": [Look("/following/", "member")],
    "games:my_games": [Look("/games/", "anna"), Look("/games/", "host")],
    "games:vacations": [Look("/account/holidays/", "anna"), Look("/account/holidays/", "member")],
    "games:set_up": [
        Look("/new/casino/"),
        Look("/new/casino/?duty=free&orange=true", "host"),
        Look("/new/tuxedo/", "anna"),
    ],
    "games:option": [Look("/new/casino/options/duty/"), Look("/new/casino/options/owner/?duty=free", "host")],
    "games:house_rules": [Look("/house-rules/"), Look("/house-rules/", "host")],
    "games:notifications": [
        Look("/settings/notifications/"),
        Look("/settings/notifications/", "anna"),
        Look("/settings/notifications/", "member"),
    ],
    "games:game_notifications": [Look("/g/{open}/notifications/", "host"), Look("/g/{crowded}/notifications/", "anna")],
    "games:unsubscribe": [
        Look("/notifications/unsubscribe/{stop}/"),
        Look("/notifications/unsubscribe/{stop}/", "member"),
    ],
    "games:only_my_turn": [Look("/notifications/only-my-turn/{less}/")],
    "games:offline": [Look("/offline/")],
    "games:rulebook": [Look("/rules/")],
    "games:about": [Look("/about/")],
    "games:privacy": [Look("/privacy/"), Look("/privacy/", "member")],
    "games:preset_rules": [Look("/rules/casino/"), Look("/rules/dominican/"), Look("/rules/tuxedo/")],
    "games:table": [
        Look("/g/{crowded}/", "anna"),
        Look("/g/{crowded}/?hand=9S&item=9H", "anna"),
        Look("/g/{crowded}/", "ben"),
        Look("/g/{crowded}/"),
        Look("/g/{crowded}/?play"),
        Look("/g/{orange}/", "carla"),
        Look("/g/{open}/", "host"),
        Look("/g/{open}/"),
        Look("/g/{again}/", "loser"),
        Look("/g/{again}/", "winner"),
        Look("/g/{over}/", "winner"),
        Look("/g/{over}/"),
    ],
    "games:game_rules": [Look("/g/{crowded}/rules/")],
    "games:disputes": [Look("/g/{crowded}/disputes/", "anna"), Look("/g/{over}/disputes/?at=9", "winner")],
    "games:conditional_moves": [Look("/g/{planned}/plan/", "waiting")],
    "games:replay": [Look("/g/{over}/replay/?at=9"), Look("/g/{crowded}/replay/", "anna")],
    "games:analysis": [Look("/g/{over}/analysis/", "winner"), Look("/g/{over}/analysis/", "loser")],
    "games:daily": [Look("/daily/"), Look("/daily/", "anna")],
    "games:past_day": [Look("/daily/{yesterday}/"), Look("/daily/{yesterday}/", "winner")],
    "games:puzzles": [Look("/puzzles/"), Look("/puzzles/", "member")],
    "games:daily_puzzle": [Look("/puzzles/daily/"), Look("/puzzles/daily/", "member")],
    "games:puzzle": [Look("/puzzles/1/"), Look("/puzzles/1/?theme=sum", "member")],
    "games:same_cards": [Look("/same-cards/"), Look("/same-cards/", "anna")],
    "games:shared_deal": [Look("/same-cards/{shared}/"), Look("/same-cards/{shared}/", "host")],
    "games:deal_verification": [Look("/g/{over}/fair/"), Look("/g/{crowded}/fair/")],
    "games:records": [Look("/records/"), Look("/records/", "anna")],
    "games:record": [Look("/records/{record}/?at=5")],
    "games:ladder": [Look("/ladder/{family}/"), Look("/ladder/{family}/", "member")],
    "games:profile": [
        Look("/people/mara/"),
        Look("/people/mara/", "member"),
        Look("/people/mara/?result=won", "winner"),
    ],
    "games:search": [Look("/search/"), Look("/search/?q=mara"), Look("/search/?game=casino&sweeps=1", "member")],
    "games:my_statistics": [Look("/statistics/", "winner"), Look("/statistics/?against=people", "member")],
    "games:challenge": [Look("/people/kim/challenge/", "member")],
    "games:variation": [Look("/g/{over}/variation/?at=9"), Look("/g/{over}/variation/?at=9&line=4C%2BAH=5")],
    "games:record_variation": [Look("/records/{record}/variation/?at=5")],
    "games:guest_games": [Look("/people/bring/", "bringer")],
    "games:tournaments": [Look("/tournaments/"), Look("/tournaments/", "member"), Look("/tournaments/?before=99")],
    "games:tournament": [
        Look("/tournaments/{cup}/"),
        Look("/tournaments/{cup}/", "member"),
        Look("/tournaments/{cup}/?round=1", "keyless"),
        Look("/tournaments/{bracket}/", "member"),
        Look("/tournaments/{won}/"),
        Look("/tournaments/{arena}/", "member"),
        Look("/tournaments/{ladder}/", "member"),
        Look("/tournaments/{duplicate}/", "member"),
        Look("/tournaments/{teams}/", "member"),
    ],
    "games:new_tournament": [Look("/tournaments/new/", "member"), Look("/tournaments/new/?club={club}", "member")],
    "games:edit_tournament": [Look("/tournaments/{teams}/edit/", "member")],
    "games:tournament_organize": [
        Look("/tournaments/{cup}/organize/", "member"),
        Look("/tournaments/{cup}/organize/?round=1", "member"),
        Look("/tournaments/{teams}/organize/", "member"),
        Look("/tournaments/{duplicate}/organize/", "member"),
    ],
    "games:tournament_wall": [Look("/tournaments/{cup}/wall/"), Look("/tournaments/{teams}/wall/", "member")],
    "accounts:account": [Look("/account/", "anna"), Look("/account/", "member")],
    "accounts:delete": [Look("/account/delete/", "anna"), Look("/account/delete/", "member")],
    "accounts:sessions": [Look("/account/sessions/", "member"), Look("/account/sessions/", "coded")],
    "accounts:recover": [Look("/back/{token}/"), Look("/back/{token}/", "ben")],
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
    "moderation:dispute": [Look("/moderation/{dispute}/", "director"), Look("/moderation/{dispute}/?at=3", "director")],
    "moderation:hands": [Look("/moderation/{dispute}/hands/", "director")],
    "moderation:rule": [Look(f"/moderation/{{dispute}}/rule/{kind}/", "director") for kind in KINDS],
    "moderation:person": [Look("/moderation/person/", "director")],
    "moderation:reports": [Look("/moderation/reports/", "director")],
    "moderation:message": [Look("/moderation/message/{reported}/", "director")],
    "settings": [Look("/settings/"), Look("/settings/?next=/rules/", "anna")],
}
"""Pages by the name of their URL."""

ONLY_POSTED_TO = "only posted to"
_POSTED_TO = (
    "games:play_now games:take_seat games:client_seed games:play games:hint games:request_analysis games:play_daily "
    "games:play_shared games:next_round games:show_cards games:undo games:claim games:call_orange games:resign "
    "games:make_offer games:answer_offer games:rematch games:add_conditional_move games:remove_conditional_move "
    "games:open_dispute games:withdraw_dispute games:request_pause games:resolve_absence games:post_message "
    "games:ask_for_seat games:answer_request games:read_ruling "
    "games:mute games:report_message games:save_note games:cancel_vacation games:resume_seat games:save_rules "
    "games:find_options games:watch_computers games:want_table "
    "games:rename_rules games:delete_rules games:play_friend games:leave games:invite games:decline_invitation "
    "games:end_club games:open_club_table games:challenge_member games:delete_club_date games:remove_club_favorite "
    "games:club_say games:club_message games:club_unmute "
    "games:delete_club_news games:club_notify games:renew_club_link games:ask_to_join "
    "games:answer_club_invitation games:invite_to_club "
    "games:answer_club_request games:leave_club games:change_member "
    "games:start_tournament games:call_off_tournament games:extend_round games:remove_entry games:correct_result "
    "games:adjourn_match games:enter_tournament games:withdraw_tournament "
    "games:tournament_challenge games:tournament_answer "
    "games:block games:follow games:dismiss_announcement "
    "games:refuse_invitations games:remove games:computers games:swap games:cancel "
    "games:answer_puzzle games:quick_pairing games:practice games:stop_looking "
    "games:save_game_notifications games:test_notification games:add_device games:remove_device games:add_webhook "
    "games:name_guest games:remove_webhook games:enable_webhook games:only_my_turn_here accounts:new_recovery_link "
    "accounts:end_sessions set_language sounds moderation:stop moderation:go_on moderation:decide"
).split()

NO_PAGE = {
    **dict.fromkeys(_POSTED_TO, ONLY_POSTED_TO),
    "games:tutorial": "leads to the lesson",
    "games:opponent": "leads to a table",
    "games:ladders": "leads to the first ladder",
    "games:next_game": "leads to a table",
    "games:next_puzzle": "leads to a puzzle",
    "games:move_choices": "a fragment of the table",
    "games:presence": "a fragment of the table",
    "games:export_data": "data to save",
    "games:icon": "a picture",
    "games:club_feed": "data for calendars",
    "games:tournament_calendar": "data for calendars",
    "games:tournament_json": "data to save",
    "games:tournament_csv": "data to save",
    "games:result_picture": "a picture",
    "games:invitation_picture": "a picture",
    "games:day_picture": "a picture",
    "games:player_picture": "a picture",
    "games:check_combination": "fragments of the form that opens a table",
    "games:service_worker": "a script",
    "games:manifest": "data for the browser",
    "games:robots": "data for search engines",
    "games:sitemap": "data for search engines",
    "mfa_index": "leads to the passkeys",
    "old_moderation": "leads to the moderation pages",
    "mfa_login_webauthn": "data for a script",
    "mfa_reauthenticate_webauthn": "needs a passkey in the device; the tests of passkeys have one",
    "games:record_text": "text to save",
    "games:record_json": "data to save",
}
"""URLs that show no page, with the reason."""

DJANGOS_OWN = ("admin:", "status")  # in its look, whose pages tests/casino/test_staff.py walks


def addresses() -> set[str]:
    """Return the names of all URLs of the site but Django's own pages."""
    return {name for name in named(get_resolver().url_patterns) if not name.startswith(DJANGOS_OWN)}


def named(patterns: list[Any], namespace: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLPattern):
            yield f"{namespace}{pattern.name}"
        elif isinstance(pattern, URLResolver):
            inner = f"{namespace}{pattern.namespace}:" if pattern.namespace else namespace
            yield from named(pattern.url_patterns, inner)


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
