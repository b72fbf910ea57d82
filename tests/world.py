"""The world in which the pages of `tests/pages.py` are opened."""

import json
from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import timedelta
from io import StringIO
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.http import HttpRequest
from django.utils import timezone

from accounts.adapter import GUEST_BEFORE
from accounts.models import Person
from accounts.services import token_of
from games import bots, services
from games.analysis.evaluation import evaluate_turn, turns_of
from games.analysis.models import GameAnalysis
from games.bots.strong import Budget
from games.clubs import calendar, favorites
from games.clubs import services as club_services
from games.clubs import tables as club_tables
from games.clubs import talk as club_talk
from games.clubs.models import Club, Membership
from games.clubs.services import ClubValues
from games.community import follows
from games.deals import services as deal_services
from games.deals.models import Attempt
from games.domain.cards import Card
from games.domain.conditional_moves import ConditionalMove
from games.domain.moves import Trail
from games.domain.presets import DEFAULT_PRESET, FAMILY_OF, resolve_rules
from games.log.player_names import load_full_log
from games.log.store import events_after
from games.models import Game, Rating, Seat
from games.notifications.absolute_links import ONLY_MY_TURN, UNSUBSCRIBE, signed_token
from games.services.conditional_moves import add_conditional_move
from games.services.records import save_imported_record
from games.tournaments.services import challenge, correct_result, enter
from tests.browser import scenes
from tests.games.disputed import open_case
from tests.games.recipients import OVER_DAYS
from tests.games.tournaments import laid as tournaments
from tests.games.viewers import laid
from tests.sessions import new_session, session_of


def world() -> dict[str, str]:
    """Create games and people; return names in URLs, and sessions by the name of the person logged in with them."""
    crowded, orange = shown(scenes.crowded), shown(scenes.uncalled_orange)
    over = shown(scenes.over)
    host = scenes.guest("Hanna")
    rematch = rematch_by(2, over["game"])
    waiting = services.start_game(host, resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, 2, False, "friends")
    game = Game.objects.get(public_id=over["game"])
    services.save_rules(host, "Grandma’s table", DEFAULT_PRESET, {"duty": "free", "target": 11})
    create_analysis(game, 1)
    yesterday, shared = same_deals(host, game)
    record = save_imported_record(host, game.preset, ["Anna", "Ben"], [event for _, event in events_after(game, 0)])
    return {
        "family": FAMILY_OF[DEFAULT_PRESET],
        "crowded": crowded["game"],
        "orange": orange["game"],
        "over": over["game"],
        "open": waiting.public_id,
        "again": rematch.public_id,
        "record": record.public_id,
        "yesterday": yesterday,
        "shared": shared,
        "anna": crowded["sessions"][0],
        "ben": crowded["sessions"][1],
        "carla": orange["sessions"][2],
        "winner": over["sessions"][0],
        "loser": over["sessions"][1],
        "host": session_of(Person.objects.get(pk=host.pk)),
        "stop": signed_token(Person.objects.get(pk=host.pk), UNSUBSCRIBE),
        "less": signed_token(Person.objects.get(pk=host.pk), ONLY_MY_TURN),
        "token": token_of(Person.objects.get(pk=host.pk)),
        **planning(),
        **members(),
        **staff(),
        **for_moderation(),
        **club(host),
        **cups(),
    }


def club(asker: Person) -> dict[str, str]:
    """Create an open club of mara's, where kim organizes and someone asks to join."""
    mara, kim = Person.objects.get(username="mara"), Person.objects.get(username="kim")
    about = "Cards on Thursdays at the harbor.\nNewcomers welcome."
    made = club_services.create_club(mara, ClubValues("Quai Street", about, private=False))
    assert isinstance(made, Club)
    club_services.join_by_link(made, kim, made.code)
    club_services.set_role(made, mara, Membership.objects.get(club=made, person=kim).pk, Membership.Role.ORGANIZER)
    club_services.ask_to_join(made, asker)
    club_services.invite_to_club(made, mara, "hugo")
    club_tables.open_usual_table(made, kim)
    game = club_tables.open_usual_table(made, mara)
    assert isinstance(game, Game)
    services.take_seat(game, kim, 2)
    club_talk.say(made, kim, "In ten minutes. First I owe someone a rematch.")
    club_talk.say(made, mara, "It was lying there.")
    club_talk.post_news(made, mara, "Partners’ night moves to Tuesdays, 7 PM.")
    calendar.add_date(made, mara, "Autumn Cup", "Six rounds, newcomers welcome.", timezone.now() + timedelta(days=2))
    favorites.add_favorite(made, mara, DEFAULT_PRESET, "Grandma’s table", {"duty": "free", "target": 11})
    return {"club": made.address, "code": made.code}


def cups() -> dict[str, str]:
    """Create tournaments of mara's: one in each way of drawing, begun, and one for partners that has not begun."""
    who = tournaments.people("mara kim Nora Otis Emil Lena")
    swiss = tournaments.laid("swiss", who, done=1, rounds=3)
    first = tournaments.undecided(swiss).first()
    assert first
    tournaments.settle(first, 2)
    correct_result(swiss, who[0], first.pk, (1, 1), "The table was called off by mistake.")
    ladder = tournaments.laid("ladder", who, name="Winter Ladder")
    order = [entry.players.get() for entry in ladder.entries.order_by("place")]
    mara, _kim = (next(each for each in order if each.person == person) for person in who[:2])
    challenge(ladder, who[1], mara.entry_id)
    teams = tournaments.planned("swiss", who[0], entry_size=2, rounds=2, name="Partners’ Night")
    enter(teams, who[2], team="Long Tricks")
    return {
        "cup": swiss.public_id,
        "ladder": ladder.public_id,
        "teams": teams.public_id,
        "bracket": tournaments.laid("knockout", who[:5], done=1, name="Knockout").public_id,
        "won": tournaments.laid("knockout", who[:4], done=2, name="Spring Cup").public_id,
        "arena": tournaments.laid("arena", who, done=2, minutes=60, name="Friday Arena").public_id,
        "duplicate": tournaments.laid("duplicate", who, done=1, rounds=3, name="Same Cards").public_id,
    }


