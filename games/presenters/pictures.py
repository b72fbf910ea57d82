"""The pictures of pages and results, to share. Everything on them has its place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from unicodedata import category, normalize

from django.utils.formats import date_format
from django.utils.translation import gettext as _

from games.domain.cards import Card
from games.domain.perspective import Perspective

from .cards import card_views, join_with_and
from .catalogue import Seating
from .names import Names
from .portraits import Portrait, person_portrait
from .results import reason_words
from .rules import game_name
from .score_sheet import score_sheet

DRAWABLE = frozenset(map(chr, [*range(0x20, 0x7F), *range(0xC0, 0x100)])) | frozenset("¡¿ªº°·–—‘’“”…−")
"""The characters that the fonts of the picture have."""

PLAIN_LETTERS = str.maketrans({"Đ": "D", "đ": "d", "Ł": "L", "ł": "l", "ı": "i", "Œ": "Oe", "œ": "oe"})
"""Letters that the fonts lack and that are more than a letter with an accent."""

MAX_NAME = 24
"""Characters of a name that are drawn."""


@dataclass(frozen=True, slots=True)
class PictureName:
    """A name with its height and size."""

    text: str
    y: int
    size: int


@dataclass(frozen=True, slots=True)
class PictureFace:
    """A portrait by its upper left corner and its width."""

    x: int
    y: int
    width: int
    portrait: Portrait


@dataclass(frozen=True, slots=True)
class PictureSide:
    """A side: `x` is the middle of its column; in a list, `y` is the middle of its line."""

    x: int
    y: int
    faces: tuple[PictureFace, ...]
    names: tuple[PictureName, ...]
    total: int
    won: bool
    points: str = ""


@dataclass(frozen=True, slots=True)
class PictureRow:
    """One way to score, with the points of two sides in the whole game."""

    y: int
    label: str
    left: int
    right: int


@dataclass(frozen=True, slots=True)
class ResultPicture:
    """The picture: two sides face each other with `rows` between them; more sides stand in a list."""

    title: str
    game: str
    day: str
    reason: str
    sides: tuple[PictureSide, ...]
    rows: tuple[PictureRow, ...] = ()
    row_height: int = 0

    @property
    def duel(self) -> bool:
        return len(self.sides) == 2

    @property
    def title_size(self) -> int:
        return min(44, size_to_fit(self.title, 410)) if self.duel else min(54, size_to_fit(self.title, 1000))

    @property
    def reason_size(self) -> int:
        return min(20 if self.rows else 26, size_to_fit(self.reason, 410))

    @property
    def row_middle(self) -> int:
        """The baseline of a row's texts, from its top."""
        return self.row_height // 2 + 9


def result_picture(perspective: Perspective, portraits: Mapping[int, Portrait], day: date) -> ResultPicture | None:
    """The picture of a finished game, None before its end. `portraits` are by seat."""
    if perspective.result is None:
        return None
    names = {seat: drawable_name(name, seat) for seat, name in enumerate(perspective.players, start=1)}
    shown = perspective._replace(players=tuple(names.values()))
    points = _points(shown)
    rows = _rows(points) if len(shown.totals) == 2 else ()
    return ResultPicture(
        title=_title(shown),
        game=game_name(shown.preset),
        day=date_format(day, "DATE_FORMAT"),
        reason=reason_words(perspective.result.reason, perspective.result.winners, Names(shown)),
        sides=tuple(_duelist(shown, portraits, side, x) for side, x in enumerate(COLUMNS))
        if len(shown.totals) == 2
        else _standing(shown, portraits, points),
        rows=rows,
        row_height=_row_height(len(rows)),
    )


def drawable_name(name: str, seat: int) -> str:
    """The name in letters that the fonts have; the seat's number if that cannot be."""
    return drawable(name) or _("Seat %(number)s") % {"number": seat}


def drawable(name: str) -> str:
    """The name in letters that the fonts have; empty if that cannot be."""
    plain = "".join(letter if letter in DRAWABLE else _without_accents(letter) for letter in name)
    if not plain.strip() or not DRAWABLE.issuperset(plain):
        return ""
    return plain if len(plain) <= MAX_NAME else f"{plain[: MAX_NAME - 1].rstrip()}…"


