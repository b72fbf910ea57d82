"""The games on offer, their rules in a few words, and score sheets."""

from games.domain.presets import PRESETS
from games.domain.variants import resolve_rules
from games.presenters.catalogue import Seating, game_categories, game_listing, playable_seatings


def shelf_of(preset: str) -> str:
    return next(shelf.title for shelf in game_categories() if preset in [each.id for each in shelf.games])


def test_every_preset_stands_on_one_shelf() -> None:
    assert sorted(each.id for shelf in game_categories() for each in shelf.games) == sorted(PRESETS)


def test_games_stand_with_their_like() -> None:
    assert game_categories()[0].title == shelf_of("casino") == shelf_of("casino-sweeps") == "Casino"
    assert shelf_of("dominican") == shelf_of("royal-gamerules") != shelf_of("royal")
    assert shelf_of("tablanette") == shelf_of("callabra") == "No builds"
    assert shelf_of("tuxedo") == "Special decks"
    assert shelf_of("california") == shelf_of("cassino-21")


def test_an_offer_says_for_how_many_and_to_how_much() -> None:
    assert game_listing(PRESETS["casino"]).summary == "2, 3 or 4 players · to 21 points"
    assert game_listing(PRESETS["michigan"]).summary == "2 players · to 5 points · sweeps count"
    assert game_listing(PRESETS["california"]).summary == "2, 3, 4 or 6 players · fixed number of rounds"
    assert game_listing(PRESETS["callabra"]).summary == "2 or 3 players · one round, most cards wins"


def test_companies_are_those_that_can_play() -> None:
    assert playable_seatings(resolve_rules("portuguese")) == (Seating(2, False), Seating(4, True))
    assert [each.label for each in playable_seatings(resolve_rules("portuguese"))] == [
        "2 players",
        "4 players, in partnerships",
    ]
