"""Conflicts of options, and the numbers of players that can play them (RULEBOOK 10)."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from .cards import BIG_CASINO, PACKS, Card
from .messages import _
from .rules import InvalidRules, Rules
from .scoring import CATEGORIES, EACH_CARD, HONOURS, MAJORITIES, STANDARD, at_once_options
from .subset_sum import MAX_PLAYED
from .values import card_values
from .winning import ENDGAMES

MAX_VALUED, MAX_VALUES, MAX_PRICED = 8, 4, 26
"""Maximum number of cards or ranks with listed values, of values for one of them, and of cards or ranks with points."""

MAX_HAND, MAX_TABLE = 26, 8
"""Maximum number of cards in a hand of which one is played at a time, and dealt to the table."""


def validate_rules(rules: Rules) -> None:
    """Raise InvalidRules for the first conflict of options, or if no allowed number of `seats` can play."""
    for conflict in _conflicts(rules):
        raise conflict
    problems = [seating_error(rules, *company) for company in seatings(rules)]
    if problems[0] and all(problems):
        raise problems[0]


def validate_seating(rules: Rules, seats: int, partners: bool) -> None:
    """Raise InvalidRules if this many seats, with or without partners, cannot play these rules."""
    problem = seating_error(rules, seats, partners)
    if problem:
        raise problem


def seatings(rules: Rules) -> tuple[tuple[int, bool], ...]:
    """Every (seats, partners) that the rules' seats and partnership allow."""
    return tuple(
        (seats, partners)
        for seats in rules.dealing.seats
        for partners in (False, True)
        if not _seating_problem(rules, seats, partners)
    )


def seating_error(rules: Rules, seats: int, partners: bool) -> InvalidRules | None:
    """The reason why this many seats, with or without partners, cannot play; None if they can."""
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
        return InvalidRules(_("This game isn’t played in partnerships."))
    if not partners and seats == 4 and dealing.partnership == "required":
        return InvalidRules(_("With four players, this game is played in partnerships."))
    return None


def _sides_problem(rules: Rules, seats: int, partners: bool) -> InvalidRules | None:
    if seats == 2 or partners:
        return None
    if rules.scoring.difference:
        return InvalidRules(_("Scoring the difference needs exactly two sides."))
    if rules.winning.claims == "wins_or_loses":
        return InvalidRules(_("Claims that win or lose the game need exactly two sides."))
    if "penalty" in (rules.building.duty, rules.building.last_deal_duty):
        return InvalidRules(_("A penalty paid to the other side needs exactly two sides."))
    return None


def max_hand(rules: Rules) -> int:
    """The maximum number of cards in a hand, of which several may be played together (8.1)."""
    return MAX_HAND if rules.matching.hand_cards == "one" else MAX_PLAYED


def _deal_problem(rules: Rules, seats: int) -> InvalidRules | None:
    if rules.dealing.deals is not None:
        return _listed_deals_problem(rules, seats)
    return _equal_deals_problem(rules, seats)


def _hand_problem(rules: Rules, size: int) -> InvalidRules | None:
    most = max_hand(rules)
    if size <= most:
        return None
    return InvalidRules(_("A hand of %(size)s cards is too large. The limit is %(most)s."), size=size, most=most)


def _equal_deals_problem(rules: Rules, seats: int) -> InvalidRules | None:
    """The reason why hands of one size cannot be dealt to so many seats (3.1 to 3.5)."""
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
            _("%(pack)s cards don’t divide evenly among %(seats)s players with hands of %(size)s."), **numbers
        )
    if dealing.last_deal == "extra" and rest % hands % seats:
        return InvalidRules(
            _("The cards left over can’t be added evenly to the last deal of %(seats)s players."), seats=seats
        )
    extra = rest % hands // seats if dealing.last_deal == "extra" else 0
    return _hand_problem(rules, dealing.hand_size + extra)


