"""Pages of this process that show a game: those for which the mover's answer waits, and for how long."""

import asyncio
from dataclasses import dataclass

from games.live.open_tables import Onlookers


@dataclass(eq=False)
class Page:
    """The attributes of a page's socket."""

    public_id: str = "abc"
    seat: int = 2
    shown: int = 4
    hidden: bool = False


def looked_at_by(*pages: Page) -> Onlookers:
    onlookers = Onlookers()
    for page in pages:
        onlookers.begin(page)
    return onlookers


def test_those_come_first_who_play_and_look_at_the_table() -> None:
    ann, ben = Page(seat=1), Page(seat=2)
    onlookers = looked_at_by(ann, ben, Page(seat=0), Page(seat=3, hidden=True), Page("other", seat=2))
    assert onlookers.players("abc", by=1) == [ben]
    assert onlookers.players("abc", by=2) == [ann]
    assert onlookers.players("nobody looks on", by=1) == []


def test_who_has_gone_is_not_waited_for() -> None:
    ben = Page()
    onlookers = looked_at_by(ben)
    onlookers.end(ben)
    onlookers.end(ben)
    assert onlookers.players("abc", by=1) == []


async def test_it_takes_until_each_of_them_has_the_table() -> None:
    ben, cleo = Page(seat=2), Page(seat=3)
    onlookers = looked_at_by(ben, cleo)
    waits = asyncio.create_task(onlookers.have("abc", 5, by=1))
    for page in (ben, cleo):
        await asyncio.sleep(0)
        assert not waits.done()
        page.shown = 5
        onlookers.pushed(page)
    await waits


async def test_who_leaves_meanwhile_holds_nobody_up() -> None:
    ben = Page()
    onlookers = looked_at_by(ben)
    waits = asyncio.create_task(onlookers.have("abc", 5, by=1))
    await asyncio.sleep(0)
    onlookers.end(ben)
    await waits


async def test_who_has_it_already_is_not_waited_for() -> None:
    await looked_at_by(Page(shown=5)).have("abc", 5, by=1)


async def test_one_that_gives_up_waiting_takes_nothing_from_another() -> None:
    ben = Page()
    onlookers = looked_at_by(ben)
    patient, impatient = (asyncio.create_task(onlookers.have("abc", 5, by=1)) for _ in range(2))
    await asyncio.sleep(0)
    impatient.cancel()
    await asyncio.wait([impatient])
    assert not patient.done()
    ben.shown = 5
    onlookers.pushed(ben)
    await patient
