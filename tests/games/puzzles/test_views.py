"""The pages of the puzzles: nothing of the solution before a try, then all of it."""

import re
from collections.abc import Iterator
from html import escape, unescape
from urllib.parse import quote

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from casino.clock import today
from games.domain.move_generation import legal_moves
from games.domain.notation import write_move
from games.puzzles.answers import answer_queue, answer_to, view_of
from games.puzzles.catalog import all_puzzles
from games.puzzles.models import PuzzleAttempt
from games.puzzles.services import daily_number
from tests.games.tables import person
from tests.games.timed import Passing, standing_time
from tests.sessions import session_of

pytestmark = pytest.mark.django_db

NUMBER = 2
QUERIES = 5
"""Session, person, rating, tries, and the number of games that wait."""


@pytest.fixture(autouse=True)
def time() -> Iterator[Passing]:
    with standing_time() as passing:
        yield passing


@pytest.fixture(params=["guest", "member"])
def browser(request: pytest.FixtureRequest) -> Client:
    client = Client()
    if request.param == "member":
        client.cookies["sessionid"] = session_of(person("Ann"))
    return client


def solution(number: int = NUMBER) -> str:
    return all_puzzles()[number - 1].solution_text


def wrong_move(number: int = NUMBER) -> str:
    puzzle = all_puzzles()[number - 1]
    moves = sorted(map(write_move, legal_moves(view_of(puzzle, "").position())))
    return next(move for move in moves if move != puzzle.solution_text)


def text(client: Client, query: str = "", number: int = NUMBER, **headers: str) -> str:
    """Return the page without its form tokens, which differ each time, and without its own address."""
    page = client.get(f"/puzzles/{number}/{query}", headers=headers).content.decode()
    page = re.sub(r'name="csrfmiddlewaretoken" value="\w+"|"X-CSRFToken": "\w+"', "", page)
    return unescape(re.sub(r'next=[^"]+|name="next" value="[^"]+"', "", page))


def cards_of(page: str) -> list[set[str]]:
    """The cards of the first move in each line of play."""
    lines = re.findall(r'<ol class="line">.*?</li>', page, re.DOTALL)
    return [set(re.findall(r'data-card="(\w+)"', line)) for line in lines]


def cards_in(move: str) -> set[str]:
    return set(re.findall(r"[2-9TJQKA][SHDC]", move))


def answer(client: Client, move: str, number: int = NUMBER) -> str:
    return client.post(f"/puzzles/{number}/answer/", {"line": move}, follow=True).content.decode()


def test_before_a_try_no_address_shows_more_than_the_plain_page(browser: Client) -> None:
    for number in (NUMBER, daily_number(today())):
        plain = text(browser, number=number)
        assert solution(number) not in plain
        assert "best move:" not in plain
        for query in ("?solution=1", f"?move={escape(solution(number))}", f"?move={wrong_move(number)}"):
            assert text(browser, query, number) == plain
            fragment = text(browser, query, number, HX_Request="true")
            assert solution(number) not in fragment
            assert fragment == text(browser, "", number, HX_Request="true")


def test_the_page_of_all_shows_todays_position_and_then_how_it_went(browser: Client) -> None:
    number = daily_number(today())
    position = all_puzzles()[number - 1].position
    page = browser.get("/puzzles/").content.decode()
    assert set(re.findall(r'data-card="(\w\w)"', page)) >= {*position.hands[0], *position.table.loose}
    assert not set(re.findall(r'data-card="(\w\w)"', page)) & set(position.hands[1])
    assert "Find the one best move" in page
    answer(browser, solution(number), number)
    assert "Solved. See it again." in browser.get("/puzzles/").content.decode()


def test_the_puzzle_of_the_day_is_named_after_the_day_and_is_the_loud_button(browser: Client) -> None:
    number, other = daily_number(today()), daily_number(today()) % len(all_puzzles()) + 1
    index = browser.get("/puzzles/").content.decode()
    assert re.findall(r'class="button big"[^>]*>([^<]*)', index) == ["Find the one best move"]
    heading = re.search("<h1>(.*?)</h1>", browser.get(f"/puzzles/{number}/").content.decode())
    assert heading
    assert heading[1].startswith("Daily puzzle, ")
    assert f"<h1>Puzzle {other}</h1>" in browser.get(f"/puzzles/{other}/").content.decode()


def test_a_try_at_another_puzzle_opens_nothing(browser: Client) -> None:
    answer(browser, wrong_move())
    assert "best move:" in text(browser, "?solution=1")
    assert text(browser, "?solution=1", NUMBER + 1) == text(browser, "", NUMBER + 1)


