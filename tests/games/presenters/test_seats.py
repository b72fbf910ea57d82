"""Last captures on the piles, and scores as peg boards."""

import gzip
import re
from itertools import chain, combinations
from math import dist
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from games.bots import LEVELS, NAMES
from games.domain import events
from games.domain.cards import Card
from games.domain.notation import read_cards
from games.domain.perspective import RedactedPack
from games.presenters.portraits import (
    CHARACTERS,
    DISCS,
    DOORS,
    NEUTRAL,
    SUITS,
    PlayerFace,
    Portrait,
    computer_portrait,
    opponent,
    person_portrait,
)
from games.presenters.seats import MOST_HOLES, LastCapture, last_captures, peg_bar

TAKE = events.CardsCaptured(1, read_cards("9S"), read_cards("5H 4D"), ())
ANSWER = events.CardsCaptured(2, read_cards("8C"), (), (read_cards("6H 2S"),))
TRAIL = events.CardTrailed(1, Card("KS"))


def test_each_seat_has_its_last_capture_with_the_card_that_took_it() -> None:
    captures = last_captures([TAKE, ANSWER], viewer=1)
    assert captures[1] == LastCapture(read_cards("5H 4D 9S"), just=False)
    assert captures[2] == LastCapture(read_cards("6H 2S 8C"), just=True)


def test_a_capture_is_no_longer_new_when_the_viewer_has_played() -> None:
    assert not last_captures([ANSWER, TRAIL], viewer=1)[2].just


def test_for_a_spectator_only_the_last_play_is_new() -> None:
    captures = last_captures([TAKE, ANSWER], viewer=0)
    assert [captures[seat].just for seat in (1, 2)] == [False, True]


def test_a_round_begins_without_captures() -> None:
    assert last_captures([TAKE, RedactedPack(2, 1)], viewer=1) == {}


@pytest.mark.parametrize(
    ("total", "target", "new", "expected"),
    [(9, 21, 0, (21, 9, 0)), (16, 21, 8, (21, 8, 8)), (25, 21, 0, (21, 21, 0)), (-10, 100, 0, (25, 0, 0))],
)
def test_a_peg_for_each_point(total: int, target: int, new: int, expected: tuple[int, int, int]) -> None:
    bar = peg_bar(total, target, new)
    assert bar
    assert (bar.holes, bar.has, bar.new) == expected


@pytest.mark.parametrize("target", [5, 21, 61, 100, 251])
def test_a_bar_is_full_at_the_target_and_never_before(target: int) -> None:
    full, nearly = peg_bar(target, target), peg_bar(target - 1, target)
    assert full
    assert nearly
    assert full.has == full.holes <= MOST_HOLES
    assert nearly.has < full.holes


def test_pegs_are_drawn_as_dots_of_one_line() -> None:
    bar = peg_bar(3, 21, 1)
    assert bar
    assert (bar.width, bar.pegs, bar.new_pegs) == (252, "M6 6h12", "M30 6h.01")


def test_without_a_target_there_is_no_bar() -> None:
    assert peg_bar(3, 0) is None


# --- portraits -------------------------------------------------------------------------------------------------------


MAX_FILE = 6144
"""Bytes of the file of all portraits, compressed."""

MIN_CONTRAST = 4.5


def drawings() -> str:
    return Path(str(finders.find("portraits.svg"))).read_text(encoding="utf-8")


def symbols() -> set[str]:
    return set(re.findall(r'<symbol id="([\w-]+)" viewBox="[-\d ]+">', drawings()))


def drawn(portrait: Portrait, **options: bool) -> str:
    return render_to_string("games/seats/_portrait.html", {"seat": PlayerFace("", portrait), **options})


# --- computer players ------------------------------------------------------------------------------------------------


def test_every_level_has_a_character_and_names_of_its_own() -> None:
    assert set(CHARACTERS) == set(NAMES) == set(LEVELS)
    assert len({character.symbol for character in CHARACTERS.values()}) == len(LEVELS)
    assert {character.symbol for character in CHARACTERS.values()} <= symbols()
    assert sorted(chain(*DOORS)) == sorted(LEVELS)
    names = list(chain(*NAMES.values()))
    assert len(set(names)) == len(names)


def test_a_table_never_has_more_seats_than_a_level_has_names() -> None:
    assert {len(names) for names in NAMES.values()} == {6}


def test_the_portraits_are_a_small_file_without_styles_and_references() -> None:
    assert len(gzip.compress(drawings().encode())) <= MAX_FILE
    assert not re.search(r"style|url\(|data:|href=\"[^#]", drawings())


