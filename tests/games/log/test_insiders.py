"""The owner of the database changes recorded rows, recomputes all hashes and puts the triggers back: `verify` finds
it."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.db import connection

from accounts import services as accounts
from accounts.models import Person
from games import services
from games.bots import DEFAULT_LEVEL
from games.deals import services as deals
from games.deals.models import Attempt, SharedDeal
from games.domain.dispute_events import RulingKind
from games.domain.disputes import Ruling
from games.domain.presets import DEFAULT_PRESET, resolve_rules
from games.domain.table_settings import TableSettings
from games.integrity.checkpoints import latest, link_hash
from games.models import GENESIS, Game, Rating, RatingChange, Seat, SeatResult, Snapshot, StoredEvent
from games.models.append_only import Attestation, Checkpoint
from games.results import ratings
from games.results.seat_results import record_results
from games.rulings import ruling_service
from games.rulings.disputes import open_dispute, withdraw
from games.rulings.models import Dispute
from tests.commands import run
from tests.examples import exhaustive, some
from tests.games.deals.test_services import begin
from tests.games.deals.test_services import play_out as play_the_deal
from tests.games.disputed import director
from tests.games.finished import finished_game, play_out
from tests.games.made_once import played_once
from tests.games.tables import past_the_triggers, person, rehash

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return finished_game()


def verify(*arguments: str) -> tuple[str, str, str]:
    return run("verify", *arguments)


def complaints(*arguments: str) -> str:
    return verify(*arguments)[1]


def in_order() -> None:
    out, err, failure = verify()
    assert (err, failure) == ("", "")
    assert "all in order" in out


def rated_game(*names: str) -> Game:
    """Return a rated game, played to its end."""
    return played_once(("rated", *names), lambda: rated_game_played(*names))


def rated_game_played(*names: str) -> Game:
    people = [Person.objects.filter(username=name.lower()).first() or person(name) for name in names]
    preset = DEFAULT_PRESET
    game = services.start_game(people[0], resolve_rules(preset), preset, 2, False, "friends", TableSettings(rated=True))
    services.take_seat(game, people[1], None)
    play_out(game)
    return Game.objects.get(pk=game.pk)


def rewritten(game: Game, kind: str, change: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Give the latest event of the kind another payload, and recompute all hashes."""
    row = game.events.filter(type=kind).latest("seq")
    with past_the_triggers():
        StoredEvent.objects.filter(pk=row.pk).update(payload=row.payload | change(row.payload))
        rehash(game)


# --- results ----------------------------------------------------------------------------------------------------------


def test_a_forged_winner_is_found(game: Game) -> None:
    rewritten(game, "game_won", lambda told: {"winners": [3 - told["winners"][0]]})
    _, err, failure = verify()
    assert f"{game.public_id}: event " in err
    assert "by today's engine, the log records" in err
    assert failure == "1 of 1 games are not in order."


def test_a_forged_score_and_winner_are_found(game: Game) -> None:
    rewritten(game, "round_scored", lambda told: {"totals": told["totals"][::-1], "points": told["points"][::-1]})
    totals = game.totals[::-1]
    rewritten(game, "game_won", lambda told: {"winners": [3 - told["winners"][0]], "totals": totals})
    Game.objects.filter(pk=game.pk).update(totals=totals)
    assert complaints().count("by today's engine, the log records") == 1


def test_a_sweep_that_never_was_is_found(game: Game) -> None:
    trailed = game.events.filter(type="card_trailed").earliest("seq")
    with past_the_triggers():
        for row in game.events.filter(seq__gt=trailed.seq).order_by("-seq"):
            StoredEvent.objects.filter(pk=row.pk).update(seq=row.seq + 1)
        sweep = {"seat": trailed.payload["seat"], "cards": 4, "first_play": False, "min_points": 0}
        StoredEvent.objects.create(
            game=game, seq=trailed.seq + 1, type="sweep_made", version=1, payload=sweep, actor="seat:1", at=trailed.at
        )
        rehash(game)
    assert f"event {trailed.seq} leads to no result by today's engine, the log records SweepMade" in complaints()


