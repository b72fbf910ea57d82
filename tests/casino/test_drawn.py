"""Cached pieces of pages: content that belongs to one viewer must not be shown to the next."""

import re

from django.template import Context, Template
from django.template.context_processors import csrf
from django.test import RequestFactory

from casino.templatetags.drawn import NUMBER, TOKEN
from games.presenters.agreements import AgreementsView
from games.presenters.table import Controls

PIECE = '{% load drawn %}{% drawn_forms "games/_calls.html" controls=controls agree=agree public_id="abc" %}'
SHOWN = {"controls": Controls(resign=True, claim=True), "agree": AgreementsView(draw=True, abort=True)}
TOKENS = re.compile(r'name="csrfmiddlewaretoken" value="([^"]+)"')


def drawn(number: int, **more: object) -> str:
    return Template(PIECE).render(Context(SHOWN | more | {"seq": number}))


def test_each_viewer_has_a_token_of_their_own_in_every_form() -> None:
    requests = [RequestFactory().get("/"), RequestFactory().get("/")]
    pages = [drawn(7, **csrf(request)) for request in requests]
    tokens = [set(TOKENS.findall(page)) for page in pages]
    assert [len(each) for each in tokens] == [1, 1]
    assert not tokens[0] & tokens[1]
    assert all(page.count("<form") == 3 == len(TOKENS.findall(page)) for page in pages)


def test_each_table_has_its_own_number_in_every_form() -> None:
    assert [drawn(number).count(f'name="seen" value="{number}"') for number in (7, 1234)] == [3, 3]


def test_where_there_is_no_token_no_field_is_left_for_one() -> None:
    page = drawn(7)
    assert "csrfmiddlewaretoken" not in page
    assert TOKEN not in page
    assert NUMBER not in page
