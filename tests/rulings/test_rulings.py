"""Rulings of directors: their effects on the log, the rows, the clocks, the ratings, and the people."""

from datetime import timedelta

import pytest

from games import ratings, services
from games.domain.disputed import RulingMade
from games.domain.notation import read_move
from games.domain.variants import resolve
from games.log.store import load
from games.models import Game, RatingChange
from games.notifications.happenings import Happening
from games.notifications.models import Call
from games.rulings import directing
from games.rulings.directors import may_direct
from games.rulings.models import Dispute, MadeRuling, Suspension
from games.services import Accepted
from games.services.clocks import run_out
from tests.games.callers import play_once, two_at_a_table
from tests.games.finished import play_out
from tests.games.tables import RULES, person
from tests.games.timed import MONDAY, kinds, mover, standing_time, timed_game
from tests.rulings.cases import WHY, Ruling, director, disputed, fresh, moves_now, play, refused, ruled, seat, sound

pytestmark = pytest.mark.django_db

UNTIL = (MONDAY + timedelta(days=400)).isoformat()


# --- who may rule -------------------------------------------------------------------------------------------------


def test_a_director_rules_and_nobody_else() -> None:
    game = timed_game()
    dispute = disputed(game, play(game))
    guest, staff = person("Gast"), person("Stefan")
    staff.is_staff = True
    staff.save()
    before = fresh(game).seq
    for other in (guest, staff):
        for outcome in everything(dispute, other):
            assert refused(outcome) == "no-director"
    assert fresh(game).seq == before


def everything(dispute: Dispute, who: object) -> list[object]:
    ruling = Ruling("stands", WHY)
    return [
        directing.rule(dispute, who, ruling),  # type: ignore[arg-type]
        directing.look_at_hands(dispute, who),  # type: ignore[arg-type]
        directing.freeze(dispute, who),  # type: ignore[arg-type]
        directing.resume(dispute, who),  # type: ignore[arg-type]
    ]


def test_no_director_rules_in_a_game_of_their_own() -> None:
    dora = director()
    game = services.start_game(dora, RULES, "casino", 2, False, "friends")
    services.take_seat(game, person("Bob"), None)
    dispute = disputed(game, play(game))
    assert not may_direct(dora, game)
    for outcome in everything(dispute, dora):
        assert refused(outcome) == "director-plays"
    assert directing.preview(dispute, dora, Ruling("stands", WHY)).refusal
    assert may_direct(director("Dirk"), game)


# --- ruling -------------------------------------------------------------------------------------------------------


def test_a_ruling_is_written_down_and_settles_the_dispute() -> None:
    game, dora = timed_game(), director()
    dispute = disputed(game, play(game))
    ruled(dispute, dora, "stands", rule="4.10")
    made = fresh(game).events.get(type="ruling_made")
    assert made.actor == f"person:{dora.pk}"
    assert made.payload == RulingMade(1, "stands", "Dora", WHY, "4.10", 1, dispute.at)._asdict()
    dispute.refresh_from_db()
    row = MadeRuling.objects.get()
    assert (dispute.state, row.seq, row.director, row.dispute) == ("ruled", made.seq, dora, dispute)
    assert refused(directing.rule(dispute, dora, Ruling("stands", WHY))) == "dispute-settled"
    assert sound(game)


def test_the_preview_is_what_the_ruling_makes() -> None:
    game, dora = timed_game(), director()
    other = moves_now(game)[-1]
    dispute = disputed(game, play(game), stop=True, by=1)
    ruling = Ruling("replaced", WHY, move=read_move(other))
    before = fresh(game).seq
    shown = directing.preview(dispute, dora, ruling)
    assert fresh(game).seq == before
    assert shown.refusal is None
    assert isinstance(directing.rule(dispute, dora, ruling), Accepted)
    assert directing.preview(game, dora, Ruling("stands", WHY)).after == shown.after
    assert kinds(game, before)[:2] == ["ruling_made", "went_back"]


