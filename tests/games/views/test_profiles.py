"""Profiles, search, and statistics: what each viewer sees of whose games."""

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.conf import settings as site
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pytest_django import Settings

from accounts.models import Person
from accounts.services import create_guest
from casino.clock import today
from games import bots, services
from games.analysis.models import GameAnalysis
from games.contexts.lobby import MAX_ROWS
from games.deals.models import Attempt, SharedDeal
from games.domain.presets import PRESETS
from games.models import Game, RatingChange, Seat, SeatResult
from games.presenters.analysis import TurnEvaluation
from games.presenters.statistics import BestRound
from games.views import result_lists
from games.views.player_results import best_round, own_games
from tests.games.computers import fresh
from tests.games.rounds import after_round_one, state_of
from tests.games.tables import person
from tests.games.viewers import Page, browser_of

pytestmark = pytest.mark.django_db

MAX_PROFILE_QUERIES = 17
MAX_SEARCH_QUERIES = 9
MAX_STATISTICS_QUERIES = 7


@pytest.fixture
def cleo(db: None) -> Person:
    return person("Cleo")


COUNTED = "turns cards spades sweeps big_casinos big_casinos_lost".split()
USUAL: dict[str, Any] = dict.fromkeys(COUNTED, 1) | {"points": 21, "opponent_points": 15, "rounds": 2}


def played(*people: Person | str, outcome: str = "won", public: bool = True, ago: int = 0, **fields: Any) -> Game:
    """Store a finished game as lists and statistics see it; the first has this result. A text is a computer's level."""
    fields = USUAL | {"preset": "casino", "rated": False, "finished": timezone.now() - timedelta(minutes=ago)} | fields
    row = {"preset": fields["preset"], "options": {}, "seed": b"", "status": "over"}
    game = Game.objects.create(seats=len(people), totals=[21, 15, 4], **row)
    other = {"won": "lost", "lost": "won"}.get(outcome, outcome)
    levels = [who for who in people if isinstance(who, str)]
    alone = levels[0] if len(levels) == len(people) - 1 else ""
    for number, who in enumerate(people, start=1):
        if isinstance(who, str):
            Seat.objects.create(game=game, number=number, name=bots.NAMES[who][0], bot=who)
            continue
        Seat.objects.create(game=game, number=number, name=str(who), person=who)
        own = {"side": number - 1, "level": alone, "outcome": outcome if number == 1 else other}
        SeatResult.objects.create(game=game, number=number, person=who, public=public, **own | fields)
    return game


def browser(who: Person | None = None) -> Client:
    client = Client()
    if who:
        client.force_login(who)
    return client


def look(name: str, *arguments: str, viewer: Person | None = None, **query: Any) -> Page:
    answer = browser(viewer).get(reverse(f"games:{name}", args=arguments), query)
    assert answer.status_code == 200
    return Page(answer)


def shows(page: Page, game: Game) -> bool:
    return f"/g/{game.public_id}/" in page.html


def queries(name: str, *arguments: str, viewer: Person | None = None, **query: Any) -> int:
    client = browser(viewer)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(reverse(f"games:{name}", args=arguments), query).status_code == 200
    return len(asked)


# --- the profile --------------------------------------------------------------------------------------------------


def test_a_profile_without_games_says_so(ann: Person) -> None:
    assert "No games to show yet." in look("profile", "ann").text
    assert "No rated games yet." in look("profile", "ann").text
    assert "Your results appear here" in look("profile", "ann", viewer=ann).text


def test_who_has_no_account_reads_that_following_needs_one_and_comes_back(ann: Person, bob: Person) -> None:
    for client, needs in ((Client(), True), (browser_of(create_guest()), True), (browser_of(bob), False)):
        page = Page(client.get("/people/ann/"))
        assert page.html.count('href="/account/signup/?next=/people/ann/"') == 2 * needs
        assert ("Follow" in page.buttons) != needs
    assert "Follow" not in Page(browser_of(ann).get("/people/ann/")).text


def test_strangers_see_public_games_and_players_see_their_own(ann: Person, bob: Person, cleo: Person) -> None:
    public, private = played(ann, bob), played(ann, bob, public=False)
    for viewer in (None, cleo):
        page = look("profile", "ann", viewer=viewer)
        assert shows(page, public)
        assert not shows(page, private)
        assert "1 0 0 100" in page.text
    for viewer in (ann, bob):
        page = look("profile", "ann", viewer=viewer)
        assert shows(page, private)
        assert "2 0 0 100" in page.text


