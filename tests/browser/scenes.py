"""Games brought to a moment worth showing, in the database of a running site: `manage.py shell` calls these."""

import json
from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import partial
from random import Random
from typing import Any
from unittest.mock import patch

from allauth.account.models import EmailAddress

from accounts.models import Person
from accounts.services import create_guest
from casino.clock import now, today
from games import services
from games.deals.models import Attempt, SharedDeal
from games.deals.services import todays_deal
from games.domain.cards import PACKS, Card
from games.domain.events import (
    BotTookOver,
    BuildMade,
    CardsCaptured,
    CardsDealt,
    CardTrailed,
    Event,
    GameWon,
    RoundStarted,
    SeatResigned,
    SweepMade,
    TurnStarted,
)
from games.domain.move_generation import legal_moves
from games.domain.moves import MakeBuild, Move, Trail
from games.domain.notation import read_cards, read_table, write_move
from games.domain.options import write_options
from games.domain.perspective import perspective_of
from games.domain.presets import PRESETS, resolve_rules
from games.domain.setup_events import GameOpened, SeatTaken, TableSettingsFixed
from games.domain.state import GameState
from games.domain.table_settings import DAY, ClockKind, TableSettings
from games.log.store import load
from games.models import Game, Seat, SeatResult, Vacation
from games.notifications.models import NotificationPreferences
from games.presenters.catalogue import playable_seatings
from tests.games.tables import SEED, known_chance, write
from tests.sessions import session_of

NAMES = ("Anna", "Ben", "Carla", "David", "Elsa", "Frank")
LONG_NAMES = ("Quick Beaver 39", "Bartholomew Fairweather", "Christopher", "Wilhelmina", "Maximilian de la Vega")
MAX_PLAYS = 600
FIRST: list[Event] = [TurnStarted(1)]

TWELVE = "9H 6D TD KS QS JS KD 2D 7S [2H+3H=5@2] [4H+4S=8@2] [6H+AC,7C=7@2]"
CROWDED = "9H 5D 4D KS QS JS KD QD JD 2D 3D 6D 7D 8D [2H+3H=5@2] [4H+4S=8@2] [6H+AC,7C=7@2] [5H+5S,TD=10@2]"

SIZES = [
    *((360, 640), (360, 740), (390, 844), (740, 360), (820, 1180), (1024, 768)),
    *((1366, 650), (1440, 900), (1920, 1080), (2560, 1440), (720, 450)),
]
"""Sizes at which the table is one screen; the last is a window of 1440 by 900 at 200 percent."""

SCENES = [
    *("just_dealt", "three_friends", "twelve_items", "crowded", "built_by_another", "six_seats", "partners"),
    *("three_plays", "wide_builds", "bottom_shown", "rook_deck", "company", "round_over", "over", "handing_over"),
]
"""Functions of this module whose tables are looked at in all these sizes."""

# --- games played so far ---------------------------------------------------------------------------------------------


def over() -> None:
    """A game of two that has been played to its end."""
    game, people = begun("casino", 2, False, 3)
    play_until(game, Random(3), lambda _: False)
    show(game, people)


def over_with_a_computer(seats: int = 2, won: bool = False, preset: str = "casino") -> None:
    """A game like `over` in which all but Anna have become computers, with what follows such a game."""
    for seed in range(1, 100):
        game, people = begun(preset, seats, seats == 4, seed)
        play_until(game, Random(seed), lambda _: False)
        if (SeatResult.objects.get(game=game, number=1).outcome == SeatResult.Outcome.WON) == won:
            break
    for number, name in enumerate(("Pip", "Poppy", "Percy")[: seats - 1], start=2):
        Seat.objects.filter(game=game, number=number).update(name=name, bot="beginner", person=None)
    SeatResult.objects.filter(game=game).update(level="beginner")
    show(game, people[:1])


def handing_over() -> None:
    """A game of four on one device, which goes to someone with a name of two words after a capture."""
    with known_chance():
        host, names = guest("Anna"), {2: "Quick Beaver 39", 3: "Cara", 4: "David"}
        setup = services.GameSetup(resolve_rules("casino"), "casino", 4, False, local_players=names)
        game = services.open_game(host, setup)
        play_until(game, Random(1), lambda state: state.turn == 2 and state.round is not None and state.round.plays > 3)
    show(game, [host] * 4)