def test_a_result_by_older_rules_is_told_apart_and_can_be_let_pass(game: Game) -> None:
    with past_the_triggers():
        opened = game.events.get(seq=1)
        StoredEvent.objects.filter(pk=opened.pk).update(payload=opened.payload | {"rules_version": 0})
    rewritten(game, "game_won", lambda told: {"winners": [3 - told["winners"][0]]})
    record_results(Game.objects.get(pk=game.pk))
    assert f"{game.public_id}: by older rules, or forged: event " in complaints()
    assert verify()[2] == "1 of 1 games are not in order."
    assert verify("--older-rules")[2] == ""


@pytest.mark.parametrize("preset", some(["casino", "tuxedo", "royal-draw", "tablanette", "hungarian", "michigan"], 2))
def test_honest_results_are_in_order(preset: str) -> None:
    finished_game(preset)
    in_order()


@pytest.mark.parametrize("kind", ["score_corrected", "win_awarded", "drawn", "annulled", "rolled_back"])
def test_what_a_director_ruled_is_in_order(kind: RulingKind) -> None:
    dispute = disputed(rated_game("Ann", "Bob"))
    ruling = Ruling(kind, "So it is.", totals=(3, 300), winners=(1,), event_seq=dispute.event_seq)
    assert isinstance(ruling_service.rule(dispute, director(), ruling), services.Accepted)
    in_order()


# --- triggers, games, checkpoints -------------------------------------------------------------------------------------


def test_dropped_triggers_are_found(game: Game) -> None:
    name = (
        "games_storedevent_no_update"
        if connection.vendor == "sqlite"
        else "games_storedevent_append_only ON games_storedevent"
    )
    connection.cursor().execute(f"DROP TRIGGER {name}")
    _, err, failure = verify()
    assert "the trigger games_storedevent" in err
    assert failure == "The games are in order, the site is not."
    assert game.public_id not in err


def checkpoint() -> str:
    """Return the value to keep elsewhere."""
    assert verify("--checkpoint")[1:] == ("", "")
    return latest()


def remove(game: Game) -> None:
    """Remove the game with its rows in every table."""
    with past_the_triggers():
        for model in (RatingChange, StoredEvent, Attestation, Snapshot, Seat):
            model.objects.filter(game=game).delete()
        Game.objects.filter(pk=game.pk).delete()


def forge_chain(*, without: str) -> None:
    """Write the checkpoints again as if this game had never been."""
    kept = list(Checkpoint.objects.exclude(key=without).order_by("number"))
    with past_the_triggers():
        Checkpoint.objects.all().delete()
        head = GENESIS
        for number, link in enumerate(kept, start=1):
            link.number, link.previous = number, head
            head = link.hash = link_hash(link)
        Checkpoint.objects.bulk_create(kept)


def test_a_whole_game_removed_is_found(game: Game) -> None:
    value = checkpoint()
    remove(game)
    assert f"the log of game {game.public_id} up to event {game.seq} is not there any more" in complaints()
    forge_chain(without=game.public_id)
    in_order()  # who rewrites everything is found by what is kept elsewhere alone
    assert verify("--expect", value)[1:] == (
        f"there is no checkpoint {value}, which was kept elsewhere\n",
        "The games are in order, the site is not.",
    )


def test_a_game_whose_row_alone_is_removed_is_found(game: Game) -> None:
    with past_the_triggers():
        SeatResult.objects.filter(game=game).delete()
        Seat.objects.filter(game=game).delete()
        Snapshot.objects.filter(game=game).delete()
        cursor = connection.cursor()
        if connection.vendor == "sqlite":
            cursor.execute("PRAGMA defer_foreign_keys = ON")
        else:
            cursor.execute("SET session_replication_role = replica")  # the keys to other tables do not count
        cursor.execute("DELETE FROM games_game")
        if connection.vendor == "postgresql":
            cursor.execute("SET session_replication_role = DEFAULT")
    assert "there are rows of games_storedevent of game number" in complaints()
    with past_the_triggers():
        StoredEvent.objects.all().delete()
        Attestation.objects.all().delete()