def test_games_against_the_computer_are_counted_by_level_and_not_linked(ann: Person, bob: Person) -> None:
    game = played(ann, "steady", public=False, outcome="lost")
    page = look("profile", "ann", viewer=bob)
    assert "Against computers" in page.text
    assert "steady 0 0 1 0" in page.text
    assert not shows(page, game)
    assert shows(look("profile", "ann", viewer=ann), game)


@pytest.mark.parametrize("day", [0, -1])
def test_games_with_the_cards_of_others_do_not_count_for_strangers(ann: Person, bob: Person, day: int) -> None:
    game = played(ann, "steady", public=False)
    deal = SharedDeal.objects.create(
        day=today() + timedelta(days=day), seed=b"", commitment="", preset="casino", options={}, level="steady"
    )
    Attempt.objects.create(deal=deal, game=game, finished=timezone.now(), margin=6, ranked=True)
    page = look("profile", "ann", viewer=bob)
    assert not shows(page, game)
    assert "Against computers" not in page.text
    assert "steady 1 0 0 100" in look("profile", "ann", viewer=ann).text


def test_it_counts_streaks_best_games_and_the_viewer(ann: Person, bob: Person, cleo: Person) -> None:
    for ago, outcome in enumerate(("won", "won", "lost", "won", "won", "won")):
        played(ann, bob, outcome=outcome, ago=ago)
    best = played(ann, cleo, ago=9, points=25, opponent_points=3, sweeps=4)
    played(ann, bob, outcome="void", ago=10)
    page = look("profile", "ann", viewer=bob)
    assert "won in a row 2 longest winning streak 4" in page.text
    assert "Biggest win Casino 25–3" in page.text
    assert "Most sweeps Casino 4" in page.text
    assert shows(page, best)
    assert "You against Ann 1–5" in page.text
    assert "You against" not in look("profile", "ann").text


def test_the_collection_is_computed_from_the_games(ann: Person, bob: Person) -> None:
    played(ann, "beginner", outcome="won", preset="casino", ago=3)
    played(ann, "easy", outcome="lost", preset="royal", ago=2)
    played(ann, bob, outcome="won", preset="royal", ago=1)
    text = look("profile", "ann", viewer=ann).text
    assert "Pip beaten Hattie not yet Kit not yet" in text
    tried = f"ways to play tried 2 of {len(PRESETS)} ways to play won 2 of {len(PRESETS)}"
    assert f"{tried} longest winning streak 1" in text
    assert "points in the best round" not in text


def test_the_best_round_is_that_of_the_log_without_rounds_undone() -> None:
    ann, _ = after_round_one()
    game, person = fresh(ann.game), Seat.objects.get(game=ann.game, number=1).person
    assert person
    services.resign(Seat.objects.get(game=game, number=2), game.seq)
    games = own_games(person)
    points = state_of(game).sheets[0].points[0]["total"]
    assert best_round(person, games) == BestRound(points, game.public_id)
    assert best_round(person, [game._replace(linked=False) for game in games]) is None


def test_partners_do_not_play_against_each_other(ann: Person, bob: Person) -> None:
    played(ann, bob, side=0)
    assert "You against" not in look("profile", "ann", viewer=bob).text


def test_the_rating_is_drawn_over_the_rated_games(ann: Person, bob: Person) -> None:
    ann.ratings.create(family="casino", mu=27.0, sigma=5.0, games=2)
    for before, after in ((25.0, 26.0), (26.0, 27.0)):
        skills = {"mu_before": before, "sigma_before": 8.0, "mu_after": after, "sigma_after": 7.0}
        RatingChange.objects.create(
            game=played(ann, bob), number=1, person=ann, family="casino", side=0, place=1, **skills
        )
    html = look("profile", "ann").html
    assert 'aria-label="Rating: started at 1500, now 1580; highest 1580, lowest 1500."' in html
    assert 'd="M0 190 h2 L500 100 L1000 10"' in html
    assert look("profile", "ann", rating="no such game").html.count("<figure") == 1


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"result": "lost"}, [1]),
        ({"rated": "yes"}, [2]),
        ({"rated": "no"}, [0, 1, 3]),
        ({"game": "royal"}, [3]),
        ({"opponent": "cleo"}, [1]),
        ({"opponent": "c%"}, []),
        ({"opponent": "_leo"}, []),
        ({"opponent": "ann"}, []),
        ({"sweeps": "5"}, [3]),
        ({"cards": "31"}, [2]),
        ({"rounds": "3"}, [0]),
        ({"short": "2"}, [1, 2, 3]),
        ({"since": "2026-03-01"}, [0, 1, 2]),
        ({"until": "2026-02-28"}, [3]),
        ({"since": "2026-02-28", "until": "2026-02-28"}, [3]),
        (
            {"result": "nothing", "rated": "x", "game": "chess", "since": "soon", "sweeps": "-1", "cards": "²"},
            [0, 1, 2, 3],
        ),
        ({"since": "0001-01-01", "until": "9999-12-31"}, [0, 1, 2, 3]),
    ],
)
def test_games_are_filtered(ann: Person, bob: Person, cleo: Person, query: dict[str, Any], expected: list[int]) -> None:
    february = timezone.make_aware(datetime(2026, 2, 28, 23, 59))  # noqa: DTZ001  made aware
    march = february + timedelta(minutes=1)
    games = [
        played(ann, bob, rounds=3, finished=march),
        played(ann, cleo, outcome="lost", finished=march),
        played(ann, bob, rated=True, cards=40, finished=march),
        played(ann, bob, sweeps=5, preset="royal", finished=february),
    ]
    page = look("profile", "ann", **query)
    html = page.html[page.html.index('id="games"') :]
    assert [number for number, game in enumerate(games) if f"/g/{game.public_id}/" in html] == expected