def over_among_four() -> None:
    """A game of four with names of several words that has been played to its end, over several rounds."""
    game, people = begun("casino-sweeps", 4, False, 3)
    play_until(game, Random(3), lambda _: False)
    for seat in Seat.objects.filter(game=game):
        Seat.objects.filter(pk=seat.pk).update(name=f"Computer Otto {seat.number}")
    show(game, people)


def round_over(preset: str = "casino", seats: int = 2, partners: bool = False) -> None:
    """A game after a round that has not decided it; no player has seen the end of the round yet."""
    for seed in range(1, 100):
        game, people = begun(preset, seats, partners, seed)
        if play_until(game, Random(seed), lambda state: bool(state.sheets)):
            return show(game, people)
    raise LookupError("no such game was found")


def last_card_of_round(clock: ClockKind = "none", preset: str = "casino") -> None:
    """A game of two in which the next play ends the first round."""
    game, people = begun(preset, 2, False, 1, TableSettings(clock=clock, time=600 if clock == "live" else 0))
    play_until(game, Random(1), one_card_is_left)
    show(game, people)


def last_card_is_trailed() -> None:
    """A game of two in which the next play ends the first round: a card that can only be trailed beside others."""
    in_the_first_round("casino", 2, worth=only_to_trail)


def only_to_trail(state: GameState) -> bool:
    if state.round is None or not one_card_is_left(state) or state.round.table.empty:
        return False
    return all(isinstance(move, Trail) for move in legal_moves(perspective_of(state, state.turn).position()))


def last_card_of_deal() -> None:
    """A game of two in which the next play ends the first deal."""
    game, people = begun("casino", 2, False, 1)
    play_until(game, Random(1), lambda state: one_card_is_left(state, last_deal=False))
    show(game, people)


def one_card_is_left(state: GameState, *, last_deal: bool = True) -> bool:
    now = state.round
    return now is not None and now.last_deal == last_deal and sum(map(len, now.hands)) == 1


def day_with_two_results() -> None:
    """The deal of yesterday, played to the end by two with names of two words."""
    deal = yesterdays_deal()
    for margin in (16, -3):
        game, people = begun("casino", 2, False, 3)
        Seat.objects.filter(game=game).update(name="Quick Beaver 39")
        Attempt.objects.create(
            deal=deal, game=game, finished=now() - timedelta(days=1), margin=margin, sweeps=1, ranked=True
        )
    show(game, people)


def yesterdays_deal() -> SharedDeal:
    """Return the one there is, or let that of today be it."""
    yesterday = today() - timedelta(days=1)
    deal = SharedDeal.objects.filter(day=yesterday).first()
    if deal is None:
        deal = todays_deal()
        deal.day = yesterday
        deal.save()
    return deal


def built_by_another() -> None:
    """A game of two in which Anna, who is to play, sees a build of three cards; its owner has a name of two words."""
    (build,) = read_table("[2H+3H+4H=9@2]").builds
    made = BuildMade(2, (), build.cards, (), build)
    by_hand("casino", ["9S 2C KH TC", "9C 8C 3C 5C"], read_cards("QS TH KC 3D"), [made, *FIRST])
    Seat.objects.filter(game=Game.objects.latest("pk")).update(name="Computer Magnus")


def builds() -> None:
    """A game of two with two builds on the table, one of them locked."""
    for seed in range(1, 100):
        game, people = begun("casino", 2, False, seed)
        if play_until(game, Random(seed), partial(worth_showing, builds=2, plays=5)):
            return show(game, people)
    raise LookupError("no such game was found")


# A pack mixes in the game's id, which depends on the tests before. So the log of such a game does not verify.
same_packs = patch("games.log.shuffling.combined_seed", lambda secret, *_: secret)


@same_packs
def begun(
    preset: str, seats: int, partners: bool, seed: int, table_settings: TableSettings | None = None
) -> tuple[Game, list[Person]]:
    with known_chance(bytes([seed] * 32)):
        people = [guest(name) for name in NAMES[:seats]]
        return begun_by(people, preset, partners, table_settings), people


def begun_by(people: list[Person], preset: str, partners: bool, table_settings: TableSettings | None = None) -> Game:
    host, *others = people
    rules, seats = resolve_rules(preset), len(people)
    game = services.start_game(host, rules, preset, seats, partners, "friends", table_settings)
    for person in others:
        services.take_seat(game, person, None)
    return game