@exhaustive
def test_a_kept_value_holds_while_games_go_on_are_added_and_called_off() -> None:
    running = finished_game()
    ann, bob = person("Ada"), person("Ben")
    game = services.start_game(ann, resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, 2, False, "friends")
    waiting = services.start_game(ann, resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, 2, False, "friends")
    value = checkpoint()
    services.take_seat(game, bob, None)
    play_out(game)
    services.cancel_game(waiting, ann)
    rated_game("Cleo", "Dan")
    assert verify("--expect", value)[1:] == ("", "")
    later = checkpoint()
    assert later != value
    assert verify("--expect", value, "--expect", later)[1:] == ("", "")
    remove(running)
    assert "is not there any more" in complaints("--expect", value)


def test_a_log_rewritten_from_its_beginning_is_found_by_its_checkpoint(game: Game) -> None:
    value = checkpoint()
    with past_the_triggers():
        first = game.events.get(seq=1)
        StoredEvent.objects.filter(pk=first.pk).update(at=datetime(2020, 1, 1, tzinfo=UTC))
        rehash(game)
    assert f"the log of game {game.public_id} up to event" in complaints("--expect", value)


def test_what_is_not_in_order_is_not_covered(game: Game) -> None:
    rewritten(game, "game_won", lambda told: {"winners": [3 - told["winners"][0]]})
    verify("--checkpoint")
    assert not Checkpoint.objects.filter(key=game.public_id).exists()


def test_a_second_checkpoint_of_the_same_is_none(game: Game) -> None:
    assert checkpoint() == checkpoint()


def test_a_changed_checkpoint_is_found(game: Game) -> None:
    checkpoint()
    with past_the_triggers():
        Checkpoint.objects.filter(number=1).update(head="f" * 64)
    assert "checkpoint 1 does not follow from checkpoint 0" in complaints()


def test_checkpoints_are_of_the_whole_site(game: Game) -> None:
    assert verify(game.public_id, "--checkpoint")[2] == "Checkpoints are of the whole site: give no game."
    assert verify("--expect", "nonsense")[1] == "there is no checkpoint nonsense, which was kept elsewhere\n"


@pytest.mark.parametrize("change", ["message", "user", "row"])
def test_a_changed_or_removed_row_of_the_staff_log_is_found(change: str) -> None:
    dora = director()
    LogEntry.objects.log_actions(dora.pk, [dora], CHANGE, "Looked at the hidden hands.", single_object=True)
    checkpoint()
    with past_the_triggers():
        if change == "message":
            LogEntry.objects.update(change_message="Nothing.")
        elif change == "user":
            LogEntry.objects.update(user=person("Eve"))
        else:
            LogEntry.objects.all().delete()
    assert "of the staff log is not there any more as checkpoint 1 found it" in complaints()


# --- ratings ----------------------------------------------------------------------------------------------------------


@exhaustive
def test_honest_ratings_are_in_order_also_when_a_game_is_undone_and_somebody_leaves() -> None:
    first = rated_game("Ann", "Bob")
    rated_game("Ann", "Cleo")
    rated_game("Bob", "Cleo")
    in_order()
    accounts.delete_account(Person.objects.get(username="cleo"))
    in_order()
    annulled = Ruling("annulled", "They were one person.")
    assert isinstance(ruling_service.rule(first, director(), annulled), services.Accepted)
    in_order()


def test_a_changed_rating_is_found() -> None:
    rated_game("Ann", "Bob")
    Rating.objects.filter(person__username="bob").update(mu=40)
    assert "is not what its games lead to" in complaints()