def test_the_right_move_is_told_with_the_play_that_follows(browser: Client) -> None:
    page = answer(browser, solution())
    assert "That’s the best move" in page
    assert "Solved on the first try." in page
    assert "better off than any other move" in page


def test_a_wrong_move_costs_points_and_may_be_followed_by_another(browser: Client) -> None:
    page = answer(browser, wrong_move())
    assert "That’s not the best move." in page
    assert "worse off than the best move" in page
    assert "best move:" not in page
    assert cards_of(page) == [cards_in(wrong_move())]
    compared = text(browser, f"?solution=1&move={quote(wrong_move())}")
    assert cards_of(compared) == [cards_in(solution()), cards_in(wrong_move())]
    again = answer(browser, solution())
    assert "That’s the best move" in again
    assert "Not solved on the first try." in again


@pytest.mark.parametrize("move", ["", "nonsense", "KSxKH,QD", "x" * 5000])
def test_what_is_no_legal_move_counts_as_no_try(browser: Client, move: str) -> None:
    assert "That’s not a legal move." in answer(browser, move)
    assert text(browser, "?solution=1") == text(browser)


def test_yesterdays_look_at_it_does_not_open_todays_puzzle(browser: Client, time: Passing) -> None:
    time.passes(24 * 60 * 60)
    tomorrow = daily_number(today())
    time.passes(-24 * 60 * 60)
    answer(browser, wrong_move(tomorrow), tomorrow)
    assert "best move:" in text(browser, "?solution=1", tomorrow)
    time.passes(24 * 60 * 60)
    assert "best move:" not in text(browser, "?solution=1", tomorrow)


def test_every_move_of_some_puzzles_is_answered_with_its_cost() -> None:
    for number, puzzle in enumerate(all_puzzles()[:6], start=1):
        costs = {}
        for move in map(write_move, legal_moves(view_of(puzzle, "").position())):
            costs[move] = answer_to(number, move).cost
        assert costs.pop(puzzle.solution_text) == 0
        assert min(costs.values()) == puzzle.margin


def test_a_page_of_a_member_takes_few_queries(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    client, ann = Client(), person("Ann")
    client.cookies["sessionid"] = session_of(ann)
    PuzzleAttempt.objects.bulk_create(
        PuzzleAttempt(person=ann, puzzle=number, move="", solved=True) for number in range(1, 500)
    )
    text(client)
    for path in ("/puzzles/", f"/puzzles/{NUMBER}/?solution=1", "/puzzles/daily/"):
        with django_assert_max_num_queries(QUERIES):
            client.get(path)


def test_only_puzzles_that_exist_have_pages(client: Client) -> None:
    for number in (0, len(all_puzzles()) + 1, 10**9):
        assert client.get(f"/puzzles/{number}/").status_code == 404
        assert client.post(f"/puzzles/{number}/answer/", {"line": "AS"}).status_code == 404


def test_the_next_one_leads_to_a_puzzle_of_the_theme(client: Client) -> None:
    there = client.get("/puzzles/next/?theme=sum").headers["Location"]
    number = re.fullmatch(r"/puzzles/(\d+)/\?theme=sum", there)
    assert number
    assert "sum" in all_puzzles()[int(number[1]) - 1].themes
    assert client.get("/puzzles/next/?theme=nothing").headers["Location"].endswith("/")


def test_answers_are_limited_where_they_have_to_be_worked_out(browser: Client, settings: Settings) -> None:
    settings.LIMITS = settings.LIMITS | {"answer": "1/minute"}
    answer(browser, wrong_move())
    assert browser.get(f"/puzzles/{NUMBER}/", {"move": wrong_move()}).status_code == 200
    refused = browser.get(f"/puzzles/{NUMBER}/", {"move": solution()})
    assert (refused.status_code, "Too many requests" in refused.content.decode()) == (429, True)


def test_when_too_many_wait_for_answers_one_is_asked_to_come_back(
    browser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    browser.post(f"/puzzles/{NUMBER + 1}/answer/", {"line": wrong_move(NUMBER + 1)})
    monkeypatch.setattr(answer_queue, "timeout", 0.01)
    answer_to.cache_clear()
    with answer_queue.turn():
        busy = browser.get(f"/puzzles/{NUMBER + 1}/", {"move": solution(NUMBER + 1)})
    assert (busy.status_code, "Please wait 5 seconds." in busy.content.decode()) == (429, True)
    assert browser.get(f"/puzzles/{NUMBER + 1}/", {"move": solution(NUMBER + 1)}).status_code == 200
