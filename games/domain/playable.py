"""Conflicts of options, and the numbers of players that can play them (RULEBOOK 10)."""

from collections.abc import Iterator

from .cards import PACKS
from .rules import InvalidRules, Rules
from .sentences import _


def check_playable(rules: Rules) -> None:
    """Raise InvalidRules for the first conflict of options, or if no allowed number of `seats` can play."""
    for clash in _clashes(rules):
        raise clash
    problems = [company_problem(rules, *company) for company in companies(rules)]
    if problems[0] and all(problems):
        raise problems[0]


def check_company(rules: Rules, seats: int, partners: bool) -> None:
    """Raise InvalidRules if this many seats, with or without partners, cannot play these rules."""
    problem = company_problem(rules, seats, partners)
    if problem:
        raise problem


def companies(rules: Rules) -> tuple[tuple[int, bool], ...]:
    """Every (seats, partners) that the rules' seats and partnership allow."""
    return tuple(
        (seats, partners)
        for seats in rules.dealing.seats
        for partners in (False, True)
        if not _seating_problem(rules, seats, partners)
    )


def company_problem(rules: Rules, seats: int, partners: bool) -> InvalidRules | None:
    """Return the reason why this many seats, with or without partners, cannot play; None if they can."""
    return (
        _seating_problem(rules, seats, partners)
        or _sides_problem(rules, seats, partners)
        or _deal_problem(rules, seats)
    )


def _seating_problem(rules: Rules, seats: int, partners: bool) -> InvalidRules | None:
    dealing = rules.dealing
    if seats not in dealing.seats:
        offered = ", ".join(map(str, dealing.seats))
        return InvalidRules(_("This game is for %(offered)s players, not %(seats)s."), offered=offered, seats=seats)
    if partners and seats != 4:
        return InvalidRules(_("Partnerships need four players."))
    if partners and dealing.partnership == "never":
        return InvalidRules(_("This game is not played in partnerships."))
    if not partners and seats == 4 and dealing.partnership == "required":
        return InvalidRules(_("Four players play this game in partnerships."))
    return None


def _sides_problem(rules: Rules, seats: int, partners: bool) -> InvalidRules | None:
    if seats == 2 or partners:
        return None
    if rules.scoring.difference:
        return InvalidRules(_("Scoring the difference needs exactly two sides."))
    if rules.winning.claims == "wins_or_loses":
        return InvalidRules(_("Claims that win or lose the game need exactly two sides."))
    if rules.building.duty == "penalty":
        return InvalidRules(_("A penalty paid to the other side needs exactly two sides."))
    return None


def _deal_problem(rules: Rules, seats: int) -> InvalidRules | None:
    dealing = rules.dealing
    pack, hands = len(PACKS[dealing.deck]), seats * dealing.hand_size
    rest = pack - hands - dealing.table_size
    numbers = {"pack": pack, "seats": seats, "size": dealing.hand_size}
    if rest < 0:
        return InvalidRules(_("%(pack)s cards are too few for %(seats)s hands of %(size)s."), **numbers)
    if dealing.refill == "draw":
        return None
    if dealing.last_deal == "even" and rest % hands:
        return InvalidRules(
            _("%(pack)s cards do not divide evenly among %(seats)s players with hands of %(size)s."), **numbers
        )
    if dealing.last_deal == "extra" and rest % hands % seats:
        return InvalidRules(
            _("The cards left over cannot be added evenly to the last deal of %(seats)s players."), seats=seats
        )
    return None


def _clashes(rules: Rules) -> Iterator[InvalidRules]:
    yield from _playing_clashes(rules)
    yield from _winning_clashes(rules)


def _playing_clashes(rules: Rules) -> Iterator[InvalidRules]:
    if rules.matching.hand_cards == "pair" and rules.building.building:
        yield InvalidRules(_("Playing two hand cards at once cannot be combined with builds."))
    if rules.specials.orange and rules.dealing.deck != "rook":
        yield InvalidRules(_("Oranges need the rook pack, which has red and yellow cards."))
    if rules.building.build_for_partner and (rules.dealing.partnership == "never" or 4 not in rules.dealing.seats):
        yield InvalidRules(_("Building for a partner needs partnerships."))


def _winning_clashes(rules: Rules) -> Iterator[InvalidRules]:
    winning = rules.winning
    to_target = winning.ending == "target"
    if winning.ending == "rounds" and winning.rounds_per_seat is None:
        yield InvalidRules(_("A game of a set number of rounds needs “%(option)s”."), option="rounds_per_seat")
    if winning.claims != "no" and (winning.count_as_earned != "no" or winning.endgame != "none"):
        yield InvalidRules(_("Claims cannot be combined with points counted as earned, nor with an endgame (7.6)."))
    if winning.claims != "no" and not to_target:
        yield InvalidRules(_("Claims need a target to claim (7.6)."))
    if winning.count_as_earned != "no" and not to_target:
        yield InvalidRules(_("Counting points as earned needs a target to reach (7.5)."))
    if winning.endgame != "none" and not (to_target and winning.target == 21):
        yield InvalidRules(_("The endgame restrictions are for a target of 21 only (7.4)."))
    if winning.finish == "in_order" and not (to_target and _only_standard_points(rules)):
        yield InvalidRules(_("Counting out in order needs the standard five ways to score, sweeps apart (7.2)."))


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
