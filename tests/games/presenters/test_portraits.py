"""Portraits: an animal for each level of computer players, a disc with an initial for people."""

import gzip
import re
from itertools import chain
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string

from games.bots import LEVELS, NAMES
from games.presenters.portraits import (
    CHARACTERS,
    DISCS,
    NEUTRAL,
    SUITS,
    PlayerFace,
    Portrait,
    computer_portrait,
    opponents,
    person_portrait,
)

MAX_FILE = 6144
"""Bytes of the file of all portraits, compressed."""

MIN_CONTRAST = 4.5


def drawings() -> str:
    return Path(str(finders.find("portraits.svg"))).read_text(encoding="utf-8")


def symbols() -> set[str]:
    return set(re.findall(r'<symbol id="([\w-]+)" viewBox="0 0 100 100">', drawings()))


def drawn(portrait: Portrait, **options: bool) -> str:
    return render_to_string("games/seats/_portrait.html", {"seat": PlayerFace("", portrait), **options})


# --- computer players ------------------------------------------------------------------------------------------------


def test_every_level_has_a_character_and_names_of_its_own() -> None:
    assert set(CHARACTERS) == set(NAMES) == set(LEVELS)
    assert len({character.symbol for character in CHARACTERS.values()}) == len(LEVELS)
    assert {character.symbol for character in CHARACTERS.values()} <= symbols()
    names = list(chain(*NAMES.values()))
    assert len(set(names)) == len(names)


def test_a_table_never_has_more_seats_than_a_level_has_names() -> None:
    assert {len(names) for names in NAMES.values()} == {6}


def test_the_portraits_are_a_small_file_without_styles_and_references() -> None:
    assert len(gzip.compress(drawings().encode())) <= MAX_FILE
    assert not re.search(r"style|url\(|data:|href", drawings())


def test_a_computer_player_says_so() -> None:
    otto = computer_portrait("steady", "Otto")
    assert otto.computer
    assert 'role="img" aria-label="Otto, an otter in a dinner jacket, played by the computer"' in drawn(otto)
    assert re.search(r'<use href="/static/portraits\.svg\?v=\w+#otter"/>', drawn(otto))


def test_beside_its_name_a_portrait_is_not_read_out() -> None:
    assert 'aria-hidden="true"' in drawn(computer_portrait("steady", "Otto"), decorative=True)
    assert 'aria-hidden="true"' in drawn(person_portrait("Ann", 1))


def test_the_opponents_to_choose_have_a_manner_each() -> None:
    offered = opponents((level, names[0]) for level, names in NAMES.items())
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
