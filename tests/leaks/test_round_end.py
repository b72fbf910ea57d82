"""While the end of a round is shown to a player, nothing of the next deal reaches that player's page."""

import pytest
from asgiref.sync import async_to_sync

from games.domain.cards import PACKS
from tests.games.rounds import after_round_one, play_once
from tests.games.tables import past_the_triggers
from tests.games.viewers import HTMX, NEXT_ROUND, Viewer
from tests.leaks.reading import NEW_EACH_TIME, of_table
from tests.leaks.worlds import as_it_is, exchange, rows_of_round

pytestmark = pytest.mark.django_db


def test_nothing_that_is_shown_depends_on_the_next_deal() -> None:
    """With every card of the next round exchanged for another one, the page, its fragments and pushes are the same."""
    ann, bob = after_round_one()
    play_once(ann.game)  # another plays on meanwhile
    for viewer in (ann, bob):
        with as_it_is():
            here = everything_shown(viewer)
        with as_it_is(), past_the_triggers():
            exchange(ann.game, rows_of_round(ann.game), PACKS["standard"])
            assert everything_shown(viewer) == here
        assert all(NEXT_ROUND in text for text in here)


def everything_shown(viewer: Viewer) -> list[str]:
    """Return the page, the fragment, the answer to a choice of cards, and what its socket pushes."""
    choice = {"seq": viewer.look().seq, "hand": "AS", "item": "KS"}
    answers = [
        viewer.client.get(viewer.address()),
        viewer.client.get(viewer.address(), headers=HTMX),
        viewer.client.get(viewer.address("move_choices"), choice, headers=HTMX),
        viewer.client.post(viewer.address("play"), choice | {"move": "AS"}, headers=HTMX),
    ]
    cookies = "; ".join(f"{name}={morsel.value}" for name, morsel in viewer.client.cookies.items())
    headers = [(b"origin", b"http://localhost"), (b"cookie", cookies.encode())]
    pushed = async_to_sync(of_table)(f"/ws/g/{viewer.game.public_id}/", headers)
    return [*(NEW_EACH_TIME.sub("", answer.content.decode()) for answer in answers), pushed]
