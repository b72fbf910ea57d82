"""The form of a ruling for a director who has never ruled: rules in words, and overruling under its own heading."""

import re

import pytest
from django.urls import reverse

from games.domain.move_validation import explain_checks
from games.domain.notation import read_move
from games.domain.perspective import perspective_of
from games.moderation.case_file import DisputeCase
from games.moderation.forms import RULES, RulingForm
from games.rulings.disputes import open_dispute
from games.rulings.models import Dispute
from tests.games.disputed import WHY, Case, director, open_case
from tests.games.finished import finished_game
from tests.games.tables import past_the_triggers
from tests.games.viewers import Page, browser_of

pytestmark = pytest.mark.django_db

QUEUE = "admin:rulings_dispute_changelist"


@pytest.fixture
def at() -> Case:
    return open_case()


def ruled_back(at: Case) -> None:
    target = {"event_seq": at.dispute.event_seq, "seq": at.game.seq}
    told = {"reason": "It falls.", "rule": "5.2", "step": "confirm", **target}
    page = Page(at.client.post(at.address("rule", "rolled_back"), told, follow=True))
    assert "Ruling made" in page.text


def heading(page: Page) -> str:
    return " ".join(re.findall(r"<h1>(.*?)</h1>", page.html))


def groups(form: RulingForm) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the groups in the choice of a rule; the first choice is none."""
    (none, _choose), *groups = form.fields["rule"].choices  # type: ignore[attr-defined]
    assert none == ""
    return [(str(title), list(choices)) for title, choices in groups]


def test_the_rules_of_the_verdict_come_first_in_words_and_then_all_by_number(at: Case) -> None:
    page = Page(at.client.get(at.address("rule", "upheld")))
    named, by_number = groups(RulingForm("upheld", DisputeCase(at.dispute, at.director)))
    assert named[0] == "Cited in the engine’s verdict"
    assert ("5.2", "5.2: You must keep a card in your hand that can take it.") in named[1]
    assert {number for number, _ in named[1]} >= {"4.1", "4.2", "5.1", "5.2", "5.3", "5.10"}
    assert all(len(words) > len(number) + 2 for number, words in named[1])
    assert by_number == ("All rules, by number", [(number, number) for number in RULES])
    assert page.html.index(named[1][0][1]) < page.html.index("All rules, by number")


def test_the_rule_that_refuses_the_move_is_the_first_and_chosen_already(at: Case) -> None:
    case = DisputeCase(at.dispute, at.director)
    assert case.revalidation
    checks = explain_checks(perspective_of(case.revalidation.state, 1).position(), read_move("3C+5D=8"))
    case.revalidation = case.revalidation._replace(checks=checks, refusal=checks[-1].refusal)
    form = RulingForm("rolled_back", case)
    (number, words), *_ = groups(form)[0][1]
    assert (number, form["rule"].initial) == ("5.2", "5.2")
    assert words.startswith("5.2: ")
    assert "(rule" not in words


def test_of_a_score_sheet_the_lines_that_differ_come_first() -> None:
    game = finished_game()
    scored = game.events.filter(type="round_scored").earliest("seq")
    dispute = open_dispute(game.taken_seats.get(number=1), scored.seq, WHY)
    assert isinstance(dispute, Dispute)
    dora = director()
    before = DisputeCase(dispute, dora).named_rules()
    assert "Most cards" in before["6.2"]
    with past_the_triggers():
        sheets = [{**side, "all_points": 5} for side in scored.payload["points"]]
        game.events.filter(pk=scored.pk).update(payload={**scored.payload, "points": sheets})
    case = DisputeCase(dispute, dora)
    assert next(iter(case.named_rules())) == "6.3"
    page = Page(browser_of(dora).get(reverse("moderation:rule", args=[dispute.pk, "score_corrected"])))
    assert page.html.index("6.3: ") < page.html.index("6.2: ")


def test_a_ruling_is_overruled_under_a_heading_of_its_own(at: Case) -> None:
    assert "Overrul" not in Page(at.client.get(at.address())).text
    ruled_back(at)
    page = Page(at.client.get(at.address()))
    assert "<h2>Overrule a ruling</h2>" in page.html
    assert "<h2>Decide</h2>" not in page.html
    form = Page(at.client.get(at.address("rule", "rolled_back"), {"overrules": "1"}))
    assert heading(form) == "Overrule a ruling"
    assert "This ruling will be overturned: Ruling by dora: the game goes back. It falls." in form.text
    told = {"reason": "It did not.", "rule": "5.2", "event_seq": "0", "overrules": "1", "step": "preview"}
    assert heading(Page(at.client.post(at.address("rule", "rolled_back"), told))) == "Overrule a ruling"


@pytest.mark.parametrize("sent", ["0", "", "7", "²", "x", "9" * 5000])
def test_nothing_is_called_overruled_that_is_not_there(at: Case, sent: str) -> None:
    ruled_back(at)
    told = {"reason": "So.", "rule": "5.2", "overrules": sent, "step": "preview"}
    for page in (
        Page(at.client.get(at.address("rule", "upheld"), {"overrules": sent})),
        Page(at.client.post(at.address("rule", "upheld"), told)),
    ):
        assert page.status == 200
        assert heading(page) == "Ruling: the move stands"
        assert "<h2>Overruled ruling</h2>" in page.html


def test_every_kind_of_ruling_can_overrule_one_that_was_made(at: Case) -> None:
    ruled_back(at)
    page = Page(at.client.get(at.address()))
    for kind in ("upheld", "score_corrected", "annulled", "warned"):
        assert f"{at.address('rule', kind)}?overrules=1" in page.html
    told = {"reason": "It stands.", "rule": "5.2", "overrules": "1", "seq": at.game.seq, "step": "confirm"}
    assert "Ruling made" in Page(at.client.post(at.address("rule", "upheld"), told, follow=True)).text


def test_the_queue_has_the_title_of_the_site_and_filters_before_its_rows(at: Case) -> None:
    html = at.client.get(reverse(QUEUE), {"state__exact": "open"}).content.decode()
    assert "Django" not in html
    assert re.search(r"<title>[^<]*Casino, the card game", html)
    assert 0 < html.index('id="changelist-filter"') < html.index('id="result_list"')
    assert "<summary>State: <b>open</b></summary>" in html
    assert "<details open" not in html
