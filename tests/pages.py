"""Every page of the site, and how to get to it: a row for each address that there is, so that a page added without
one fails `tests/casino/test_pages.py`. What holds for every page is tested over these rows."""

import json
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from datetime import timedelta
from importlib import import_module
from io import StringIO
from typing import Any, NamedTuple

from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.http import HttpRequest
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils import timezone

from accounts.adapter import GUEST_BEFORE
from accounts.models import Person
from accounts.wayback import token_of
from games import bots, services
from games.bots.strong import Budget
from games.deals import playing
from games.deals.models import Try
from games.domain.ruling import KINDS
from games.domain.variants import DEFAULT_PRESET, FAMILY_OF, resolve
from games.eventlog import events_after
from games.lookback.models import LookBack
from games.lookback.turns import turns_of, worth
from games.models import Game, Rating, Seat
from games.names import whole_log
from games.notifications.links import stop_token
from games.services.records import keep_record
from tests.browser import scenes
from tests.games.desks import desk


class Look(NamedTuple):
    """A page as somebody sees it: `address` with names of the world in braces, `who` a session of the world."""

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
    "desk:dispute": [Look("/admin/desk/{dispute}/", "director"), Look("/admin/desk/{dispute}/?at=3", "director")],
    "desk:hands": [Look("/admin/desk/{dispute}/hands/", "director")],
    "desk:rule": [Look(f"/admin/desk/{{dispute}}/rule/{kind}/", "director") for kind in KINDS],
    "settings": [Look("/settings/"), Look("/settings/?next=/rules/", "anna")],
}
"""Pages by the name of their address."""

NO_PAGE = {
    "games:play_now": "only posted to",
    "games:learn": "leads to the lesson",
    "games:ladders": "leads to the first ladder",
    "games:options": "a fragment of the table",
    "games:seat": "only posted to",
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
    "mfa_index": "leads to the passkeys",
    "mfa_login_webauthn": "data for a script",
    "mfa_reauthenticate_webauthn": "needs a passkey in the device; the tests of passkeys have one",
    "games:record_text": "text to save",
    "games:record_json": "data to save",
    "set_language": "only posted to",
    "desk:stop": "only posted to",
    "desk:go_on": "only posted to",
}
"""Addresses that show no page of their own, and why."""

DJANGOS_OWN = ("admin:",)  # whose pages tests/casino/test_staff.py walks


def addresses() -> set[str]:
    """The names of all addresses of the site but Django's own pages."""
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
    """What every address looks like; two of the same would hide one behind the other."""
    return list(patterns_in(get_resolver().url_patterns))


def every_address() -> list[tuple[str, str]]:
    """All addresses, Django's own too, by name and as they look."""
    return list(zip(named(get_resolver().url_patterns), routes(), strict=True))


def patterns_in(patterns: list[Any], before: str = "") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from patterns_in(pattern.url_patterns, f"{before}{pattern.pattern}")
        else:
            yield f"{before}{pattern.pattern}"


def looks() -> list[Look]:
    return [look for rows in PAGES.values() for look in rows]


# --- the world in which they are looked at -------------------------------------------------------------------------


def world() -> dict[str, str]:
    """Games and people, made now; names in addresses, and sessions by the name of who is logged in with them."""
    crowded, orange = shown(scenes.crowded), shown(scenes.uncalled_orange)
    over = shown(lambda: scenes.played("casino", 2, False, 3, 99, 0))
    host = scenes.guest("Hanna")
    waiting = services.start_game(host, resolve(DEFAULT_PRESET), DEFAULT_PRESET, 2, False, "friends")
    game = Game.objects.get(public_id=over["game"])
    services.keep_rules(host, "Grandma’s table", DEFAULT_PRESET, {"duty": "free", "target": 11})
    look_back_at(game, 1)
    yesterday, shared = same_deals(host, game)
    record = keep_record(host, game.preset, ["Anna", "Ben"], [event for _, event in events_after(game, 0)])
    return {
        "family": FAMILY_OF[DEFAULT_PRESET],
        "crowded": crowded["game"],
        "orange": orange["game"],
        "over": over["game"],
        "open": waiting.public_id,
        "record": record.public_id,
        "yesterday": yesterday,
        "shared": shared,
        "anna": crowded["sessions"][0],
        "ben": crowded["sessions"][1],
        "carla": orange["sessions"][2],
        "winner": over["sessions"][0],
        "loser": over["sessions"][1],
        "host": scenes.session_of(Person.objects.get(pk=host.pk)),
        "stop": stop_token(Person.objects.get(pk=host.pk)),
        "token": token_of(Person.objects.get(pk=host.pk)),
        **members(),
        **at_the_desk(),
    }


def look_back_at(game: Game, seat: int) -> None:
    """A look back at the first turns of the game, quickly made."""
    turns = list(turns_of(whole_log(game), seat))[:12]
    found = [worth(turn, "", Budget(30, 2, 3, (2, 1), 0.0))._asdict() for turn in turns]
    done = LookBack.Status.DONE
    LookBack.objects.create(game=game, seat=seat, status=done, done=len(found), turns=len(found), found=found)


def same_deals(host: Person, played: Game) -> tuple[str, str]:
    """A deal of yesterday that somebody has played, and one of the host's for a friend, by their addresses."""
    shared = playing.invite(host, DEFAULT_PRESET, bots.DEFAULT)
    playing.take_part(shared, host)
    yesterday = playing.of_today()
    yesterday.day = services.today() - timedelta(days=1)
    yesterday.save()
    Try.objects.create(deal=yesterday, game=played, margin=3, sweeps=1, finished=timezone.now() - timedelta(days=1))
    return yesterday.day.isoformat(), shared.public_id


def members() -> dict[str, str]:
    """People who have signed up: with a password, without one, with a passkey, with games played as a guest before."""
    member = Person.objects.create_user("mara", "mara@example.org", "nine of diamonds")
    keyless = Person.objects.create_user("kim", password=None)
    holder = Person.objects.create_user("hugo", password="ten of hearts")
    for person, skill in ((member, 27.0), (keyless, 24.0)):
        Rating.objects.create(person=person, family=FAMILY_OF[DEFAULT_PRESET], mu=skill, sigma=2.0, games=30)
    kind = Authenticator.Type.WEBAUTHN
    passkey = Authenticator.objects.create(user=holder, type=kind, data={"name": "phone", "credential": {}})
    guest = Seat.objects.select_related("person").earliest("pk").person
    return {
        "passkey": str(passkey.pk),
        "member": just_logged_in(member),
        "holder": just_logged_in(holder),
        "keyless": just_logged_in(keyless),
        "bringer": just_logged_in(member, **{GUEST_BEFORE: guest.pk if guest else None}),
    }


def at_the_desk() -> dict[str, str]:
    """A director, and a dispute to decide."""
    laid_out = desk()
    return {"director": scenes.session_of(laid_out.director), "dispute": str(laid_out.dispute.pk)}


def just_logged_in(person: Person, **more: Any) -> str:
    """A session in which nothing is asked again."""
    request = HttpRequest()
    request.session = import_module(settings.SESSION_ENGINE).SessionStore(scenes.session_of(person))
    record_authentication(request, person, "password", reauthenticated=True)
    request.session.update(more)
    request.session.save()
    return str(request.session.session_key)


def shown(scene: Callable[[], None]) -> dict[str, Any]:
    """What a scene prints."""
    with redirect_stdout(StringIO()) as printed:
        scene()
    told: dict[str, Any] = json.loads(printed.getvalue())
    return told


def tell() -> None:
    """For a running site: `manage.py shell` calls this."""
    print(json.dumps(world()))  # noqa: T201
