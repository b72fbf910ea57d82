"""Rulings of directors: their effects on the log, the rows, the clocks, the ratings, and the people."""

from datetime import timedelta

import pytest

from accounts.models import Person
from games import services
from games.domain.dispute_events import RulingMade
from games.domain.notation import read_move
from games.log.store import load
from games.models import Game, RatingChange, Suspension
from games.notifications.kinds import NotificationKind
from games.notifications.models import Notification
from games.results import ratings
from games.rulings import ruling_service
from games.rulings.models import Dispute, RulingRecord
from games.rulings.permissions import can_rule_in
from games.services import Accepted
from games.services.timeouts import enforce_timeout
from tests.games.disputed import open_case
from tests.games.finished import play_out
from tests.games.recipients import play_once, two_at_a_table
from tests.games.tables import RULES, person
from tests.games.timed import MONDAY, kinds, mover, standing_time, timed_game
from tests.games.viewers import Viewer
from tests.rulings.cases import WHY, Ruling, director, disputed, fresh, moves_now, play, refused, ruled, seat, sound

pytestmark = pytest.mark.django_db

UNTIL = (MONDAY + timedelta(days=400)).isoformat()


# --- who may rule -------------------------------------------------------------------------------------------------


def test_a_director_rules_and_nobody_else(game: Game) -> None:
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
    ruling = Ruling("upheld", WHY)
    return [
        ruling_service.rule(dispute, who, ruling),  # type: ignore[arg-type]
        ruling_service.reveal_hands(dispute, who),  # type: ignore[arg-type]
        ruling_service.pause_game(dispute, who),  # type: ignore[arg-type]
        ruling_service.resume(dispute, who),  # type: ignore[arg-type]
    ]


def test_no_director_rules_in_a_game_of_their_own(dora: Person) -> None:
    game = services.start_game(dora, RULES, "casino", 2, False, "friends")
    services.take_seat(game, person("Bob"), None)
    dispute = disputed(game, play(game))
    assert not can_rule_in(dora, game)
    for outcome in everything(dispute, dora):
        assert refused(outcome) == "director-plays"
    assert ruling_service.preview(dispute, dora, Ruling("upheld", WHY)).refusal
    assert can_rule_in(director("Dirk"), game)


# --- ruling -------------------------------------------------------------------------------------------------------


def test_a_ruling_is_written_down_and_settles_the_dispute(game: Game, dora: Person) -> None:
    dispute = disputed(game, play(game))
    ruled(dispute, dora, "upheld", rule="4.10")
    made = fresh(game).events.get(type="ruling_made")
    assert made.actor == f"person:{dora.pk}"
    assert made.payload == RulingMade(1, "upheld", "Dora", WHY, "4.10", 1, dispute.event_seq)._asdict()
    dispute.refresh_from_db()
    row = RulingRecord.objects.get()
    assert (dispute.state, row.seq, row.director, row.dispute) == ("ruled", made.seq, dora, dispute)
    assert refused(ruling_service.rule(dispute, dora, Ruling("upheld", WHY))) == "dispute-settled"
    assert sound(game)


def test_the_preview_is_what_the_ruling_makes(game: Game, dora: Person) -> None:
    other = moves_now(game)[-1]
    dispute = disputed(game, play(game), stop=True, by=1)
    ruling = Ruling("move_replaced", WHY, move=read_move(other))
    before = fresh(game).seq
    shown = ruling_service.preview(dispute, dora, ruling)
    assert fresh(game).seq == before
    assert shown.refusal is None
    assert isinstance(ruling_service.rule(dispute, dora, ruling), Accepted)
    assert ruling_service.preview(game, dora, Ruling("upheld", WHY)).after == shown.after
    assert kinds(game, before)[:2] == ["ruling_made", "rolled_back"]


def test_a_preview_says_why_a_ruling_cannot_be_made(game: Game, dora: Person) -> None:
    there = load(game)[0].round
    assert there
    another = there.hands[2 - game.turn][0]  # the other's
    dispute = disputed(game, play(game))
    shown = ruling_service.preview(dispute, dora, Ruling("move_replaced", WHY, move=read_move(another)))
    assert shown.refusal
    assert shown.events == ()


def test_going_back_gives_back_the_clocks_and_tells_what_was_seen() -> None:
    with standing_time() as time:
        game, dora = timed_game(clock="live", time=300), director()
        time.passes(20)
        at = play(game)
        time.passes(50)
        play(game)
        time.passes(5)
        dispute = disputed(game, at)
        assert len(getattr(ruling_service.preview(dispute, dora, Ruling("rolled_back", WHY)).seen, "to_all", ())) == 2
        ruled(dispute, dora, "rolled_back")
        clock = fresh(game).clock
        assert clock
        assert clock["remaining"] == [300.0, 300.0]
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
        assert enforce_timeout(game.public_id, fresh(game).seq)
        assert seat(game, late.number).bot
        dispute = disputed(game, at, by=late.number)
        ruled(dispute, dora, "rolled_back")
        assert seat(game, late.number).bot == ""
        assert sound(game)
        play(game)
        assert mover(game) == late
        play(game)
        ruled(fresh(game), dora, "rolled_back", overrules=1)
        assert seat(game, late.number).bot
        assert sound(game)


def test_a_clock_is_changed() -> None:
    with standing_time():
        game, dora = timed_game(clock="turn", time=300), director()
        before = fresh(game).deadline
        ruled(game, dora, "clock_adjusted", seat=fresh(game).turn, seconds=60)
        assert before
        assert fresh(game).deadline == before + timedelta(seconds=60)
        assert sound(game)


def test_players_are_told() -> None:
    game, mover, waiting = two_at_a_table()
    play_once(game)
    Notification.objects.all().delete()
    ruled(game, director(), "upheld")
    told = Notification.objects.filter(kind=NotificationKind.RULING)
    assert {call.person for call in told} == {mover, waiting}