def test_a_rating_changed_with_its_last_change_is_found() -> None:
    game = rated_game("Ann", "Bob")
    RatingChange.objects.filter(person__username="bob").update(mu_after=40)
    Rating.objects.filter(person__username="bob").update(mu=40)
    assert complaints() == f"{game.public_id}: it changed ratings by other amounts than its result does\n"


def test_a_rating_by_another_result_is_found() -> None:
    game = rated_game("Ann", "Bob")
    loser = game.rated.get(place=ratings.LOST)
    RatingChange.objects.filter(pk=loser.pk).update(place=ratings.WON)
    assert "it was rated with another result than it has" in complaints()


def test_a_game_that_lost_its_rating_is_found() -> None:
    game = rated_game("Ann", "Bob")
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    assert complaints() == f"{game.public_id}: it counts for ratings, and changed none\n"


def test_a_rating_for_somebody_else_is_found() -> None:
    rated_game("Ann", "Bob")
    eve = person("Eve")
    RatingChange.objects.filter(person__username="bob").update(person=eve)
    Rating.objects.filter(person__username="bob").update(person=eve)
    assert "it changed the ratings of others than sit in it" in complaints()


# --- disputes ---------------------------------------------------------------------------------------------------------


def disputed(game: Game | None = None) -> Dispute:
    """Return a dispute of the last trail in a finished game."""
    game = game or finished_game()
    at = game.events.filter(type="card_trailed").latest("seq").seq
    dispute = open_dispute(game.taken_seats.get(number=1), at, "He laughed.")
    assert isinstance(dispute, Dispute)
    return dispute


def test_a_changed_text_of_a_dispute_is_found() -> None:
    dispute = disputed()
    in_order()
    Dispute.objects.filter(pk=dispute.pk).update(text="I was wrong.")
    assert complaints() == f"{dispute.game.public_id}: the text of dispute 1 is not the one that was written\n"
    Dispute.objects.filter(pk=dispute.pk).update(text="")
    assert "the text of dispute 1 is not the one that was written" in complaints()


def test_a_text_goes_with_its_author_and_all_is_in_order() -> None:
    dispute = disputed()
    assert dispute.person
    accounts.delete_account(dispute.person)
    dispute.refresh_from_db()
    assert dispute.text == ""
    in_order()


def test_a_changed_state_or_a_removed_dispute_is_found() -> None:
    dispute = disputed()
    Dispute.objects.filter(pk=dispute.pk).update(state=Dispute.State.WITHDRAWN)
    assert "dispute 1 is withdrawn in its row, and not so in the log" in complaints()
    dispute.delete()
    assert "disputes [1] were opened in the log, there are rows of []" in complaints()


def test_a_withdrawn_dispute_is_in_order() -> None:
    dispute = disputed()
    withdraw(dispute, Seat.objects.get(game=dispute.game_id, number=dispute.seat))
    in_order()


# --- seats ------------------------------------------------------------------------------------------------------------


def test_a_seat_given_to_another_person_is_found(game: Game) -> None:
    eve = person("Eve")
    bob = Seat.objects.get(game=game, number=2).person_id
    Seat.objects.filter(game=game, number=2).update(person=eve, name="Eve")
    assert f"{game.public_id}: seat 2 belongs to account {bob}, its row says {eve.pk}\n" in complaints()
    Seat.objects.filter(game=game, number=2).update(person=None)
    assert "its row says None" in complaints()


def test_a_forged_owner_is_found_by_its_checkpoint(game: Game) -> None:
    eve = person("Eve")
    value = checkpoint()
    with past_the_triggers():
        Seat.objects.filter(game=game, number=2).update(person=eve, name="Eve")
        Attestation.objects.filter(game=game).latest("pk").delete()
        Attestation.objects.create(game=game, kind=Attestation.Kind.MOVED, seq=game.seq, number=2, person=eve.pk)
    assert f"what is attested of game {game.public_id} is not there any more" in complaints("--expect", value)