@same_packs
def play_until(game: Game, rng: Random, enough: Callable[[GameState], bool]) -> bool:
    """Play on at random, and return whether the position was reached before the game was over."""
    for _ in range(MAX_PLAYS):
        game = Game.objects.get(pk=game.pk)
        state, seq = load(game)
        if state.result:
            return False
        if enough(state):
            return True
        seat = Seat.objects.get(game=game, number=game.turn)
        move = rng.choice(preferred(legal_moves(perspective_of(state, seat.number).position())))
        services.play(seat, write_move(move), seq)
    return False


def midway(preset: str, place: int) -> None:
    """A game of the preset with as much on the table as can be found, in the company at this place of its list."""
    companies = playable_seatings(resolve_rules(preset))
    company = companies[place % len(companies)]
    for builds, plays in ((2, 6), (1, 5), (0, 5), (0, 1)):
        game, people = begun(preset, company.seats, company.partners, place + 1)
        if play_until(game, Random(place), partial(worth_showing, builds=builds, plays=plays)):
            break
    show(game, people)


def every_preset() -> None:
    """Print a line for each preset: its name, then the scene."""
    for place, preset in enumerate(PRESETS):
        print(preset, end=" ")  # noqa: T201
        midway(preset, place)


def worth_showing(state: GameState, builds: int, plays: int) -> bool:
    now = state.round
    if now is None or now.plays < plays or len(now.table.builds) < builds:
        return False
    locked = not builds or any(build.multiple for build in now.table.builds)
    return locked and len(now.hands[now.turn - 1]) >= 3 and len(now.table.loose) >= 3


def preferred(moves: list[Move]) -> list[Move]:
    """Return builds if there are any, else captures, else anything, in an order that is always the same."""
    ordered = sorted(moves, key=write_move)
    builds: list[Move] = [move for move in ordered if isinstance(move, MakeBuild)]
    return builds or [move for move in ordered if not isinstance(move, Trail)] or ordered


def by_the_clock() -> None:
    """Three games with a day per turn, at the end of which the player loses, or is replaced, or a card is
    played."""
    for timeout in ("lose", "computer", "card"):
        show(*begun("casino", 2, False, 1, TableSettings(clock="turn", time=DAY, timeout=timeout)))


def on_vacation(seats: int) -> None:
    """A game with three days per turn, whose other players are on vacation; one of them is to play."""
    for seed in range(1, 256):
        game, people = begun("casino", seats, False, seed, TableSettings(clock="turn", time=3 * DAY))
        game.refresh_from_db()
        if game.turn != 1:
            break
    for person in people[1:]:
        Vacation.objects.create(person=person, first=today(), last=today() + timedelta(days=5))
    show(game, people)


def who_reads_mail() -> None:
    """A game with a day per turn; the first player to move has a confirmed email address, and no quiet hours."""
    game, people = begun("casino", 2, False, 1, TableSettings(clock="turn", time=DAY))
    game.refresh_from_db()
    reader = people[game.turn - 1]
    EmailAddress.objects.create(user=reader, email="anna@mail.example", verified=True, primary=True)
    NotificationPreferences.objects.create(person=reader)
    show(game, people)


def played_live(seats: int) -> None:
    """A game with ten minutes for each player, just dealt."""
    show(*begun("casino", seats, False, 1, TableSettings(clock="live", time=600)))


# --- games written by hand -------------------------------------------------------------------------------------------


def crowded() -> None:
    """Fourteen cards and four builds on the table, four cards in hand, Anna to play."""
    table = read_table(CROWDED)
    builds = [BuildMade(2, (), build.cards, (), build) for build in table.builds]
    by_hand("casino", ["9S 2C KH TC", "9C 8C 3C 5C"], table.cards, [*builds, *FIRST])


def seven_moves() -> None:
    """Five cards of which an eight takes from two to all, in six ways; Anna, who is to play, has ten minutes left."""
    live, dealt = TableSettings(clock="live", time=600, hints=True), ["8D 4H 4D 7C", "9C 8C 3C 5C"]
    by_hand("casino", dealt, read_cards("AH 7H 3H 8H 5S"), FIRST, table_settings=live)


def loose_cards(number: int) -> None:
    """So many cards on the table, and no build; Anna is to play."""
    loose = read_cards("9H 5D 4D KS QS JS KD QD JD 2D 3D 6D 7D 8D")[:number]
    by_hand("casino", ["9S 2C KH TC", "9C 8C 3C 5C"], loose, FIRST)