@pytest.mark.parametrize("ended", [True, False])
def test_players_are_told_once_of_a_ruling_that_ends_a_game_or_changes_its_end(ended: bool) -> None:
    (game, mover, waiting), dora = two_at_a_table(), director()
    play_once(game)
    if ended:
        ruled(game, dora, "drawn")
    Notification.objects.all().delete()
    ruled(game, dora, "win_awarded", winners=(1,))
    told = [(call.person, call.kind) for call in Notification.objects.order_by("pk")]
    assert sorted(told, key=str) == sorted([(mover, "ruling"), (waiting, "ruling")], key=str)


def test_hands_are_looked_at_once_and_the_players_learn_of_it(game: Game, dora: Person) -> None:
    dispute = disputed(game, play(game))
    assert not ruling_service.has_revealed_hands(dispute, dora)
    for _ in range(2):
        assert isinstance(ruling_service.reveal_hands(dispute, dora), Accepted)
    assert ruling_service.has_revealed_hands(dispute, dora)
    assert not ruling_service.has_revealed_hands(dispute, director("Dirk"))
    assert kinds(game).count("hands_revealed_to_director") == 1


# --- ends and ratings ---------------------------------------------------------------------------------------------


@pytest.fixture
def resigned() -> Game:
    """A rated game that Ann has given up."""
    game = timed_game(rated=True)
    play(game)
    services.resign(seat(game, 1), fresh(game).seq)
    return game


def places(game: Game) -> list[int]:
    return list(RatingChange.objects.filter(game=game).order_by("number").values_list("place", flat=True))


def test_ratings_follow_a_ruling(resigned: Game, dora: Person) -> None:
    assert places(resigned) == [ratings.LOST, ratings.WON]
    ruled(resigned, dora, "win_awarded", winners=(1,))
    assert places(resigned) == [ratings.WON, ratings.LOST]
    ruled(resigned, dora, "drawn")
    assert places(resigned) == [ratings.WON, ratings.WON]
    ruled(resigned, dora, "annulled")
    assert places(resigned) == []
    ruled(resigned, dora, "rolled_back", overrules=3)
    assert places(resigned) == [ratings.WON, ratings.WON]
    assert sound(resigned)


def test_a_game_that_was_over_is_played_on_and_counts_once(resigned: Game, dora: Person) -> None:
    at = resigned.events.get(type="seat_resigned").seq
    dispute = disputed(resigned, at, by=1)
    ruled(dispute, dora, "rolled_back")
    assert (fresh(resigned).status, places(resigned)) == (Game.Status.PLAYING, [])
    play_out(resigned)
    assert len(places(resigned)) == 2
    assert sound(resigned)


def test_a_rematch_is_in_order_though_the_game_before_was_played_on(resigned: Game, dora: Person) -> None:
    ann = seat(resigned, 1).person
    assert ann
    rematch = services.join_rematch(fresh(resigned), ann)
    assert isinstance(rematch, Game)
    ruled(resigned, dora, "rolled_back", event_seq=fresh(resigned).events.get(type="seat_resigned").seq)
    play_out(resigned)
    assert sound(resigned)
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
        assert refused(services.join_rematch(fresh(game), barred.person)) == "suspended"
        time.passes(401 * 24 * 3600)
        assert services.take_seat(waiting, barred.person, None)
        assert services.suspension_refusal(barred.person_id) is None


def test_a_suspension_ends_when_it_is_overruled() -> None:
    with standing_time():
        game, dora = timed_game(), director()
        ruled(game, dora, "suspended", seat=1, until=UNTIL)
        assert Suspension.objects.exists()
        ruled(game, dora, "upheld", overrules=1)
        assert not Suspension.objects.exists()
        first = RulingRecord.objects.get(number=1)
        assert first.overruled_by
        assert first.overruled_by.number == 2


@pytest.mark.parametrize("until", ["", "soon", "2020-01-01T00:00:00+00:00", "2999-01-01T00:00:00"])
def test_a_suspension_ends_at_a_time_to_come(game: Game, dora: Person, until: str) -> None:
    assert refused(ruling_service.rule(game, dora, Ruling("suspended", WHY, seat=1, until=until))) == "ruling-no-end"


def test_computers_are_neither_warned_nor_suspended() -> None:
    game = services.start_game(person("Ann"), RULES, "casino", 2, False, "computer")
    for kind in ("warned", "suspended"):
        ruling = Ruling(kind, WHY, seat=2, until=UNTIL)
        assert refused(ruling_service.rule(game, director(kind), ruling)) == "nobody-to-suspend"


def test_a_ruling_holds_for_the_state_that_others_load(game: Game, dora: Person) -> None:
    play(game)
    ruled(game, dora, "score_corrected", totals=(3, 1))
    assert load(fresh(game))[0].totals == (3, 1)
    assert fresh(game).totals == [3, 1]
    assert sound(game)


# --- how the players learn of it -----------------------------------------------------------------------------------

READ = "I’ve read it"


def test_a_ruling_stays_on_the_table_of_each_player_until_it_was_read() -> None:
    case = open_case()
    ruled(case.dispute, case.director, "upheld")
    ann, bob = case.players
    for viewer in (ann, bob, ann):
        page = viewer.look()
        assert READ in page.buttons
        assert "the move stands. It was so." in page.text
    assert READ not in ann.press(ann.look(), READ).buttons
    assert READ not in ann.look().buttons
    assert READ in bob.look().buttons
    assert READ not in Viewer(case.game).look().buttons
    ruled(case.game, case.director, "annulled")
    for viewer in (ann, bob):
        assert READ in viewer.look().buttons
