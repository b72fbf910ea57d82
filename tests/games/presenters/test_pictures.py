"""The picture of a result: its texts fit, its points add up, and the winner comes first."""

from collections.abc import Sequence
from datetime import date
from random import Random

import pytest

from games.domain.perspective import SPECTATOR, Perspective, perspective_of
from games.domain.presets import resolve_rules
from games.presenters.pictures import DRAWABLE, MAX_NAME, ResultPicture, drawable_name, result_picture
from games.presenters.portraits import NEUTRAL, person_portrait
from tests.property.random_games import play_at_random

DAY = date(2026, 11, 22)


def finished(preset: str, names: Sequence[str], partners: bool = False) -> Perspective:
    """Return a game played at random to its end."""
    *_, last = play_at_random(resolve_rules(preset), preset, len(names), partners, Random(3))
    return perspective_of(last.after, SPECTATOR)._replace(players=tuple(names))


def picture(perspective: Perspective) -> ResultPicture:
    shown = result_picture(perspective, {}, DAY)
    assert shown is not None
    return shown


def test_two_sides_face_each_other_with_the_points_of_the_whole_game_between_them() -> None:
    perspective = finished("casino-sweeps", ["Ann", "Bob"])
    shown = picture(perspective)
    assert shown.duel
    assert [side.total for side in shown.sides] == list(perspective.totals)
    assert (sum(row.left for row in shown.rows), sum(row.right for row in shown.rows)) == perspective.totals
    assert [row.y for row in shown.rows] == sorted({row.y for row in shown.rows})
    winner = perspective.players[perspective.result.winners[0] - 1] if perspective.result else ""
    assert shown.title == f"{winner} won"
    assert [side.names[0].text for side in shown.sides if side.won] == [winner]


def test_partners_share_a_column() -> None:
    shown = picture(finished("casino", ["Ann", "Bob", "Cleo", "Dan"], partners=True))
    assert [[name.text for name in side.names] for side in shown.sides] == [["Ann", "Cleo"], ["Bob", "Dan"]]
    assert [len(side.faces) for side in shown.sides] == [2, 2]


def test_more_sides_stand_in_a_list_the_winner_first() -> None:
    perspective = finished("casino-sweeps", ["Ann", "Bob", "Cleo", "Dan"])
    shown = picture(perspective)
    assert not shown.duel
    assert [side.won for side in shown.sides] == [True, False, False, False]
    assert [side.total for side in shown.sides] == sorted(perspective.totals, reverse=True)
    assert [side.y for side in shown.sides] == sorted(side.y for side in shown.sides)
    assert "Aces" in shown.sides[0].points


def test_a_game_without_a_winner_says_so() -> None:
    perspective = finished("casino", ["Ann", "Bob"])
    assert perspective.result
    drawn = perspective._replace(result=perspective.result._replace(winners=()))
    assert picture(drawn).title == "No winner"


def test_before_the_end_there_is_no_picture() -> None:
    assert result_picture(finished("casino", ["Ann", "Bob"])._replace(result=None), {}, DAY) is None


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Zoë", "Zoë"),
        ("Łukasz", "Lukasz"),
        ("Nguyễn", "Nguyen"),
        ("Ａｎｎａ", "Anna"),
        ("さくら", "Seat 2"),
        ("Anna ❤", "Seat 2"),
        ("A" * 40, "A" * (MAX_NAME - 1) + "…"),
    ],
)
def test_a_name_is_drawn_in_letters_of_the_fonts(name: str, drawn: str) -> None:
    assert drawable_name(name, 2) == drawn


def test_every_text_of_the_picture_can_be_drawn() -> None:
    shown = picture(finished("casino", ["さくら", "❤️"]))
    texts = [shown.title, shown.game, shown.day, shown.reason, *(row.label for row in shown.rows)]
    texts += [name.text for side in shown.sides for name in side.names]
    texts += [face.portrait.initial for side in shown.sides for face in side.faces]
    assert DRAWABLE.issuperset("".join(texts))


def test_a_portrait_keeps_its_colors_when_the_initial_cannot_be_drawn() -> None:
    sakura = person_portrait("さくら", 5)
    shown = result_picture(finished("casino", ["さくら", "Bob"]), {1: sakura}, DAY)
    assert shown is not None
    first, second = (side.faces[0].portrait for side in shown.sides)
    assert (first.disc, first.symbol, first.initial) == (sakura.disc, sakura.symbol, "S")
    assert second.disc == NEUTRAL
