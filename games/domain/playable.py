"""Which options cannot be played together, and with which company (RULEBOOK 10)."""

from collections.abc import Iterator

from .cards import PACKS
from .rules import InvalidRules, Rules


def check_playable(rules: Rules) -> None:
    """Raises InvalidRules with the first clash there is, or when no company of `seats` can play."""
    for clash in _clashes(rules):
        raise InvalidRules(clash)
    problems = [company_problem(rules, *company) for company in companies(rules)]
    if all(problems):
        raise InvalidRules(problems[0] if problems else "Nobody can play: partnerships need four seats.")


def check_company(rules: Rules, seats: int, partners: bool) -> None:
    """Raises InvalidRules when this many seats, so partnered, cannot play these rules."""
    problem = company_problem(rules, seats, partners)
    if problem:
        raise InvalidRules(problem)


def companies(rules: Rules) -> tuple[tuple[int, bool], ...]:
    """Every (seats, partners) that the rules' seats and partnership allow."""
    return tuple(
        (seats, partners)
        for seats in rules.dealing.seats
        for partners in (False, True)
        if not _seating_problem(rules, seats, partners)
    )


def company_problem(rules: Rules, seats: int, partners: bool) -> str:
    """Why this company cannot play, in words; empty when it can."""
    return (
        _seating_problem(rules, seats, partners)
        or _sides_problem(rules, seats, partners)
        or _deal_problem(rules, seats)
    )


def _seating_problem(rules: Rules, seats: int, partners: bool) -> str:
    dealing = rules.dealing
    if seats not in dealing.seats:
        return f"This game is for {', '.join(map(str, dealing.seats))} players, not {seats}."
    if partners and seats != 4:
        return "Partnerships need four players."
    if partners and dealing.partnership == "never":
        return "This game is not played in partnerships."
    if not partners and seats == 4 and dealing.partnership == "required":
        return "Four players play this game in partnerships."
    return ""


def _sides_problem(rules: Rules, seats: int, partners: bool) -> str:
    if seats == 2 or partners:
        return ""
    if rules.scoring.difference:
        return "Scoring the difference needs exactly two sides."
    if rules.winning.claims == "wins_or_loses":
        return "Claims that win or lose the game need exactly two sides."
    if rules.building.duty == "penalty":
        return "A penalty paid to the other side needs exactly two sides."
    return ""


def _deal_problem(rules: Rules, seats: int) -> str:
    dealing = rules.dealing
    pack, hands = len(PACKS[dealing.deck]), seats * dealing.hand_size
    rest = pack - hands - dealing.table_size
    if rest < 0:
        return f"{pack} cards are too few for {seats} hands of {dealing.hand_size}."
    if dealing.refill == "draw":
        return ""
    if dealing.last_deal == "even" and rest % hands:
        return f"{pack} cards do not divide evenly among {seats} players with hands of {dealing.hand_size}."
    if dealing.last_deal == "extra" and rest % hands % seats:
        return f"The cards left over cannot be added evenly to the last deal of {seats} players."
    return ""


def _clashes(rules: Rules) -> Iterator[str]:
    yield from _playing_clashes(rules)
    yield from _winning_clashes(rules)


def _playing_clashes(rules: Rules) -> Iterator[str]:
    if rules.matching.hand_cards == "pair" and rules.building.building:
        yield "Playing two hand cards at once cannot be combined with builds."
    if rules.specials.orange and rules.dealing.deck != "rook":
        yield "Oranges need the rook pack, which has red and yellow cards."
    if rules.building.build_for_partner and (rules.dealing.partnership == "never" or 4 not in rules.dealing.seats):
        yield "Building for a partner needs partnerships."


def _winning_clashes(rules: Rules) -> Iterator[str]:
    winning = rules.winning
    to_target = winning.ending == "target"
    if winning.ending == "rounds" and winning.rounds_per_seat is None:
        yield "A game of a set number of rounds needs “rounds_per_seat”."
    if winning.claims != "no" and (winning.count_as_earned != "no" or winning.endgame != "none"):
        yield "Claims cannot be combined with points counted as earned, nor with an endgame (7.6)."
    if winning.claims != "no" and not to_target:
        yield "Claims need a target to claim (7.6)."
    if winning.count_as_earned != "no" and not to_target:
        yield "Counting points as earned needs a target to reach (7.5)."
    if winning.endgame != "none" and not (to_target and winning.target == 21):
        yield "The endgame restrictions are for a target of 21 only (7.4)."
    if winning.finish == "in_order" and not (to_target and _only_standard_points(rules)):
        yield "Counting out in order needs the standard five ways to score, sweeps apart (7.2)."


def _only_standard_points(rules: Rules) -> bool:
    scoring = rules.scoring
    others = (
        scoring.jack_of_spades,
        scoring.each_spade,
        scoring.most_diamonds,
        scoring.seven_of_diamonds,
        scoring.fives,
        scoring.last_capture,
        scoring.honours,
        scoring.fours_of_a_kind,
        scoring.tablanette,
        rules.specials.orange,
    )
    return not any(others)
