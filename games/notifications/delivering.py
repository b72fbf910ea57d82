"""Delivery of notifications: each once, a moment after the event, if it is still useful.

A call is claimed before it is sent and settled after. If a process dies in between, its claim runs out and the call is
sent again with the same number, so that the receiver can recognize it.
"""

import logging
from collections.abc import Sequence
from datetime import timedelta
from itertools import groupby

from django.db.models import QuerySet
from django.tasks import task
from django.utils import timezone

from casino.outgoing import Unreachable
from casino.writes import write_transaction
from games.notifications import hooks, mail, push
from games.notifications.happenings import Happening, Way
from games.notifications.models import REASON_LENGTH, Call, Webhook, Wishes
from games.notifications.places import places_of
from games.notifications.sorting_out import held_until, useless
from games.notifications.undelivered import Undeliverable
from games.notifications.wishes import quiet_end, ways_for, wishes_of

logger = logging.getLogger(__name__)

QUEUE = "calls"
"""A queue of its own, so that a slow mail server or web address delays no computer player and no clock."""

BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 720))
"""Delays after each failure; after the last one a call is given up."""

CLAIM = timedelta(minutes=5)
"""Time after which a call that was being sent counts as interrupted."""

WAYS = {Way.PUSH: push.send, Way.MAIL: mail.send, Way.HOOK: hooks.send}
KEPT = timedelta(days=30)
OPEN = (Call.Status.WAITING, Call.Status.HELD, Call.Status.SENDING)


def write_down(calls: Sequence[Call]) -> None:
    """Store all calls of one occasion and enqueue their tasks, together or not at all; existing calls remain."""
    occasion, due = calls[0].occasion, calls[0].due
    with write_transaction():
        before = list(Call.objects.filter(occasion=occasion).values_list("pk", flat=True))
        Call.objects.bulk_create(calls, ignore_conflicts=True)
        for number in Call.objects.filter(occasion=occasion).exclude(pk__in=before).values_list("pk", flat=True):
            carry_out.using(run_after=due).enqueue(number)


@task(queue_name=QUEUE)
def carry_out(number: int) -> None:
    """Send one call that is due."""
    now = timezone.now()
    with write_transaction():
        cut_off = Call.objects.filter(pk=number, status=Call.Status.SENDING, due__gt=now).first()
        if cut_off:  # or still being sent by another worker: look again when its claim has run out
            carry_out.using(run_after=cut_off.due).enqueue(number)
        due = take(Call.objects.filter(pk=number).exclude(status=Call.Status.HELD))
    for calls in due:
        bring(calls)


@task(queue_name=QUEUE)
def carry_out_held(person_id: int) -> None:
    """Send the calls held for this person, merged into one message per place."""
    with write_transaction():
        due = take(Call.objects.filter(person=person_id, status=Call.Status.HELD))
    for calls in due:
        bring(calls)


def resume() -> None:
    """Enqueue every call not yet sent, as after a crash; repeating this is harmless. Old calls are deleted."""
    now = timezone.now()
    with write_transaction():
        Call.objects.exclude(status__in=OPEN).filter(created__lt=now - KEPT).delete()
        for call in Call.objects.filter(status__in=OPEN):
            held = call.status == Call.Status.HELD
            again = carry_out_held if held else carry_out
            again.using(run_after=max(now, call.due)).enqueue(call.person_id if held else call.pk)


# --- claiming -------------------------------------------------------------------------------------------------------


def take(calls: QuerySet[Call]) -> list[list[Call]]:
    """Claim the calls that are due and useful, grouped into one message per place."""
    now = timezone.now()
    ready = calls.filter(status__in=OPEN, due__lte=now).select_related("person", "game")
    rows = list(ready.select_for_update(of=("self",)).order_by("way", "place", "created", "pk"))
    kept = [call for call in rows if not put_aside(call)]
    for call in kept:
        call.status, call.due, call.attempts = Call.Status.SENDING, now + CLAIM, call.attempts + 1
        call.save(update_fields=["status", "due", "attempts"])
    return [list(group) for _, group in groupby(kept, key=lambda call: (call.way, call.place))]


def put_aside(call: Call) -> bool:
    """Drop a call that is no longer useful, or hold one that would disturb. Return True if either was done."""
    if reason := useless(call):
        settle([call], Call.Status.DROPPED, reason)
        return True
    until = held_until(call, timezone.now())
    if until is None:
        return False
    call.status, call.due = Call.Status.HELD, until
    call.save(update_fields=["status", "due"])
    carry_out_held.using(run_after=until).enqueue(call.person_id)
    return True


def hold_anew(wishes: Wishes) -> None:
    """Move the calls held for this person to the end of the current quiet hours, or to now."""
    now = timezone.now()
    due = quiet_end(wishes, now) or now
    if Call.objects.filter(person=wishes.person_id, status=Call.Status.HELD).exclude(due=due).update(due=due):
        carry_out_held.using(run_after=due).enqueue(wishes.person_id)


# --- sending --------------------------------------------------------------------------------------------------------


def bring(calls: list[Call]) -> None:
    """Send one message to one place about all of these calls."""
    try:
        WAYS[Way(calls[0].way)](calls[0].person, calls)
    except Undeliverable as trouble:
        settle(calls, Call.Status.FAILED, str(trouble))
        tell_of_hook(calls[0])
    except Unreachable as trouble:
        try_again(calls, str(trouble))
        tell_of_hook(calls[0])
    except Exception:
        logger.exception("Call %s could not be made.", calls[0].pk)
        try_again(calls, "a fault of the program")
    else:
        settle(calls, Call.Status.SENT, "")


def settle(calls: Sequence[Call], status: Call.Status, reason: str) -> None:
    with write_transaction():
        Call.objects.filter(pk__in=[call.pk for call in calls]).update(status=status, reason=reason[:REASON_LENGTH])


def try_again(calls: list[Call], reason: str) -> None:
    """Retry after a delay that grows with each attempt, until the calls are given up."""
    tried = max(call.attempts for call in calls)
    if tried > len(BACK_OFF):
        settle(calls, Call.Status.FAILED, reason)
        return
    due, together = timezone.now() + BACK_OFF[tried - 1], len(calls) > 1
    status = Call.Status.HELD if together else Call.Status.WAITING
    numbers = [call.pk for call in calls]
    with write_transaction():
        Call.objects.filter(pk__in=numbers).update(status=status, due=due, reason=reason[:REASON_LENGTH])
        again, whose = (carry_out_held, calls[0].person_id) if together else (carry_out, numbers[0])
        again.using(run_after=due).enqueue(whose)


def tell_of_hook(call: Call) -> None:
    """If this failure switched a webhook off, notify its owner by the other ways."""
    off = Webhook.objects.filter(pk=call.place, person=call.person, switched_off=True)
    if call.way != Way.HOOK or not off.exists():
        return
    ways = ways_for(wishes_of([call.person])[call.person_id], Happening.HOOK_OFF, None) - {Way.HOOK}
    places = [place for place in places_of([call.person]) if place.way in ways]
    told = {
        "person": call.person,
        "happening": Happening.HOOK_OFF,
        "occasion": f"{Happening.HOOK_OFF}:{call.place}:{off.values_list('failing_since', flat=True)[0]}",
        "due": timezone.now(),
    }
    if places:
        write_down([Call(way=place.way, place=place.number, **told) for place in places])