def _listed_deals_problem(rules: Rules, seats: int) -> InvalidRules | None:
    """The reason why the listed deals do not use the whole pack among so many seats (15.1)."""
    table, *hands = dict(rules.dealing.deals or ()).get(seats, (0,))
    if not hands:
        return InvalidRules(_("The deals for %(seats)s players aren’t listed (15.1)."), seats=seats)
    pack = len(PACKS[rules.dealing.deck])
    if table + seats * sum(hands) != pack:
        return InvalidRules(
            _("The deals listed for %(seats)s players don’t use all %(pack)s cards (15.1)."), seats=seats, pack=pack
        )
    if table > MAX_TABLE:
        return InvalidRules(_("At most %(most)s cards can be dealt to the table (15.1)."), most=MAX_TABLE)
    return _hand_problem(rules, max(hands))


def _conflicts(rules: Rules) -> Iterator[InvalidRules]:
    yield from _excesses(rules)
    yield from _dealing_conflicts(rules)
    yield from _card_conflicts(rules)
    yield from _point_conflicts(rules)
    yield from _playing_conflicts(rules)
    yield from _stealing_conflicts(rules)
    yield from _winning_conflicts(rules)


def _excesses(rules: Rules) -> Iterator[InvalidRules]:
    """Yield the options that name more cards or values than any table has (section 10)."""
    matching, points = rules.matching, rules.scoring.card_points
    valued = (("extra_values", matching.extra_values), ("hand_values", matching.hand_values))
    for option, listed, most in (*((*each, MAX_VALUED) for each in valued), ("card_points", points, MAX_PRICED)):
        if len(listed) > most:
            yield InvalidRules(_("“%(option)s” can list at most %(most)s cards or ranks."), option=option, most=most)
    for option, listed in valued:
        for card, values in listed:
            if len(values) > MAX_VALUES or len({*values}) < len(values):
                yield InvalidRules(
                    _("“%(option)s” can give %(card)s up to %(most)s different values."),
                    option=option,
                    card=card,
                    most=MAX_VALUES,
                )


def _dealing_conflicts(rules: Rules) -> Iterator[InvalidRules]:
    dealing = rules.dealing
    if dealing.deals is not None and (dealing.refill, dealing.last_deal) != ("deal", "even"):
        yield InvalidRules(_("Listed deals can’t be combined with drawing cards or a special last deal (15.1)."))


def _card_conflicts(rules: Rules) -> Iterator[InvalidRules]:
    values, pack = card_values(rules.matching), PACKS[rules.dealing.deck]
    matching, points = rules.matching, rules.scoring.card_points
    for option, listed in (
        ("extra_values", matching.extra_values),
        ("hand_values", matching.hand_values),
        ("card_points", points),
    ):
        for name, _each in listed:
            if not _named(name, pack):
                yield InvalidRules(
                    _("“%(option)s” lists the %(card)s, which isn’t in the chosen “%(other)s” (2.1)."),
                    option=option,
                    card=name,
                    other="deck",
                )
    for name, _listed in rules.matching.hand_values:
        if not all(values[card] for card in _named(name, pack)):
            yield InvalidRules(_("The %(card)s has no value on the table, so it has none in the hand."), card=name)


def _point_conflicts(rules: Rules) -> Iterator[InvalidRules]:
    """Yield the options that give points for what there is not, or at a time that is not clear (section 10)."""
    for option in _missing_in_deck(rules):
        yield InvalidRules(
            _("“%(option)s” needs cards that aren’t in the chosen “%(other)s” (2.1)."), option=option, other="deck"
        )
    excluded = (("endgame", rules.winning.endgame != "none", "7.4"), ("difference", rules.scoring.difference, "6.4"))
    for given in at_once_options(rules).values():
        for option, chosen, rule in excluded:
            if chosen:
                yield InvalidRules(
                    _("“%(option)s” gives points at once, so it can’t be combined with “%(other)s” (%(rule)s)."),
                    option=given,
                    other=option,
                    rule=rule,
                )
    if rules.scoring.sweep_rule == "cancel" and not rules.scoring.sweep:
        yield InvalidRules(
            _("Sweeps can cancel each other (“%(option)s”) only if “%(other)s” gives points for them (6.2)."),
            option="sweep_rule",
            other="sweep",
        )