def over_days() -> None:
    """A correspondence game; Anna is to play, and Ben waits."""
    dealt, slow = ["9S 8C 3C 2H", "QC JC TC 5C"], TableSettings(clock="turn", time=3 * DAY)
    by_hand("casino", dealt, read_cards("2D AD 7H 5H"), FIRST, table_settings=slow)


def twelve_items() -> None:
    """Nine cards and three builds on the table; Anna is to play, and has four moves with her nine."""
    table = read_table(TWELVE)
    builds = [BuildMade(2, (), build.cards, (), build) for build in table.builds]
    by_hand("casino", ["9S 2C KH TC", "9C 8C 3C 5C"], table.cards, [*builds, *FIRST])


def wide_builds() -> None:
    """Five cards and two builds of two sets on the table of two against two; Anna is to play."""
    table = read_table("QS TH 8D 3D KC [AC+6S,7C=7@2] [4C+5C,9D=9@4]")
    builds = [BuildMade(build.owner, (), build.cards, (), build) for build in table.builds]
    hands = ["6H 9S JS QH", "7D 2C 3C JH", "6D 9C 5H QC", "9H 2H 4D JD"]
    by_hand("cassino-21", hands, table.cards, [*builds, *FIRST], partners=True)


def bottom_shown() -> None:
    """Eight cards on the table, and the card at the bottom of the stock known; Anna is to play."""
    by_hand(
        "tablic", ["2S 4H 5D 9C JH KD", "2C 3C 6D 8H TS QD"], read_cards("AH 7S QC KS 3D 5S JC TD"), [TurnStarted(1)]
    )


def two_friends() -> None:
    """A game of two without clocks, just dealt."""
    show(*begun("casino", 2, False, 1))


def just_dealt() -> None:
    played_live(2)


def six_seats() -> None:
    """Twelve cards and two builds on the table of six, and five plays since Anna's last one: all that a phone holds."""
    table = read_cards("KS QS JS KD QD JD 2D 3D 6D 7D 6C 2C 3C TH")
    ten, three = read_table("[4C+6C=10@3] [AC+2C,3C=3@6]").builds
    then: list[Event] = [
        *(TurnStarted(2), CardTrailed(2, Card("KH"))),
        *(TurnStarted(3), BuildMade(3, read_cards("4C"), read_cards("6C"), (), ten)),
        *(TurnStarted(4), CardsCaptured(4, read_cards("TS"), read_cards("TH"), ())),
        *(TurnStarted(5), CardTrailed(5, Card("QH"))),
        *(TurnStarted(6), BuildMade(6, read_cards("AC"), read_cards("2C 3C"), (), three)),
        TurnStarted(1),
    ]
    hands = ["9S 2H TC 4S", "KH 8C 5C 9C", "4C TD 5H 7C", "TS 2S 3H 5S", "QH 8H 9H JC", "AC 3S 5D 8S"]
    by_hand("california", hands, table, then)


def partners() -> None:
    in_the_first_round("cassino-21", 4, partners=True, first_seed=11)


def rook_deck() -> None:
    in_the_first_round("tuxedo", 4)


def in_the_first_round(
    preset: str,
    seats: int,
    partners: bool = False,
    first_seed: int = 1,
    worth: Callable[[GameState], bool] = lambda state: worth_showing(state, 2, 5),
) -> None:
    """A game worth showing, by default with builds on the table, in which nobody has yet seen the end of a round."""
    for seed in range(first_seed, 100):
        game, people = begun(preset, seats, partners, seed)
        if play_until(game, Random(seed), lambda state: state.latest_round > 1 or worth(state)):
            game.refresh_from_db()
            if load(game)[0].latest_round == 1:
                return show(game, people)
    raise LookupError("no such game was found")


def three_plays() -> None:
    """A game of partners: since Anna trailed, Ben has built, Carla has taken, and David has swept the table."""
    (build,) = read_table("[4C+6C=10@2]").builds
    then: list[Event] = [
        *(TurnStarted(1), CardTrailed(1, Card("3S"))),
        *(TurnStarted(2), BuildMade(2, read_cards("4C"), read_cards("6C"), (), build)),
        *(TurnStarted(3), CardsCaptured(3, read_cards("TS"), (), (build.cards,))),
        *(TurnStarted(4), CardsCaptured(4, read_cards("9H"), read_cards("AD 5S 3S"), ()), SweepMade(4, 3, False)),
        TurnStarted(1),
    ]
    hands = ["3S 3D KH 8C", "4C 6H QS JD", "TS 2H 7D QC", "9H 8H 7H JS"]
    by_hand("casino-sweeps", hands, read_cards("6C AD 5S"), then, partners=True)