def test_a_preview_says_why_a_ruling_cannot_be_made() -> None:
    game, dora = timed_game(), director()
    there = load(game)[0].round
    assert there
    another = there.hands[2 - game.turn][0]  # the other's
    dispute = disputed(game, play(game))
    shown = directing.preview(dispute, dora, Ruling("replaced", WHY, move=read_move(another)))
    assert shown.refusal
    assert shown.facts == ()


def test_going_back_gives_back_the_clocks_and_tells_what_was_seen() -> None:
    with standing_time() as time:
        game, dora = timed_game(clock="live", time=300), director()
        time.passes(20)
        at = play(game)
        time.passes(50)
        play(game)
        time.passes(5)
        dispute = disputed(game, at)
        assert len(getattr(directing.preview(dispute, dora, Ruling("back", WHY)).seen, "everybody", ())) == 2
        ruled(dispute, dora, "back")
        clock = fresh(game).clock
        assert clock
        assert clock["left"] == [300.0, 300.0]
        due = fresh(game).deadline
        assert due
        assert (due - MONDAY).total_seconds() == 75 + 300
        assert sound(game)


def test_whose_time_ran_out_since_plays_again_and_not_when_that_is_overruled() -> None:
    with standing_time() as time:
        game, dora = timed_game(seats=3, clock="live", time=300, timeout="lose"), director()
        at = play(game)
        late = mover(game)
        time.passes(301)
        assert run_out(game.public_id, fresh(game).seq)
        assert seat(game, late.number).bot
        dispute = disputed(game, at, by=late.number)
        ruled(dispute, dora, "back")
        assert seat(game, late.number).bot == ""
        assert sound(game)
        play(game)
        assert mover(game) == late
        play(game)
        ruled(fresh(game), dora, "back", overrules=1)
        assert seat(game, late.number).bot
        assert sound(game)


def test_a_clock_is_changed() -> None:
    with standing_time():
        game, dora = timed_game(clock="turn", time=300), director()
        before = fresh(game).deadline
        ruled(game, dora, "clock", seat=fresh(game).turn, seconds=60)
        assert before
        assert fresh(game).deadline == before + timedelta(seconds=60)
        assert sound(game)


def test_players_are_told() -> None:
    game, mover, waiting = two_at_a_table()
    play_once(game)
    Call.objects.all().delete()
    ruled(game, director(), "stands")
    told = Call.objects.filter(happening=Happening.RULING)
    assert {call.person for call in told} == {mover, waiting}


def test_hands_are_looked_at_once_and_the_players_learn_of_it() -> None:
    game, dora = timed_game(), director()
    dispute = disputed(game, play(game))
    assert not directing.has_looked(dispute, dora)
    for _ in range(2):
        assert isinstance(directing.look_at_hands(dispute, dora), Accepted)
    assert directing.has_looked(dispute, dora)
    assert not directing.has_looked(dispute, director("Dirk"))
    assert kinds(game).count("hands_looked_at") == 1


# --- ends and ratings ---------------------------------------------------------------------------------------------


def rated_game() -> Game:
    ann, bob = person("Ann"), person("Bob")
    terms = services.Setup(resolve("casino"), "casino", 2, False).terms._replace(rated=True)
    game = services.start_game(ann, resolve("casino"), "casino", 2, False, "friends", terms)
    services.take_seat(game, bob, None)
    return fresh(game)


def places(game: Game) -> list[int]:
    return list(RatingChange.objects.filter(game=game).order_by("number").values_list("place", flat=True))


def test_ratings_follow_a_ruling() -> None:
    game, dora = rated_game(), director()
    play(game)
    services.resign(seat(game, 1), fresh(game).seq)
    assert places(game) == [ratings.LOST, ratings.WON]
    ruled(game, dora, "awarded", winners=(1,))
    assert places(game) == [ratings.WON, ratings.LOST]
    ruled(game, dora, "drawn")
    assert places(game) == [ratings.WON, ratings.WON]
    ruled(game, dora, "annulled")
    assert places(game) == []
    ruled(game, dora, "back", overrules=3)
    assert places(game) == [ratings.WON, ratings.WON]
    assert sound(game)


