"""Work that requests ask for is bounded: in time altogether, and in the number of those who wait."""

from threading import Event, Thread
from time import monotonic, sleep

import pytest

from casino.work_budget import OneAtATime, TooManyWaiting, TooMuchWork, within_budget


def test_no_step_begins_once_the_time_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(100))
    monkeypatch.setattr("casino.work_budget.thread_time", lambda: next(ticks))
    done: list[str] = []
    with pytest.raises(TooMuchWork):
        done.extend(within_budget(3, "abcdefg"))
    assert next(ticks) == 5


def test_one_works_a_few_wait_and_all_others_are_refused_at_once() -> None:
    queue, begun, release = OneAtATime(most=3, timeout=60), Event(), Event()
    order: list[int] = []

    def work(number: int) -> None:
        with queue.turn():
            begun.set()
            release.wait(30)
            order.append(number)

    waiting = [Thread(target=work, args=[number]) for number in range(3)]
    for thread in waiting:
        thread.start()
    assert begun.wait(30)
    until = monotonic() + 30
    while queue._here._value and monotonic() < until:  # until all three are here
        sleep(0.001)
    with pytest.raises(TooManyWaiting), queue.turn():
        pytest.fail("a fourth does not wait")
    release.set()
    for thread in waiting:
        thread.join(30)
    assert sorted(order) == [0, 1, 2]
    with queue.turn():
        order.append(3)


def test_a_place_is_free_again_after_a_fault_and_after_waiting_in_vain() -> None:
    queue = OneAtATime(most=2, timeout=0.01)
    with pytest.raises(ZeroDivisionError), queue.turn():
        1 / 0  # noqa: B018
    with queue.turn():
        for _ in range(5):
            with pytest.raises(TooManyWaiting), queue.turn():
                pytest.fail("someone else is at work")
    with queue.turn():
        assert queue.timeout