def test_pages_follow_each_other_without_gaps_or_repeats(ann: Person, bob: Person) -> None:
    moment = timezone.now()
    games = [played(ann, bob, finished=moment - timedelta(minutes=number // 7)) for number in range(2 * MAX_ROWS + 5)]
    after, pages = "", []
    while True:
        page = look("profile", "ann", opponent="Bob", after=after)
        part = page.html[page.html.index('id="games"') :]
        pages.append([game.pk for game in games if f"/g/{game.public_id}/" in part])
        if "Older games" not in page.text:
            break
        after = page.html.split("after=")[1].split("#")[0]
    assert [len(part) for part in pages] == [MAX_ROWS, MAX_ROWS, 5]
    assert sorted(pk for part in pages for pk in part) == [game.pk for game in games]


def test_a_page_goes_through_a_bounded_number_of_games(
    ann: Person, bob: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(result_lists, "WINDOW", 10)
    wanted = played(ann, bob, ago=100, sweeps=9)
    for ago in range(12):
        played(ann, bob, ago=ago)
    page = look("profile", "ann", sweeps="9")
    assert "None of the games searched so far match" in page.text
    after = page.html.split("after=")[1].split("#")[0]
    later = look("profile", "ann", sweeps="9", after=after)
    assert shows(later, wanted)
    assert "Older games" not in later.text


@pytest.mark.parametrize("after", ["x", "1", "1-", "9" * 40 + "-1", "1-²", "-", "1-2-3"])
def test_a_forged_page_mark_is_the_first_page(ann: Person, bob: Person, after: str) -> None:
    game = played(ann, bob)
    assert shows(look("profile", "ann", after=after), game)


@pytest.mark.parametrize("count", [3, 40])
def test_the_queries_of_a_profile_are_bounded(ann: Person, bob: Person, count: int) -> None:
    for ago in range(count):
        played(ann, bob, ago=ago)
        played(ann, "steady", ago=ago)
    assert queries("profile", "ann", viewer=bob) <= MAX_PROFILE_QUERIES
    assert queries("profile", "ann", viewer=ann, opponent="Bob", sweeps="1") <= MAX_PROFILE_QUERIES
    assert queries("search", viewer=bob, q="ann") <= MAX_SEARCH_QUERIES
    assert queries("search", sweeps="1", opponent="Bob") <= MAX_SEARCH_QUERIES
    assert queries("my_statistics", viewer=ann) <= MAX_STATISTICS_QUERIES


# --- search -------------------------------------------------------------------------------------------------------


def test_players_are_found_by_the_beginning_of_a_name(ann: Person, bob: Person) -> None:
    anton = person("Anton")
    Person.objects.filter(pk=anton.pk).update(is_active=False)
    guest = Person.objects.create(username="guest-1", display_name="Anna", is_guest=True)
    page = look("search", q="AN")
    assert "/people/ann/" in page.html
    assert not [name for name in ("anton", "guest-1", "bob") if f"/people/{name}/" in page.html]
    assert str(guest) not in page.text
    assert "No player’s name begins with" in look("search", q="zoe").text


@pytest.mark.parametrize(
    "text", ["%", "_", "a%", "\\", "'", '"><script>', "\0", "an\0n", "\u202e", "ﷺ" * 40, "a" * 100_000, "💩", "-" * 900]
)
def test_odd_text_finds_nothing_and_breaks_nothing(ann: Person, bob: Person, text: str) -> None:
    played(ann, bob)
    page = look("search", q=text, opponent=text, sweeps=text, since=text, after=text)
    assert '"><script>' not in page.html
    assert "/people/bob/" not in page.html


def test_games_of_a_player_are_those_that_the_viewer_may_see(ann: Person, bob: Person, cleo: Person) -> None:
    public, private = played(ann, bob), played(ann, bob, public=False)
    for viewer, seen in ((None, False), (cleo, False), (bob, True)):
        page = look("search", q="Ann", viewer=viewer)
        assert shows(page, public)
        assert shows(page, private) == seen


def test_games_of_everyone_are_listed_once_and_only_public_ones(ann: Person, bob: Person) -> None:
    public, private = played(ann, bob), played(ann, bob, public=False)
    page = look("search", viewer=ann, sweeps="1")
    assert page.html.count(f"/g/{public.public_id}/") == 1
    assert not shows(page, private)
    assert not shows(look("search", game="royal"), public)
    assert shows(look("search", game="casino"), public)


def test_a_name_that_several_have_begun_asks_to_choose(ann: Person) -> None:
    played(ann, person("Annika"))
    assert "Choose a player" in look("search", q="an").text
    assert "Games of Annika" in look("search", q="anni").text
    assert "Games of Ann " in look("search", q="ann").text + " "


def test_search_is_limited(ann: Person, settings: Settings) -> None:
    settings.LIMITS = site.LIMITS | {"search": "2/hour"}
    client = browser(ann)
    assert [client.get(reverse("games:search")).status_code for _ in range(3)] == [200, 200, 429]


# --- one's own statistics -----------------------------------------------------------------------------------------


def test_statistics_without_games_say_so(ann: Person) -> None:
    assert "Your statistics appear here" in look("my_statistics", viewer=ann).text


def test_statistics_count_all_games_of_the_user_and_no_others(ann: Person, bob: Person) -> None:
    played(ann, bob, points=10, opponent_points=6, rounds=2, public=False)
    played(ann, "steady", points=20, opponent_points=11, rounds=4, outcome="lost", sweeps=2, public=False)
    played(ann, bob, outcome="void", points=99)
    page = look("my_statistics", viewer=ann)
    assert "2 games 50% won 5.0 points per round best opponent 2.8 1.5 sweeps per game 2 big casinos" in rearranged(
        page
    )
    assert "Casino 2 50 5.0 2.8 1.5 2 2" in page.text
    against = look("my_statistics", viewer=ann, against="people")
    assert "Casino 1 100 5.0 3.0 1.0 1 1" in against.text
    assert "steady" not in against.text
    assert "Casino 1 0 5.0 2.8 2.0 1 1" in look("my_statistics", viewer=ann, against="computers").text


def rearranged(page: Page) -> str:
    """Return the tiles with each figure before its name, as they are shown."""
    start, end = page.html.index('<dl class="tiles">'), page.html.index("</dl>")
    words = []
    for tile in page.html[start:end].split("<div>")[1:]:
        name, figure = tile.split("</dt>")
        words += [plain(figure), plain(name)]
    return " ".join(words)


def plain(html: str) -> str:
    text = Page(type("Answer", (), {"content": html.encode(), "status_code": 200})).text
    return " ".join(text.split())


def test_figures_over_time_are_drawn_from_the_second_month_on(ann: Person, bob: Person) -> None:
    played(ann, bob)
    assert "by month" not in look("my_statistics", viewer=ann).text
    played(ann, bob, ago=60 * 24 * 45, points=4, outcome="lost")
    page = look("my_statistics", viewer=ann)
    assert page.html.count("<figure") == 2
    assert "Your points per round: 2.0 in" in page.html


def test_missed_opportunities_are_those_of_finished_analyses(ann: Person, bob: Person) -> None:
    turn = TurnEvaluation(0, 1, "", "", 0.0, 0.0, 0.0, opportunities=("sweep",), taken=())
    for who, status in ((ann, "done"), (ann, "working"), (bob, "done")):
        evaluations = [turn._asdict()] * 2
        GameAnalysis.objects.create(
            game=played(who, "steady"), seat=1, person=who, status=status, evaluations=evaluations
        )
    page = look("my_statistics", viewer=ann)
    assert "Sweeps 0 2" in page.text
    assert "From your latest analyzed game." in page.text