@pytest.mark.parametrize("level", LEVELS)
def test_the_players_of_a_level_have_a_face_each(level: str) -> None:
    faces = [computer_portrait(level, name) for name in NAMES[level]]
    assert len({face.symbol for face in faces}) == len({face.description for face in faces}) == len(NAMES[level])
    assert {face.symbol for face in faces} <= symbols()
    assert all(face.symbol.startswith(CHARACTERS[level].symbol) for face in faces)


@pytest.mark.parametrize("level", LEVELS)
def test_the_players_of_a_level_sit_before_cloths_of_different_colors(level: str) -> None:
    cloths = dict(re.findall(r'<symbol id="([\w-]+)"[^>]*><use href="#ground" color="#(\w+)"', drawings()))
    colors = [bytes.fromhex(cloths[computer_portrait(level, name).symbol]) for name in NAMES[level]]
    assert min(dist(*pair) for pair in combinations(colors, 2)) > 50  # as red, green and blue, up to 255 each


@pytest.mark.parametrize("level", LEVELS)
def test_the_first_players_of_a_level_have_lighter_or_darker_fur(level: str) -> None:
    """So they differ where a hat is only some pixels, and for whoever sees no colors."""
    furs = dict(re.findall(r'<symbol id="([\w-]+)".*?-head" color="#(\w+)"', drawings()))
    shades = [sum(bytes.fromhex(furs[computer_portrait(level, name).symbol])) / 3 for name in NAMES[level][:3]]
    assert min(abs(one - other) for one, other in combinations(shades, 2)) > 25  # of 255


def test_players_of_one_name_have_a_face_each_too() -> None:
    """As in games from before the computers had names of their own."""
    faces = [computer_portrait("steady", name) for name in ("Otto", "Otto 2", "Otto 3", "Otto 7", "Olive 6")]
    assert [face.symbol for face in faces] == ["otter", "otter-hat", "otter-cap", "otter", "otter"]
    assert faces[1].description == "Otto 2, an otter in a sun hat, played by the computer"


def test_a_computer_player_says_so() -> None:
    otto = computer_portrait("steady", "Otto")
    assert otto.computer
    assert 'role="img" aria-label="Otto, an otter in a dinner jacket, played by the computer"' in drawn(otto)
    assert re.search(r'<use href="/static/portraits\.svg\?v=\w+#otter"/>', drawn(otto))


def test_beside_its_name_a_portrait_is_not_read_out() -> None:
    assert 'aria-hidden="true"' in drawn(computer_portrait("steady", "Otto"), decorative=True)
    assert 'aria-hidden="true"' in drawn(person_portrait("Ann", 1))


def test_the_opponents_to_choose_have_a_manner_each() -> None:
    offered = [opponent(level) for level in NAMES]
    assert [opponent.name for opponent in offered] == ["Pip", "Hattie", "Kit", "Cleo", "Otto", "Ada", "Magnus"]
    assert len({opponent.manner for opponent in offered}) == len(offered)
    assert len({opponent.likeness for opponent in offered}) == len(offered)


# --- people ----------------------------------------------------------------------------------------------------------


def test_a_persons_portrait_depends_on_the_id_and_the_initial_alone() -> None:
    assert person_portrait("Ann", 7) == person_portrait("Anton", 7)
    assert person_portrait("Ann", 7) != person_portrait("Ann", 8)
    assert not person_portrait("Ann", 7).computer


def test_people_who_come_one_after_the_other_look_different() -> None:
    count = len(DISCS) * len(SUITS)
    looks = {(portrait.disc, portrait.symbol) for portrait in (person_portrait("A", pk) for pk in range(count))}
    assert len(looks) == count
    assert {f"on-{suit}" for suit in SUITS} <= symbols()


def test_who_has_left_is_gray() -> None:
    assert person_portrait("A former player").disc == NEUTRAL


@pytest.mark.parametrize(
    ("name", "initial"),
    [("quinn", "Q"), ("“Émile”", "É"), ("7up", "7"), ("さくら", "さ"), ("ßeta", "S"), ("❤️", ""), ("", "")],
)
def test_the_initial_is_the_first_letter_or_digit(name: str, initial: str) -> None:
    assert person_portrait(name, 1).initial == initial


def test_a_name_cannot_break_out_of_the_portrait() -> None:
    assert "<script" not in drawn(Portrait("on-club", initial="<script>"))


@pytest.mark.parametrize("disc", [*DISCS, NEUTRAL])
def test_every_initial_can_be_read_on_its_disc(disc: tuple[str, str]) -> None:
    darker, lighter = sorted(map(luminance, disc))
    assert (lighter + 0.05) / (darker + 0.05) >= MIN_CONTRAST


def luminance(color: str) -> float:
    """Return the relative luminance of a color like #1d5a43, as WCAG 2 defines it."""
    shares = (int(color[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
