"""Three people in Berlin, New York and Manila play for five days, with a real mail server: what each is told, when,
and in which words. They use the pages as without JavaScript, and leave them at once."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from email.message import EmailMessage
from email.utils import parsedate_to_datetime
from itertools import cycle
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

import pytest
import time_machine
from allauth.account.models import EmailAddress
from channels.layers import InMemoryChannelLayer
from django.db.models import Max, QuerySet
from django_tasks_db.models import DBTaskResult
from pytest_django import Settings

from accounts.models import Person
from accounts.person_preferences import save_preferences
from casino.hooks import worker_started, worker_ticked
from casino.transactions import write_transaction
from casino.worker import requeue_interrupted
from games import services
from games.contexts.waiting import waiting_games
from games.domain.table_settings import DAY, TableSettings
from games.invitations import services as invitations
from games.log.recent_states import recent_states
from games.log.store import seat_actor
from games.log.verification import verify_game
from games.models import Game, StoredEvent, Vacation
from games.notifications import delivery, emails, preferences
from games.notifications.kinds import DeliveryMethod
from games.notifications.models import Notification
from games.notifications.preferences import QUIET_HOURS
from games.rulings import disputes
from games.rulings.models import Dispute
from tests.examples import exhaustive
from tests.games.recipients import do_tasks
from tests.games.tables import RULES, known_chance, person
from tests.games.viewers import Viewer
from tests.post_office import Letters, text_of
from tests.rulings.cases import director, ruled

pytestmark = pytest.mark.django_db

ZONES = {"Anna": ZoneInfo("Europe/Berlin"), "Ben": ZoneInfo("America/New_York"), "Carla": ZoneInfo("Asia/Manila")}
BEGIN = datetime(2027, 3, 12, 17, 0, tzinfo=UTC)  # a Friday; in New York, clocks are put forward on Sunday
STEP = timedelta(hours=1)
"""Time between two looks of the worker, at each full hour; it takes less than a second on the site."""


class Mail(NamedTuple):
    """A letter: to whom, when by their clocks, and about which games, by their public IDs."""

    to: str
    at: datetime
    subject: str
    message_id: str
    games: set[str]

    @property
    def line(self) -> str:
        return f"{self.to} {self.at:%a %H:%M} {self.subject}"


def read(address: str, letter: EmailMessage) -> Mail:
    to = address.partition("@")[0].capitalize()
    sent = parsedate_to_datetime(letter["Date"]).astimezone(ZONES[to])
    return Mail(to, sent, letter["Subject"], letter["Message-ID"], set(re.findall(r"/g/(\w+)/", text_of(letter))))


class Days:
    """The site, its worker and three people, while days go by."""

    def __init__(self, clock: Any, office: Letters) -> None:
        self.clock, self.office = clock, office
        self.people = {name: with_mail(name, zone) for name, zone in ZONES.items()}
        self.mail: list[Mail] = []
        self.untold: list[str] = []
        self.trouble: Callable[[], object] = lambda: None
        self.work()

    def work(self) -> None:
        """Do what the server and the worker do all the time. Whoever is awake knows then what waits for them."""
        services.record_heartbeat("beat")
        for look in worker_ticked:
            look()
        do_tasks()
        self.mail += [read(to, letter) for (to,), letter in self.office.letters[len(self.mail) :]]
        for name, someone in self.people.items():
            if not is_night(datetime.now(ZONES[name])):
                for game in waiting_games(someone):
                    self.untold += [] if self.knows(name, game) else [f"{name}, {datetime.now(UTC)}: {game}"]

    def knows(self, name: str, public_id: str) -> bool:
        """Whether a letter about the game has come since they last played there."""
        game = Game.objects.get(public_id=public_id)
        actors = [seat_actor(seat.number) for seat in game.taken_seats.filter(person=self.people[name])]
        own = plays_of(game).filter(actor__in=actors).aggregate(last=Max("at"))["last"]
        about = [mail.at for mail in self.mail if mail.to == name and public_id in mail.games]
        return any(own is None or sent >= own.replace(microsecond=0) for sent in about)

    def at(self, name: str, moment: str) -> None:
        """Let the time go by until this day of March and time where this person lives."""
        day, clock = moment.split()
        hour, minute = map(int, clock.split(":"))
        until = datetime(2027, 3, int(day), hour, minute, tzinfo=ZONES[name]).astimezone(UTC)
        self.trouble()
        self.work()
        now = datetime.now(UTC)
        assert now <= until, moment
        while now < until:
            now = min(now.replace(minute=0) + STEP, until)
            self.clock.move_to(now)
            self.work()

    def opens(self, name: str, *invited: str, **terms: Any) -> Game:
        """Open a table and invite these people by name."""
        host, settings = self.people[name], TableSettings(**terms)
        game = services.start_game(host, RULES, "casino", len(invited) + 1, False, "friends", settings)
        for other in invited:
            assert isinstance(invitations.invite(game, host, other.lower()), services.Accepted)
        return game

    def sits(self, name: str, *games: Game) -> None:
        for game in games:
            services.take_seat(game, self.people[name], None)

    def press(self, game: Game, name: str, label: str) -> None:
        player = self.on(game, name)
        page = player.go_on()
        assert label in page.buttons, list(page.buttons)
        player.press(page, label)

    def leaves_for(self, name: str, first: date, last: date) -> None:
        assert isinstance(services.add_vacation(self.people[name], first, last), Vacation)

    def disputes(self, name: str, game: Game) -> None:
        """Dispute the last move."""
        seat = game.taken_seats.get(person=self.people[name])
        last = plays_of(game).latest("seq").seq
        dispute = disputes.open_dispute(seat, last, "You picked up the card again.")
        assert isinstance(dispute, Dispute), dispute
        self.disputed = dispute

    def rules(self, dispute: Dispute) -> None:
        ruled(dispute, director(), "rolled_back", event_seq=dispute.event_seq)

    def on(self, game: Game, name: str) -> Viewer:
        return Viewer(game, self.people[name])


def plays_of(game: Game) -> QuerySet[StoredEvent]:
    return game.events.exclude(action_text="").exclude(action_text__contains="@")


def with_mail(name: str, zone: ZoneInfo) -> Person:
    someone = person(name)
    save_preferences(someone, time_zone=zone.key)
    EmailAddress.objects.create(user=someone, email=f"{name.lower()}@mail.example", verified=True, primary=True)
    return someone


def is_night(there: datetime) -> bool:
    return there.hour >= 22 or there.hour < 7


@pytest.fixture
def days(office: Letters, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Days]:
    settings.NOTIFICATION_DELAY, settings.HEARTBEAT = 0, STEP.total_seconds()
    monkeypatch.setattr(preferences, "QUIET_HOURS", QUIET_HOURS)
    with time_machine.travel(BEGIN, tick=False) as clock, known_chance():
        yield Days(clock, office)


# --- the story ------------------------------------------------------------------------------------------------------


def story(days: Days) -> Game:
    """Friday to Wednesday: two games at the players' own pace, and one with a day a move, which is returned."""
    porch, trio, daily = they_sit_down(days)
    saturday(days, porch, trio, daily)
    sunday(days, porch, trio)
    days.at("Ben", "15 06:00")  # a director rules while he sleeps
    days.rules(days.disputed)
    days.at("Ben", "15 12:00")
    days.press(trio, "Ben", "Yes, leave")
    days.at("Carla", "16 08:00")
    days.on(trio, "Carla").trail()
    days.on(daily, "Carla").trail()
    days.at("Ben", "16 15:00")  # after the reminder
    days.on(daily, "Ben").trail()
    days.at("Carla", "17 21:30")  # the same; her time would run out at three at night
    days.on(daily, "Carla").trail()
    days.at("Ben", "17 12:00")
    return daily