def _without_accents(letter: str) -> str:
    parts = normalize("NFKD", letter.translate(PLAIN_LETTERS))
    return "".join(part for part in parts if category(part) != "Mn")


def _title(perspective: Perspective) -> str:
    winners = perspective.result.winners if perspective.result else ()
    if not winners:
        return _("No winner")
    players = map(Names(perspective).seat, winners)
    return _("%(players)s won") % {"players": join_with_and(players)}


# --- points --------------------------------------------------------------------------------------------------------

type Points = list[tuple[str, tuple[int, ...]]]
"""Ways to score, each with the points of every side in the whole game."""


def _points(perspective: Perspective) -> Points:
    sheets = [score_sheet(perspective.rules, 1, (), round_sheet.points) for round_sheet in perspective.sheets]
    sums: dict[str, tuple[int, ...]] = {}
    for row in (row for sheet in sheets for row in sheet.rows):
        before = sums.get(row.label, (0,) * len(row.points))
        sums[row.label] = tuple(map(sum, zip(before, row.points, strict=True)))
    # without the card that a label explains in parentheses: the fonts have no suits
    return [(label.partition(" (")[0], points) for label, points in sums.items() if any(points)]


# --- two sides -----------------------------------------------------------------------------------------------------

COLUMNS = (200, 1000)
"""The middle of each side's column."""

ROWS_TOP, ROWS_BOTTOM, MAX_ROW_HEIGHT, MAX_ROWS = 212, 528, 62, 9