def test_seats_that_change_as_they_may_are_in_order() -> None:
    guest, bob, cleo = accounts.create_guest(), person("Bob"), person("Cleo")
    game = services.start_game(guest, resolve_rules(DEFAULT_PRESET), DEFAULT_PRESET, 3, False, "friends")
    services.take_seat(game, bob, 2)
    services.swap_seats(game, guest, 1, 3)
    services.leave_seat(game, bob)
    services.take_seat(game, cleo, 1)
    services.seat_computers(game, guest, 2, "casual")
    in_order()
    services.move_games(guest, bob)
    assert Seat.objects.get(game=game, number=3).person == bob
    in_order()
    accounts.delete_account(bob)
    accounts.delete_account(cleo)
    in_order()


# --- shared deals -----------------------------------------------------------------------------------------------------


@pytest.fixture
def attempt() -> Attempt:
    deal = deals.create_for_friends(person("Ann"), DEFAULT_PRESET, DEFAULT_LEVEL)
    play_the_deal(begin(deal, Person.objects.get(username="ann")))
    return Attempt.objects.get()


@pytest.mark.parametrize(
    ("change", "told"),
    some(
        [
            ({"margin": 50}, "its result in the shared deal is (50, "),
            ({"sweeps": 50}, ", 50) (lead, sweeps), its log says "),
            ({"margin": None}, "its result in the shared deal is (None, "),
            ({"finished": None}, "its result in the shared deal is recorded, and it is not over"),
            ({"finished": datetime(2020, 1, 1, tzinfo=UTC)}, "when nothing happened in it"),
            ({"seat": 2}, "its result in the shared deal is of seat 2"),
        ],
        1,
    ),
)
def test_a_forged_result_in_a_shared_deal_is_found(attempt: Attempt, change: dict[str, Any], told: str) -> None:
    in_order()
    Attempt.objects.update(**change)
    assert told in complaints()


@pytest.mark.parametrize(
    ("change", "told"),
    some(
        [
            ({"commitment": "0" * 64}, "is not the one that was promised"),
            ({"seed": b"x" * 32}, "its cards are not those of its shared deal"),
            ({"preset": "royal"}, "its rules are not those of its shared deal"),
            ({"level": "master"}, "and the other is not of its computer"),
        ],
        1,
    ),
)
def test_a_forged_shared_deal_is_found(attempt: Attempt, change: dict[str, Any], told: str) -> None:
    SharedDeal.objects.filter(pk=attempt.deal_id).update(**change)
    assert told in complaints()


@exhaustive
def test_shared_deals_that_are_played_given_up_or_going_on_are_in_order() -> None:
    deal = deals.todays_deal()
    begin(deal, person("Ann"))
    given_up = begin(deal, person("Bob"))
    services.resign(Seat.objects.get(game=given_up, number=1), given_up.seq)
    play_the_deal(begin(deal, person("Cleo")))
    in_order()


@exhaustive
def test_a_removed_rating_change_hides_no_other_problem() -> None:
    game = rated_game("Ann", "Bob")
    RatingChange.objects.filter(game=game, number=1).delete()
    RatingChange.objects.filter(game=rated_game("Cleo", "Dan"), number=2).update(person=None)
    assert complaints().count("it changed the ratings of others than sit in it") == 2


def test_rows_that_cannot_be_read_hide_no_other_game(monkeypatch: pytest.MonkeyPatch, game: Game) -> None:
    monkeypatch.setattr("games.integrity.game_check.rated_problems", lambda *_: map(int, "x"))
    assert f"{game.public_id}: rows related to its log cannot be read: ValueError" in complaints()


def test_a_computer_that_plays_for_a_person_without_an_event_is_found(game: Game) -> None:
    Seat.objects.filter(game=game, number=1).update(bot=DEFAULT_LEVEL)
    assert "a computer plays for seats [1], and the log knows nothing of it" in complaints()
