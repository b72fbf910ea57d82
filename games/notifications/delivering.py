"""Calls carried out: each once, a moment after what happened, when it is known whether it is still of use.

A call is claimed before it is sent and settled after. Who dies in between leaves a claim that runs out; then it is
tried again, under the same number, by which the other side can tell.
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
"""Their own queue: a mail server or a stranger's web address that is slow holds up no computer player and no clock."""

BACK_OFF = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 720))
"""How long to wait after each failure; after the last one a call is given up."""

CLAIM = timedelta(minutes=5)
"""After this a call that was being sent counts as cut off."""

WAYS = {Way.PUSH: push.send, Way.MAIL: mail.send, Way.HOOK: hooks.send}
KEPT = timedelta(days=30)
OPEN = (Call.Status.WAITING, Call.Status.HELD, Call.Status.SENDING)


def write_down(calls: Sequence[Call]) -> None:
    """All of one occasion, each with its task, together or not at all; those written down before stay as they are."""
    occasion, due = calls[0].occasion, calls[0].due
    with write_transaction():
        before = list(Call.objects.filter(occasion=occasion).values_list("pk", flat=True))
        Call.objects.bulk_create(calls, ignore_conflicts=True)
        for number in Call.objects.filter(occasion=occasion).exclude(pk__in=before).values_list("pk", flat=True):
            carry_out.using(run_after=due).enqueue(number)


@task(queue_name=QUEUE)
def carry_out(number: int) -> None:
    """One call, now that its time has come."""
    now = timezone.now()
    with write_transaction():
        cut_off = Call.objects.filter(pk=number, status=Call.Status.SENDING, due__gt=now).first()
        if cut_off:  # or still being sent by another worker: it is looked at again when that must be over
            carry_out.using(run_after=cut_off.due).enqueue(number)
        due = take(Call.objects.filter(pk=number).exclude(status=Call.Status.HELD))
    for calls in due:
        bring(calls)


@task(queue_name=QUEUE)
def carry_out_held(person_id: int) -> None:
    """What was held for this person, merged into one message for each place."""
    with write_transaction():
        due = take(Call.objects.filter(person=person_id, status=Call.Status.HELD))
    for calls in due:
        bring(calls)


def resume() -> None:
    """Every call that is still to be made, as after a crash; doing so twice does no harm. Old ones are forgotten."""
    now = timezone.now()
    with write_transaction():
        Call.objects.exclude(status__in=OPEN).filter(created__lt=now - KEPT).delete()
        for call in Call.objects.filter(status__in=OPEN):
            held = call.status == Call.Status.HELD
            again = carry_out_held if held else carry_out
            again.using(run_after=max(now, call.due)).enqueue(call.person_id if held else call.pk)


# --- claiming -------------------------------------------------------------------------------------------------------


def take(calls: QuerySet[Call]) -> list[list[Call]]:
    """Claim those that are due and of use: for each place one message's worth."""
    now = timezone.now()
    ready = calls.filter(status__in=OPEN, due__lte=now).select_related("person", "game")
    rows = list(ready.select_for_update(of=("self",)).order_by("way", "place", "created", "pk"))
    kept = [call for call in rows if not put_aside(call)]
    for call in kept:
        call.status, call.due, call.attempts = Call.Status.SENDING, now + CLAIM, call.attempts + 1
        call.save(update_fields=["status", "due", "attempts"])
    return [list(group) for _, group in groupby(kept, key=lambda call: (call.way, call.place))]


def put_aside(call: Call) -> bool:
    """Drop what is of no use any more; hold what would disturb."""
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
    """What is held for this person waits until the quiet hours end as they are now, or no longer."""
    now = timezone.now()
    due = quiet_end(wishes, now) or now
    if Call.objects.filter(person=wishes.person_id, status=Call.Status.HELD).exclude(due=due).update(due=due):
        carry_out_held.using(run_after=due).enqueue(wishes.person_id)


# --- sending --------------------------------------------------------------------------------------------------------


def bring(calls: list[Call]) -> None:
    """One message to one place, about everything that is to be told there."""
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
    """Later, each time after a longer while, until it is given up."""
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
    """When this was the failure that switched a web address off, its owner is told by the other ways."""
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