def three_trailed(partners: bool = False) -> None:
    """A game against three computers: with what each has just trailed, nine cards are on the table, for partners beside
    a build of each."""
    builds = read_table("[2H+3H=5@2] [4H+4S=8@3] [6H+AC,7C=7@4]").builds[: 3 * partners]
    then: list[Event] = [BuildMade(build.owner, (), build.cards, (), build) for build in builds]
    for seat, card in enumerate(read_cards("KC QC JC"), start=2):
        then += [TurnStarted(seat), CardTrailed(seat, card)]
    hands = ["9S 2C KH TC", "KC 8C 3C 5C", "QC TH 8H 9D", "JC TD 8S 5S"]
    loose = read_cards("9H 5D 4D KS QS JS")
    by_hand("casino", hands, (*loose, *(card for build in builds for card in build.cards)), [*then, *FIRST], partners)
    for number, name in enumerate(("Hattie", "Harvey", "Hazel"), start=2):
        Seat.objects.filter(game=Game.objects.latest("pk"), number=number).update(name=name, bot="easy", person=None)


def uncalled_orange() -> None:
    """Anna has taken an orange and not called it; Ben is to play, Carla may call it."""
    taken = CardsCaptured(1, read_cards("5B"), read_cards("2Y 3R"), (), orange=True)
    hands = ["5B 6B 7B 8B", "1R 2R 4R 5R", "1G 2G 3G 4G"]
    by_hand("tuxedo", hands, read_cards("2Y 3R 9G 8G"), [TurnStarted(1), taken, TurnStarted(2)])


def given_up() -> None:
    """A finished game: Anna trailed a nine, Ben took it, Anna gave the game up."""
    taken = CardsCaptured(2, read_cards("9C"), read_cards("9S"), ())
    plays: list[Event] = [TurnStarted(1), CardTrailed(1, Card("9S")), TurnStarted(2), taken, TurnStarted(1)]
    over: list[Event] = [SeatResigned(1), GameWon((2,), "resign", (0, 0))]
    by_hand("casino", ["9S 2C KH TC", "9C 8C 3C 5C"], read_cards("5H 4D QS JD"), [*plays, *over])


def three_friends() -> None:
    """A game of three in which no number card can take anything; Anna is to play, then Ben, then Carla."""
    hands = ["9S 2C 3C 4C", "8S 2H 3H 4H", "7S 2D 3D 4D"]
    by_hand("casino", hands, read_cards("KS QS JS KD"), FIRST)


def company(seats: int = 4, partners: bool = True) -> None:
    """A game over days of players with long names: the computer plays for the second, the third is away; Anna is to
    play."""
    hands = ["9S 2C 3C 4C", "8S 2H 3H 4H", "7S 2D 3D 4D", "6S 6H 6D 6C", "TS TH TD TC", "5S 5H 5D 5C"][:seats]
    slow = TableSettings(clock="turn", time=3 * DAY)
    then = [BotTookOver(2, "steady"), *FIRST]
    by_hand("casino", hands, read_cards("KS QS JS KD"), then, partners, slow)
    others = Seat.objects.filter(game=Game.objects.latest("pk"), number__gt=1).order_by("number")
    for seat, name in zip(others, LONG_NAMES, strict=False):
        Seat.objects.filter(pk=seat.pk).update(name=name, bot="steady" if seat.number == 2 else "")
    away = Person.objects.get(seats=others[1])
    Vacation.objects.create(person=away, first=today(), last=today() + timedelta(days=5))


def captures_ahead(hints: bool = False, table: str = "9H 5D 4D 6C 2H 7H") -> None:
    """A game of two in which Anna, who is to play, can take three cards with a nine, then Ben two with an eight."""
    hands, told = ["9S 2C JD TC", "8S QC JC KC"], TableSettings(hints=hints)
    by_hand("casino", hands, read_cards(table), FIRST, table_settings=told)


def against_kit(table: str) -> None:
    """A game of two in which Anna, who is to play, has a nine, the computer an eight; on the table are these cards."""
    by_hand("casino-sweeps", ["9S 2C JD TC", "8S QC JC KC"], read_cards(table), FIRST)
    Seat.objects.filter(game=Game.objects.latest("pk"), number=2).update(name="Kit", bot="steady", person=None)