def _missing_in_deck(rules: Rules) -> Iterator[str]:
    """Yield the options for points and for ties that ask for cards of which the deck has none, or not all."""
    scoring, pack = rules.scoring, PACKS[rules.dealing.deck]
    ranks = Counter(card.rank for card in pack)
    for key, count in (MAJORITIES | EACH_CARD).items():
        if CATEGORIES[key].value(scoring) and not count(pack):
            yield key
    if scoring.honours and not all(ranks[rank] for rank in HONOURS):
        yield "honours"
    fours = scoring.fours_of_a_kind
    if fours and fours.points and any(ranks[rank] < 4 for rank in fours.ranks):
        yield "fours_of_a_kind"
    if scoring.most_cards_tie == "most_spades" and not MAJORITIES["most_spades"](pack):
        yield "most_cards_tie"
    if rules.winning.level_winner == "big_casino" and BIG_CASINO not in pack:
        yield "level_winner"
    listed = chain.from_iterable(ENDGAMES[rules.winning.endgame].values())
    if not all(CATEGORIES[key].count(pack) for key in listed):
        yield "endgame"


def _named(name: str, pack: Iterable[Card]) -> list[Card]:
    """The cards of the pack that are this card, or of this rank."""
    return [card for card in pack if name in (card, card.rank)]


def _playing_conflicts(rules: Rules) -> Iterator[InvalidRules]:
    if rules.matching.hand_cards == "pair" and rules.building.building:
        yield InvalidRules(_("Playing two hand cards at once can’t be combined with builds."))
    if rules.specials.orange and rules.dealing.deck not in ("rook", "no_faces"):
        yield InvalidRules(_("Oranges need the Rook deck or the deck without face cards (8.6)."))
    if rules.building.build_for_partner and (rules.dealing.partnership == "never" or 4 not in rules.dealing.seats):
        yield InvalidRules(_("Building for a partner needs partnerships."))


def _stealing_conflicts(rules: Rules) -> Iterator[InvalidRules]:
    winning, specials = rules.winning, rules.specials
    if not specials.steal:
        return
    if winning.claims != "no" or winning.count_as_earned in ("all", "cards") or winning.endgame != "none":
        yield InvalidRules(
            _(
                "With stealing, no card is safe, so it can’t be combined with claims, points counted as earned, or an "
                "endgame restriction."
            )
        )
    if specials.pluck or winning.ending == "clear_table" or rules.matching.hand_cards != "one":
        yield InvalidRules(
            _(
                "Stealing can’t be combined with several hand cards per turn, plucking, or a game that ends when the "
                "table is cleared."
            )
        )


def _winning_conflicts(rules: Rules) -> Iterator[InvalidRules]:
    winning = rules.winning
    to_target = winning.ending == "target"
    if winning.ending == "rounds" and (winning.rounds_per_seat is None) == (winning.rounds is None):
        yield InvalidRules(
            _("A game with a fixed number of rounds needs either “%(option)s” or “%(other)s”."),
            option="rounds_per_seat",
            other="rounds",
        )
    if winning.claims != "no" and (winning.count_as_earned != "no" or winning.endgame != "none"):
        yield InvalidRules(
            _("Claims can’t be combined with points counted as earned or with an endgame restriction (7.6).")
        )
    if winning.claims != "no" and not to_target:
        yield InvalidRules(_("Claims need a target to claim (7.6)."))
    if winning.count_as_earned != "no" and not to_target:
        yield InvalidRules(_("Counting points as earned needs a target to reach (7.5)."))
    if winning.endgame != "none" and not (to_target and winning.target == 21):
        yield InvalidRules(_("The endgame restrictions are for a target of 21 only (7.4)."))
    if winning.finish in ("sweeps_last", "points_first") and (rules.scoring.difference or not to_target):
        yield InvalidRules(
            _("Counting out by item needs a target and can’t be combined with scoring the difference (7.9).")
        )
    if winning.finish == "in_order" and not (to_target and _only_standard_points(rules)):
        yield InvalidRules(_("Counting out in order needs the five standard ways to score, apart from sweeps (7.2)."))


def _only_standard_points(rules: Rules) -> bool:
    others = CATEGORIES.keys() - STANDARD - {"sweeps", "all_points"}
    return not rules.specials.orange and not any(CATEGORIES[key].value(rules.scoring) for key in others)