def they_sit_down(days: Days) -> tuple[Game, Game, Game]:
    days.at("Anna", "12 18:30")  # half past noon in New York, at night in Manila
    porch, trio = days.opens("Anna", "Ben"), days.opens("Anna", "Ben", "Carla")
    days.at("Ben", "12 13:00")
    days.sits("Ben", porch, trio)
    days.at("Carla", "13 08:00")
    days.sits("Carla", trio)
    daily = days.opens("Carla", "Ben", clock="turn", time=DAY, vacations=True)
    days.at("Ben", "12 19:30")
    days.sits("Ben", daily)
    return porch, trio, daily


def saturday(days: Days, porch: Game, trio: Game, daily: Game) -> None:
    days.at("Anna", "13 09:00")
    days.on(porch, "Anna").trail()
    days.at("Ben", "13 09:00")  # Carla goes to bed
    for game in (trio, daily, porch):
        days.on(game, "Ben").trail()
    days.at("Ben", "13 09:30")
    days.press(porch, "Ben", "Ask for a takeback")
    days.at("Anna", "13 20:00")
    days.press(porch, "Anna", "Agree")


def sunday(days: Days, porch: Game, trio: Game) -> None:
    days.at("Carla", "14 07:30")
    days.on(trio, "Carla").trail()
    days.leaves_for("Carla", date(2027, 3, 14), date(2027, 3, 15))
    days.at("Anna", "14 10:00")  # in New York the night was an hour shorter
    days.on(trio, "Anna").trail()
    days.at("Ben", "14 12:00")
    days.press(porch, "Ben", "Offer a draw")
    days.at("Anna", "14 19:00")
    days.press(porch, "Anna", "Decline")
    days.at("Ben", "14 15:00")
    days.on(porch, "Ben").trail()
    days.at("Anna", "14 21:00")
    days.disputes("Anna", porch)