def steal_ahead() -> None:
    """A game of South African Casino in which Anna can take a ten and the ten on top of Ben's pile."""
    taken = CardsCaptured(2, read_cards("TC"), read_cards("TD"), ())
    hands = ["TS 2C 3C 4C", "TC 8C 7C 6C"]
    by_hand("south-african", hands, read_cards("TD TH 5H 2S"), [TurnStarted(2), taken, TurnStarted(1)])


# One table for each special; Anna is to play.


def several_hand_cards() -> None:
    by_hand("hungarian", ["AC 2H 9S", "5S 6S 7S"], read_cards("3D KS QS JS"), FIRST)


def orange() -> None:
    by_hand("tuxedo", ["5B 6B 7B 8B", "1R 2R 4R 5R"], read_cards("2Y 3R 9G 8G"), FIRST)


def pluck() -> None:
    by_hand("pluck", ["9S 2C 3C 4C", "5S 6S 7S 8S"], read_cards("9H 5D KD QD"), FIRST)


def for_partner() -> None:
    shown = BuildMade(3, read_cards("4S"), read_cards("5H"), (), read_table("[4S+5H=9@3]").builds[0])
    hands = ["6S 2C 7C 8C", "TD TC JC QC", "4S 9H KH QH", "8H JD 6D 7D"]
    then = [TurnStarted(3), shown, *FIRST]
    by_hand("dominican-partner", hands, read_cards("5H KS QS 3D"), then, partners=True)


def table_build() -> None:
    on_table = {"preset": "casino", "table_only_builds": True}
    by_hand(on_table, ["9S 8S 2C 4C", "5S 6S 7S 2H"], read_cards("5D 3C KD QD"), FIRST)


def cut_card() -> None:
    by_hand("casino-en-deux", ["AC 2H 9S", "5S 6S 7S"], read_cards("3D KS QS JS"), FIRST)


def by_hand(
    asked: str | dict[str, Any],
    hands: Sequence[str],
    table: Sequence[Card],
    then: Sequence[Event],
    partners: bool = False,
    table_settings: TableSettings = TableSettings(),  # noqa: B008  it never changes
) -> None:
    """Print a game by these rules with these cards dealt, after these events."""
    rules, seats = resolve_rules(asked), len(hands)
    preset = asked if isinstance(asked, str) else asked["preset"]
    people = [guest(name) for name in NAMES[:seats]]
    game = Game.objects.create(
        preset=preset,
        options=write_options(rules),
        seats=seats,
        partners=partners,
        table_settings=table_settings._asdict(),
        seed=SEED,
    )
    dealt = tuple(map(read_cards, hands))
    first = [card for hand in dealt for card in hand] + list(table)
    pack = (*first, *(card for card in PACKS[rules.dealing.deck] if card not in first))
    opening: tuple[Event, ...] = (
        GameOpened(rules, preset, seats, partners, seats, ""),
        TableSettingsFixed(table_settings),
        *(SeatTaken(number, NAMES[number - 1]) for number in range(1, seats + 1)),
        RoundStarted(1, seats, pack),
        CardsDealt(1, False, dealt, tuple(table)),
    )
    for number, person in enumerate(people, start=1):
        Seat.objects.create(game=game, number=number, person=person, name=str(person))
    write(game, (*opening, *then), None)
    show(game, people)


# --- people ----------------------------------------------------------------------------------------------------------


def members(*names: str) -> None:
    """Members of these names, who have played with each other; sessions by their places."""
    people = [Person.objects.create_user(name) for name in names]
    show(begun_by(people, "casino", False), people)


# --- showing them ----------------------------------------------------------------------------------------------------


def show(game: Game, people: Sequence[Person]) -> None:
    """Print the game's address, the seat to play, and the sessions of its players, by seat."""
    game.refresh_from_db()
    sessions = [session_of(person) for person in people]
    print(json.dumps({"game": game.public_id, "turn": game.turn or 1, "sessions": sessions}))  # noqa: T201


def guest(name: str) -> Person:
    person = create_guest()
    person.display_name = name
    person.save()
    return person


def disputed() -> None:
    """A game with a disputed move, its two players, and a director with the dispute open."""
    from tests.games.disputed import open_case  # which needs this module itself

    laid = open_case()
    people = [seat.person for seat in laid.game.taken_seats.order_by("number")]
    told = {"game": laid.game.public_id, "dispute": laid.address(), "director": session_of(laid.director)}
    print(json.dumps(told | {"turn": 1, "sessions": [session_of(person) for person in people if person]}))  # noqa: T201