def _row_height(count: int) -> int:
    return min(MAX_ROW_HEIGHT, (ROWS_BOTTOM - ROWS_TOP) // max(1, count))


def _rows(points: Points) -> tuple[PictureRow, ...]:
    shown = points[:MAX_ROWS]
    height = _row_height(len(shown))
    return tuple(PictureRow(ROWS_TOP + height * index, label, *sides) for index, (label, sides) in enumerate(shown))


def _duelist(perspective: Perspective, portraits: Mapping[int, Portrait], side: int, x: int) -> PictureSide:
    seats = _seats_of(perspective, side)
    width, step = (168, 168) if len(seats) == 1 else (124, 112)
    left = x - (width + step * (len(seats) - 1)) // 2
    texts = [perspective.players[seat - 1] for seat in seats]
    size = min(34 if len(seats) > 1 else 46, *(size_to_fit(text, 300) for text in texts))
    first = 378 if len(seats) == 1 else 348
    return PictureSide(
        x=x,
        y=0,
        faces=_faces(perspective, portraits, seats, left, 306 - width, width, step),
        names=tuple(PictureName(text, first + index * (size + 6), size) for index, text in enumerate(texts)),
        total=perspective.totals[side],
        won=_won(perspective, seats),
    )


# --- more sides ----------------------------------------------------------------------------------------------------

LIST_TOP, LIST_HEIGHT, MAX_LINE = 206, 366, 118


def _standing(perspective: Perspective, portraits: Mapping[int, Portrait], points: Points) -> tuple[PictureSide, ...]:
    """The sides, the highest total first; of two with the same total, the winner."""
    sides = range(len(perspective.totals))
    won = [_won(perspective, _seats_of(perspective, side)) for side in sides]
    ranked = sorted(sides, key=lambda side: (not won[side], -perspective.totals[side]))
    line = min(MAX_LINE, LIST_HEIGHT // len(ranked))
    return tuple(
        _list_line(perspective, portraits, points, side, LIST_TOP + line * place + line // 2, line - 14)
        for place, side in enumerate(ranked)
    )


def _list_line(
    perspective: Perspective, portraits: Mapping[int, Portrait], points: Points, side: int, y: int, width: int
) -> PictureSide:
    seats, step = _seats_of(perspective, side), round(width * 0.8)
    text = Names(perspective).side(side)
    details = " · ".join(f"{label} {scored[side]}" for label, scored in points if scored[side])
    return PictureSide(
        x=150 + width + step * (len(seats) - 1),
        y=y,
        faces=_faces(perspective, portraits, seats, 124, y - width // 2, width, step),
        names=(PictureName(text, y, min(36, width // 2 + 4, size_to_fit(text, 560))),),
        total=perspective.totals[side],
        won=_won(perspective, seats),
        points=details if len(details) <= 90 else "",
    )


# --- both ----------------------------------------------------------------------------------------------------------


def _seats_of(perspective: Perspective, side: int) -> tuple[int, ...]:
    return tuple(seat for seat in range(1, perspective.seats + 1) if perspective.side_of(seat) == side)


def _won(perspective: Perspective, seats: Sequence[int]) -> bool:
    return perspective.result is not None and seats[0] in perspective.result.winners


def _faces(
    perspective: Perspective,
    portraits: Mapping[int, Portrait],
    seats: Sequence[int],
    x: int,
    y: int,
    width: int,
    step: int,
) -> tuple[PictureFace, ...]:
    return tuple(
        PictureFace(x + step * index, y, width, _drawable_portrait(portraits.get(seat), perspective.players[seat - 1]))
        for index, seat in enumerate(seats)
    )


def _drawable_portrait(portrait: Portrait | None, name: str) -> Portrait:
    """The portrait, with the initial of the name as it is drawn where the fonts lack the person's own."""
    plain = person_portrait(name)
    if portrait is None:
        return plain
    return portrait if portrait.initial in DRAWABLE | {""} else replace(portrait, initial=plain.initial)


def size_to_fit(text: str, width: int) -> int:
    """The largest font size, in pixels, at which the text is no wider than this: letters are half as wide as
    high on average."""
    return int(width / (0.52 * len(text)))


# --- pages ---------------------------------------------------------------------------------------------------------


WIDTH, MIDDLE, GAP = 176, 600, 26
"""The width of a card on the table, the middle of the picture, and the space between two cards."""


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card by its upper left corner, its width, and its turn in degrees about its middle."""

    face: str
    x: int
    y: int
    width: int = WIDTH
    turn: int = 0

    @property
    def height(self) -> int:
        return self.width * 7 // 5

    @property
    def center(self) -> tuple[int, int]:
        return self.width // 2, self.height // 2


@dataclass(frozen=True, slots=True)
class CardPicture:
    """Cards on the felt, with two lines of text."""

    title: str
    subtitle: str
    cards: tuple[PlacedCard, ...]

    @property
    def faces(self) -> tuple[str, ...]:
        return tuple(card.face for card in self.cards)


@dataclass(frozen=True, slots=True)
class PlayerPicture:
    """A player's name and portrait, and a line for each of the best-known ratings."""

    name: str
    portrait: Portrait
    lines: tuple[tuple[str, str], ...]

    @property
    def name_size(self) -> int:
        return min(84, size_to_fit(self.name, 620))


SITE_TABLE = ("8h", "5s", "Qd")
SITE_HAND = (("As", -12), ("10d", -4), ("Kh", 4), ("2s", 12))


def site_picture() -> CardPicture:
    """The picture of the site: a table and a hand. It has no words but the name, so that it suits everyone."""
    table = (PlacedCard(face, 650 + 146 * index, 72, 128) for index, face in enumerate(SITE_TABLE))
    hand = (
        PlacedCard(face, 560 + 128 * index, 296 + abs(turn) * 2, 178, turn)
        for index, (face, turn) in enumerate(SITE_HAND)
    )
    return CardPicture("Casino", "", (*table, *hand))


def deal_picture(table: Sequence[Card], day: date) -> CardPicture:
    """The picture of a day's deal: only the cards that lie face up when everyone begins."""
    left = MIDDLE - (len(table) * (WIDTH + GAP) - GAP) // 2
    cards = (PlacedCard(card.face, left + index * (WIDTH + GAP), 276) for index, card in enumerate(card_views(table)))
    return CardPicture(_("Daily deal"), date_format(day, "DATE_FORMAT"), tuple(cards))


def player_picture(name: str, portrait: Portrait, lines: Sequence[tuple[str, str]]) -> PlayerPicture:
    shown = drawable(name) or _("Player")
    if portrait.initial not in DRAWABLE | {""}:
        portrait = replace(portrait, initial=person_portrait(shown).initial)
    return PlayerPicture(shown, portrait, tuple(lines))


def invitation_picture(name: str, portrait: Portrait, preset: str, seating: Seating) -> PlayerPicture:
    """The host's picture, with the game and its number of players below the name."""
    lines = [(_("invites you to %(game)s") % {"game": game_name(preset)}, ""), (seating.label, "")]
    return player_picture(name, portrait, lines)