def test_a_game_that_was_over_is_played_on_and_counts_once() -> None:
    game, dora = rated_game(), director()
    play(game)
    services.resign(seat(game, 1), fresh(game).seq)
    at = fresh(game).events.get(type="seat_resigned").seq
    dispute = disputed(game, at, by=1)
    ruled(dispute, dora, "back")
    assert (fresh(game).status, places(game)) == (Game.Status.PLAYING, [])
    play_out(game)
    assert len(places(game)) == 2
    assert sound(game)


def test_a_rematch_is_in_order_though_the_game_before_was_played_on() -> None:
    game, dora = rated_game(), director()
    play(game)
    services.resign(seat(game, 1), fresh(game).seq)
    ann = seat(game, 1).person
    assert ann
    rematch = services.play_again(fresh(game), ann)
    assert isinstance(rematch, Game)
    ruled(game, dora, "back", at=fresh(game).events.get(type="seat_resigned").seq)
    play_out(game)
    assert sound(game)
    assert sound(rematch)


# --- people -------------------------------------------------------------------------------------------------------


def test_who_is_suspended_sits_down_opens_and_plays_nothing() -> None:
    with standing_time() as time:
        game, dora = timed_game(clock="live", time=300), director()
        waiting = services.start_game(person("Cleo"), RULES, "casino", 2, False, "friends")
        ruled(game, dora, "suspended", seat=fresh(game).turn, until=UNTIL)
        barred = seat(game, fresh(game).turn)
        assert barred.person
        assert refused(services.play(barred, moves_now(game)[0], fresh(game).seq)) == "suspended"
        assert refused(services.take_seat(waiting, barred.person, None)) == "suspended"
        with pytest.raises(services.SuspendedError, match=r"until .*2027"):
            services.start_game(barred.person, RULES, "casino", 2, False, "computer")
        assert fresh(game).deadline
        assert isinstance(services.resign(barred, fresh(game).seq), Accepted)
        assert refused(services.play_again(fresh(game), barred.person)) == "suspended"
        time.passes(401 * 24 * 3600)
        assert services.take_seat(waiting, barred.person, None)
        assert services.suspended(barred.person) is None


def test_a_suspension_ends_when_it_is_overruled() -> None:
    with standing_time():
        game, dora = timed_game(), director()
        ruled(game, dora, "suspended", seat=1, until=UNTIL)
        assert Suspension.objects.exists()
        ruled(game, dora, "stands", overrules=1)
        assert not Suspension.objects.exists()
        first = MadeRuling.objects.get(number=1)
        assert first.overruled_by
        assert first.overruled_by.number == 2


@pytest.mark.parametrize("until", ["", "soon", "2020-01-01T00:00:00+00:00", "2999-01-01T00:00:00"])
def test_a_suspension_ends_at_a_time_to_come(until: str) -> None:
    game, dora = timed_game(), director()
    assert refused(directing.rule(game, dora, Ruling("suspended", WHY, seat=1, until=until))) == "ruling-no-end"


def test_computers_are_neither_warned_nor_suspended() -> None:
    game = services.start_game(person("Ann"), RULES, "casino", 2, False, "computer")
    for kind in ("warned", "suspended"):
        ruling = Ruling(kind, WHY, seat=2, until=UNTIL)
        assert refused(directing.rule(game, director(kind), ruling)) == "nobody-to-suspend"


def test_a_ruling_holds_for_the_state_that_others_load() -> None:
    game, dora = timed_game(), director()
    play(game)
    ruled(game, dora, "score", totals=(3, 1))
    assert load(fresh(game))[0].totals == (3, 1)
    assert fresh(game).totals == [3, 1]
    assert sound(game)
