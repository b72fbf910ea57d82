"""Open pages of tournaments: what is pushed, and to whom no more."""

import pytest
from django.utils.safestring import SafeString

from accounts.models import Person
from games.clubs import services as clubs
from games.clubs.models import Club
from games.consumers.lobby import UNKNOWN_PERSON, MadeOnce
from games.consumers.tournament import TournamentConsumer, made
from games.contexts.tournaments import Field, Shown, marked
from games.tournaments import services
from games.tournaments.models import Match, Tournament
from games.tournaments.selectors import find_tournament
from tests.games.clubs.test_live import close_code, socket_as
from tests.games.clubs.test_members import PRIVATE, club_of, place
from tests.games.consumers.test_table import in_thread
from tests.games.tournaments.laid import entered, laid, people, planned, play_round, undecided

pytestmark = pytest.mark.django_db(transaction=True)

NAMES = "Ann Bob Cleo Dan"


@pytest.fixture(autouse=True)
def pushed_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(TournamentConsumer, "burst_seconds", 0.05)


def of_a_club() -> tuple[Club, Tournament, list[Person]]:
    who = people(NAMES)
    club = club_of(who[0], PRIVATE, *who[1:])
    return club, laid("swiss", who, club=club, access="club", rounds=2), who


async def test_an_open_page_shows_entries_and_results() -> None:
    who = await in_thread(people, NAMES)
    cup = await in_thread(planned, "swiss", who[0], rounds=2)
    async with await socket_as(None, f"tournaments/{cup.public_id}") as socket:
        assert "No one has entered yet." in await socket.receive_from()
        for person in who:
            await in_thread(services.enter, cup, person)
        while "Dan" not in await socket.receive_from():
            pass
    cup = await in_thread(laid, "swiss", who, rounds=2)
    async with await socket_as(who[0], f"tournaments/{cup.public_id}") as socket:
        pushed = await socket.receive_from()
        assert "Round 1, table" in pushed
        assert ">You<" in pushed
        await in_thread(play_round, cup)
        while "Standings after round 1" not in (pushed := await socket.receive_from()):
            pass
        assert "Round 2, table" in pushed


async def test_a_page_of_a_round_stays_with_it_and_the_wall_with_the_latest() -> None:
    who = await in_thread(people, NAMES)
    cup = await in_thread(lambda: laid("swiss", who, done=1, rounds=3))
    for query, shown in (("?round=1", "Round 1"), ("?wall", "Round 2 of 3")):
        async with await socket_as(None, f"tournaments/{cup.public_id}/{query}") as socket:
            pushed = await socket.receive_from()
            assert shown in pushed
            assert ('id="wall"' in pushed) == (query == "?wall")


async def test_a_challenge_appears_on_the_page_of_who_is_challenged() -> None:
    cup = await in_thread(lambda: laid("ladder", people(NAMES)))
    order = await in_thread(lambda: [(entry.pk, entry.players.get().person) for entry in cup.entries.order_by("place")])
    async with await socket_as(order[0][1], f"tournaments/{cup.public_id}") as socket:
        assert "Give up your place" not in await socket.receive_from()
        await in_thread(services.challenge, cup, order[1][1], order[0][0])
        pushed = await socket.receive_from()
        assert "Give up your place" in pushed
        assert "hx-post" in pushed


async def test_nothing_more_reaches_the_page_of_who_is_no_member() -> None:
    club, cup, who = await in_thread(of_a_club)
    async with await socket_as(who[3], f"tournaments/{cup.public_id}") as socket:
        assert 'id="next"' in await socket.receive_from()
        await in_thread(clubs.remove_member, club, who[0], await in_thread(place, club, who[3]))
        await in_thread(play_round, cup)
        assert await close_code(socket) == ("", UNKNOWN_PERSON)


@pytest.mark.parametrize("who", [None, "sam", "dan"])
async def test_outsiders_open_no_socket_of_a_private_clubs_tournament(who: str | None) -> None:
    club, cup, members = await in_thread(of_a_club)
    await in_thread(clubs.leave_club, club, members[3])
    person = (await in_thread(people, who))[0] if who else None
    for name in (cup.public_id, "none"):
        socket = await socket_as(person, f"tournaments/{name}")
        await socket.connect()
        assert await close_code(socket) == ("", UNKNOWN_PERSON)


async def test_a_push_tells_nothing_of_a_round_that_others_play() -> None:
    cup = await in_thread(lambda: laid("duplicate", people(NAMES), rounds=2))
    async with await socket_as(None, f"tournaments/{cup.public_id}") as socket:
        await socket.receive_from()
        await in_thread(play_round, cup, 1)
        await in_thread(services.adjourn, cup, (await in_thread(people, "Ann"))[0], (await in_thread(first, cup)).pk)
        pushed = await socket.receive_from()
        assert "finished" in pushed
        assert not any(sign in pushed for sign in ("1 – 0", "0 – 1", "100%"))


def first(cup: Tournament) -> Match:
    found: Match = undecided(cup)[0]
    return found


def test_what_all_pages_show_alike_is_made_once_and_each_marks_its_own() -> None:
    ann, bob, cleo, dan = people(NAMES)
    cup = entered("swiss", ann, bob, cleo, dan, rounds=2)
    Person.objects.filter(pk=bob.pk).update(display_name='x" data-one="1')
    seen = [(who, find_tournament(who, cup.public_id)) for who in (ann, bob, None)]
    shown = [Shown(each, who) for who, each in seen if each]
    pages: MadeOnce[int, tuple[Field, SafeString]] = MadeOnce()
    counted = []

    def read() -> tuple[Field, SafeString]:
        counted.append(cup.pk)
        return made(shown[0])

    texts = []
    for each in shown:
        field, parts = pages.get(cup.pk, 1.0, read)
        texts.append(marked(field, each, parts))
    assert len(counted) == 1
    assert [text.count("data-mine") for text in texts] == [1, 1, 0]
    pages.get(cup.pk, float("inf"), read)
    assert len(counted) == 2