MAIL = [
    "Ben Fri 12:30 Anna invites you to Casino",
    "Ben Fri 12:30 Anna invites you to Casino",
    "Anna Fri 19:00 Your turn against Ben",
    "Ben Fri 13:00 Your game against Anna has started",
    "Carla Sat 07:00 Anna invites you to Casino",
    "Ben Fri 19:00 Your turn against Anna and Carla",
    "Carla Sat 08:00 Your game against Anna and Ben has started",
    "Ben Fri 19:00 Carla invites you to Casino",
    "Ben Fri 19:30 Your turn against Carla",
    "Carla Sat 08:30 Your game against Ben has started",
    "Anna Sat 07:00 Your game against Ben and Carla has started",
    "Ben Sat 07:00 Your turn: Anna trailed 6♠",
    "Anna Sat 15:00 Your turn: Ben trailed 2♣",
    "Anna Sat 15:30 Ben asked to take back their 2♣",
    "Ben Sat 14:00 Your turn: Anna agreed. The move was taken back",
    "Carla Sun 07:00 Your turn in 2 games",
    "Anna Sun 07:00 Your turn: Carla trailed 5♥",
    "Ben Sun 07:00 Your turn: Anna trailed 2♣",
    "Anna Sun 17:00 Ben offers a draw",
    "Ben Sun 14:00 Anna declined the draw",
    "Anna Sun 20:00 Your turn: Ben trailed 2♣",
    "Ben Sun 16:00 Anna disputed a move",
    "Anna Mon 11:00 A ruling was made: Casino with Ben",
    "Ben Mon 07:00 A ruling was made: Casino with Anna",
    "Carla Tue 07:00 Your turn: Ben trailed K♦",
    "Ben Mon 20:00 Your turn: Carla trailed 4♣",
    "Anna Tue 07:00 Your turn: Carla trailed 8♥",
    "Ben Tue 14:00 6 hours left against Carla",
    "Carla Wed 07:00 Your turn: Ben trailed 7♣",
    "Carla Wed 21:00 6 hours left against Ben",
    "Ben Wed 09:30 Your turn: Carla trailed 6♠",
]


@exhaustive
def test_everybody_is_told_of_what_waits_for_them_once_and_at_no_night(days: Days) -> None:
    daily = story(days)
    assert [mail.line for mail in days.mail] == MAIL
    assert days.untold == []
    assert not any(is_night(mail.at) for mail in days.mail)
    assert not daily.events.filter(type="turn_expired").exists()


# --- what fails meanwhile -------------------------------------------------------------------------------------------


class Killed(BaseException):
    """A process ends in the middle of its work."""


def restarts(days: Days) -> None:
    """The server and its worker end, and begin again after twenty minutes."""
    services.record_heartbeat("end")
    recent_states.clear()
    days.clock.shift(timedelta(minutes=20))
    services.record_heartbeat("begin")
    worker_starts()


def worker_starts() -> None:
    requeue_interrupted()
    for function in worker_started:
        function()


def is_killed(monkeypatch: pytest.MonkeyPatch, *, sent: bool) -> None:
    """The worker is killed in the middle of a letter, before the mail server has it or after."""

    def die(person: Person, notifications: Sequence[Notification]) -> None:
        if sent:
            emails.send(person, notifications)
        raise Killed

    task = DBTaskResult.objects.ready().filter(queue_name=delivery.QUEUE).first()
    if task is None:
        return
    with write_transaction():
        task.claim("killed")
    with monkeypatch.context() as patch, suppress(Killed):
        patch.setitem(delivery.SENDERS, DeliveryMethod.EMAIL, die)
        task.task_result.task.call(*task.task_result.args, **task.task_result.kwargs)
    worker_starts()


@exhaustive
def test_a_restart_a_killed_worker_and_a_silent_redis_lose_and_double_nothing(
    days: Days, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(*_: object) -> None:
        raise ConnectionError("no answer")

    monkeypatch.setattr(InMemoryChannelLayer, "group_send", silent)
    troubles = cycle(
        [
            lambda: restarts(days),
            lambda: is_killed(monkeypatch, sent=False),
            lambda: is_killed(monkeypatch, sent=True),
        ]
    )
    days.trouble = lambda: next(troubles)()  # noqa: PLW0108  another one each time
    daily = story(days)
    told = {mail.message_id: f"{mail.to} {mail.subject}" for mail in days.mail}
    assert len(days.mail) > len(told)  # whoever gets a letter twice is shown it once, by its ID
    assert sorted(told.values()) == sorted(without_time(line) for line in MAIL)
    assert not daily.events.filter(type="turn_expired").exists()
    assert [verify_game(game) for game in Game.objects.all()] == [[]] * 3


def without_time(line: str) -> str:
    name, _, _, subject = line.split(maxsplit=3)
    return f"{name} {subject}"