def create_analysis(game: Game, seat: int) -> None:
    """Create an analysis of the first turns of the game, quickly computed."""
    turns = list(turns_of(load_full_log(game), seat))[:12]
    evaluations = [evaluate_turn(turn, "", Budget(30, 2, 3, (2, 1), 0.0, 1.0))._asdict() for turn in turns]
    counts = {"evaluated_count": len(turns), "turn_count": len(turns)}
    done = GameAnalysis.Status.DONE
    GameAnalysis.objects.create(game=game, seat=seat, status=done, evaluations=evaluations, **counts)


def rematch_by(number: int, public_id: str) -> Game:
    """The rematch that the player on this seat has opened."""
    played = Game.objects.get(public_id=public_id)
    person = played.taken_seats.get(number=number).person
    assert person
    opened = services.join_rematch(played, person)
    assert isinstance(opened, Game)
    return opened


def same_deals(host: Person, played: Game) -> tuple[str, str]:
    """A deal of yesterday that a person has played, and one of the host's for a friend, by their addresses."""
    shared = deal_services.create_for_friends(host, DEFAULT_PRESET, bots.DEFAULT_LEVEL)
    deal_services.join(shared, host)
    yesterday = scenes.yesterdays_deal()
    finished = timezone.now() - timedelta(days=1)
    Attempt.objects.create(deal=yesterday, game=played, margin=3, sweeps=1, finished=finished, ranked=True)
    assert yesterday.day
    return yesterday.day.isoformat(), shared.public_id


def planning() -> dict[str, str]:
    """Create a correspondence game in which the player who waits has planned a move."""
    viewer = laid("casino", "9S 8C 3C 2H", "QC JC TC 5C", table="2D AD 7H 5H", table_settings=OVER_DAYS)[1]
    seat = Seat.objects.select_related("person").get(game=viewer.game, number=2)
    add_conditional_move(seat, ConditionalMove(Trail(Card("JC")), absent=(Card("5H"),)))
    assert seat.person
    return {"planned": viewer.game.public_id, "waiting": session_of(seat.person)}


def members() -> dict[str, str]:
    """Create members: with a password, without one, with a passkey, with games played as a guest before."""
    member = Person.objects.create_user("mara", "mara@example.org", "nine of diamonds")
    keyless = Person.objects.create_user("kim", password=None)
    holder = Person.objects.create_user("hugo", password="ten of hearts")
    for person, skill in ((member, 27.0), (keyless, 24.0)):
        Rating.objects.create(person=person, family=FAMILY_OF[DEFAULT_PRESET], mu=skill, sigma=2.0, games=30)
    kind = Authenticator.Type.WEBAUTHN
    follows.follow(member, keyless)
    follows.set_notify(member, keyless, True)
    passkey = Authenticator.objects.create(user=holder, type=kind, data={"name": "phone", "credential": {}})
    guest = Seat.objects.select_related("person").earliest("pk").person
    return {
        "passkey": str(passkey.pk),
        "member": just_logged_in(member),
        "holder": just_logged_in(holder),
        "keyless": just_logged_in(keyless),
        "bringer": just_logged_in(member, **{GUEST_BEFORE: guest.pk if guest else None}),
    }


def staff() -> dict[str, str]:
    """Sessions of two members of staff: one without an app that shows codes, one with it."""
    keeper = Person.objects.create_user("kay", password="six of spades", is_staff=True)
    coded = Person.objects.create_user("cora", password="two of clubs", is_staff=True)
    Authenticator.objects.create(user=coded, type=Authenticator.Type.TOTP, data={"secret": get_adapter().encrypt("x")})
    agent = {"ip": "192.0.2.7", "user_agent": "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"}
    UserSession.objects.create(user=coded, session_key=session_of(coded), **agent)
    return {"keeper": just_logged_in(keeper), "coded": just_logged_in(coded)}


def for_moderation() -> dict[str, str]:
    """Create a director, a dispute to decide, and a message that was reported."""
    laid_out = open_case()
    first, second = laid_out.game.taken_seats.order_by("number")
    services.post_text(first, "That was not in the rules, you cheat.")
    message = laid_out.game.messages.get()
    if second.person:
        services.report_message(second, message.pk)
    dispute = str(laid_out.dispute.pk)
    return {"director": session_of(laid_out.director), "dispute": dispute, "reported": str(message.pk)}


def just_logged_in(person: Person, **more: Any) -> str:
    """Return a session in which no password is asked for again."""
    request = HttpRequest()
    request.session = new_session(person)
    record_authentication(request, person, "password", reauthenticated=True)
    request.session.update(more)
    request.session.save()
    return str(request.session.session_key)


def shown(scene: Callable[[], None]) -> dict[str, Any]:
    """Return the object that a scene prints."""
    with redirect_stdout(StringIO()) as printed:
        scene()
    told: dict[str, Any] = json.loads(printed.getvalue())
    return told


def tell() -> None:
    """For a running site: `manage.py shell` calls this."""
    print(json.dumps(world()))  # noqa: T201
